// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QVBoxLayout>

#include "app/dialogs/dialogs.h"
#include "app/settings/command_name.h"
#include "app/settings/preferences.h"
#include "app/settings/translation.h"
#include "core/base/parallel.h"

namespace stowage {
namespace {

constexpr auto kName = "preferences";
constexpr int kMostThreads = 64;

class PreferencesDialog final : public QDialog {
  Q_DECLARE_TR_FUNCTIONS(stowage::PreferencesDialog)

 public:
  PreferencesDialog(QSettings& settings, QWidget* parent) : QDialog(parent), settings_(settings) {
    setObjectName(kName);
    setWindowTitle(tr("Preferences"));
    auto* form = new QFormLayout;
    make_numbers(form);
    make_colors(form);
    make_rest(form);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close | QDialogButtonBox::RestoreDefaults);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(buttons->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, this,
            &PreferencesDialog::restore_defaults);
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(form);
    rows->addWidget(buttons);
    rows->setSizeConstraint(QLayout::SetFixedSize);
    show_preferences(Preferences::read(settings));
    for (QComboBox* box : {units_, offsets_, theme_, palette_, language_})
      connect(box, &QComboBox::currentIndexChanged, this, &PreferencesDialog::take);
    connect(hatches_, &QCheckBox::toggled, this, &PreferencesDialog::take);
    connect(threads_, &QSpinBox::valueChanged, this, &PreferencesDialog::take);
  }

 private:
  void make_numbers(QFormLayout* form) {
    units_->addItems({tr("KiB, MiB: powers of 1,024"), tr("kB, MB: powers of 1,000"), tr("Exact bytes")});
    add_form_row(form, tr("&Amounts of memory:"), units_, "units", tr("Tables in files always have exact bytes"));
    offsets_->addItems({tr("Decimal: 4,096"), tr("Hexadecimal: 0x1000")});
    add_form_row(form, tr("&Offsets:"), offsets_, "offsets", tr("How offsets in the buffer are written in every view"));
  }

  void make_colors(QFormLayout* form) {
    theme_->addItems({tr("As the system"), tr("Light"), tr("Dark")});
    add_form_row(form, tr("&Theme:"), theme_, "theme", tr("Exported images always have a white background"));
    for (const PaletteInfo& palette : palettes())
      palette_->addItem(QCoreApplication::translate("stowage::Palettes", palette.title));
    add_form_row(form, tr("&Colours of streams and classes:"), palette_, "palette",
                 tr("All palettes are safe for colour-blind readers"));
    hatches_->setObjectName("hatches");
    hatches_->setToolTip(tr("Adds hatching so that streams can be told apart without colour"));
    form->addRow(QString(), hatches_);
  }

  void make_rest(QFormLayout* form) {
    threads_->setRange(0, kMostThreads);
    threads_->setSpecialValueText(tr("Automatic (%1)").arg(available_cores()));
    add_form_row(form, tr("Th&reads that plan:"), threads_, "threads",
                 tr("How many strategies run at once; plans do not depend on it"));
    language_->addItem(tr("As the system"), QString());
    for (const Language& language : languages()) language_->addItem(language.name, language.code);
    add_form_row(form, tr("&Language:"), language_, "language", tr("Takes effect when Stowage is restarted"));
    auto* note = new QLabel(tr("Restart Stowage to change the language."));
    note->setEnabled(false);
    form->addRow(QString(), note);
  }

  [[nodiscard]] Preferences shown() const {
    return {.numbers = {.units = static_cast<NumberFormat::Units>(units_->currentIndex()),
                        .offsets = static_cast<NumberFormat::Offsets>(offsets_->currentIndex())},
            .look = {.palette = static_cast<std::uint8_t>(palette_->currentIndex()), .hatches = hatches_->isChecked()},
            .appearance = static_cast<Appearance>(theme_->currentIndex()),
            .threads = static_cast<std::size_t>(threads_->value())};
  }

  void show_preferences(const Preferences& preferences) {
    showing_ = true;
    units_->setCurrentIndex(static_cast<int>(preferences.numbers.units));
    offsets_->setCurrentIndex(static_cast<int>(preferences.numbers.offsets));
    theme_->setCurrentIndex(static_cast<int>(preferences.appearance));
    palette_->setCurrentIndex(preferences.look.palette);
    hatches_->setChecked(preferences.look.hatches);
    threads_->setValue(static_cast<int>(preferences.threads));
    language_->setCurrentIndex(std::max(0, language_->findData(settings_.value(kLanguageSetting).toString())));
    showing_ = false;
  }

  void take() {
    if (showing_) return;
    shown().write(settings_);
    settings_.setValue(kLanguageSetting, language_->currentData());
    apply(shown());
  }

  void restore_defaults() {
    show_preferences({});
    language_->setCurrentIndex(0);
    take();
  }

  QSettings& settings_;
  QComboBox *units_ = new QComboBox, *offsets_ = new QComboBox, *theme_ = new QComboBox, *palette_ = new QComboBox,
            *language_ = new QComboBox;
  QCheckBox* hatches_ = new QCheckBox(tr("&Hatch them, so that they differ without colour"));
  QSpinBox* threads_ = new QSpinBox;
  bool showing_ = false;  // not the user's change
};

}  // namespace

void show_preferences(QSettings& settings, QWidget* parent) {
  auto* dialog = parent->findChild<QDialog*>(kName);
  if (!dialog) dialog = new PreferencesDialog(settings, parent);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  bring_up(*dialog);
}

}  // namespace stowage
