// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/zoo_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include "app/settings/command_name.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr int kAboutWidth = 420;  // pixels, about

enum class Spread { one, at_most, capped };

QLabel* make_note(const char* object) {
  auto* note = new QLabel;
  note->setObjectName(object);
  note->setWordWrap(true);
  note->setMinimumWidth(kAboutWidth);
  return note;
}

class ZooForm final : public ZooDialog {
  Q_DECLARE_TR_FUNCTIONS(stowage::ZooDialog)

 public:
  explicit ZooForm(QWidget* parent) : ZooDialog(parent) {
    setObjectName("zoo");
    setWindowTitle(tr("New from zoo"));
    auto* form = new QFormLayout;
    make_network(form);
    make_step(form);
    make_streams(form);
    make_times(form);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    make_ = buttons->addButton(tr("&Make"), QDialogButtonBox::AcceptRole);
    make_->setObjectName("zoo_make");
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(form);
    rows->addWidget(note_);
    rows->addWidget(buttons);
    make_->setDefault(true);
    connect(network_, &QComboBox::currentIndexChanged, this, &ZooForm::show_network);
    for (QComboBox* box : {run_, optimizer_, spread_, device_})
      connect(box, &QComboBox::currentIndexChanged, this, &ZooForm::show_choice);
    for (QSpinBox* box : {streams_, cap_}) connect(box, &QSpinBox::valueChanged, this, &ZooForm::show_choice);
    show_network();
    show_choice();
  }

  [[nodiscard]] const ZooNetwork& network() const override {
    return zoo_networks()[static_cast<std::size_t>(network_->currentIndex())];
  }

  [[nodiscard]] ZooOptions options() const override {
    const auto spread = static_cast<Spread>(spread_->currentIndex());
    return {.batch = batch_->value(),
            .training = run_->currentIndex() == 0,
            .optimizer = static_cast<Optimizer>(optimizer_->currentIndex()),
            .weights = weights_->isChecked(),
            .in_place = in_place_->isChecked(),
            .streams = spread == Spread::at_most ? static_cast<std::size_t>(streams_->value()) : 1,
            .stream_cap = spread == Spread::capped ? static_cast<std::size_t>(cap_->value()) : 0,
            .device = device_->currentIndex() > 0 ? &devices()[static_cast<std::size_t>(device_->currentIndex() - 1)]
                                                  : nullptr};
  }

 private:
  void make_network(QFormLayout* form) {
    for (const ZooNetwork& network : zoo_networks()) network_->addItem(text_of(network.title));
    add_form_row(form, tr("&Network:"), network_, "zoo_network",
                 tr("Choose a published network, with its real shapes"));
    form->addRow(QString(), about_);
  }

  void make_step(QFormLayout* form) {
    batch_->setRange(1, static_cast<int>(kMaxZooBatch));
    batch_->setGroupSeparatorShown(true);
    add_form_row(form, tr("&Batch:"), batch_, "zoo_batch",
                 tr("Samples per step: activations grow with it, weights do not"));
    run_->addItems({tr("A step of training"), tr("Forward only")});
    add_form_row(form, tr("&Run:"), run_, "zoo_run", tr("Forward, loss, backward and updates; or forward alone"));
    optimizer_->addItems({tr("None: gradients are the results"), tr("SGD: one operator per parameter"),
                          tr("Adam: a chain of temporaries per parameter")});
    optimizer_->setCurrentIndex(static_cast<int>(Optimizer::adam));
    add_form_row(form, tr("&Optimizer:"), optimizer_, "zoo_optimizer",
                 tr("How the weights are updated at the end of the step"));
    weights_->setObjectName("zoo_weights");
    weights_->setToolTip(tr("Include weights and optimizer state, which live for the whole step"));
    form->addRow(QString(), weights_);
    in_place_->setObjectName("zoo_in_place");
    in_place_->setToolTip(tr("Element-wise operators may overwrite an input after its last use"));
    form->addRow(QString(), in_place_);
  }

  void make_streams(QFormLayout* form) {
    spread_->addItems({tr("One"), tr("At most"), tr("As many as the limit of operators needs")});
    add_form_row(
        form, tr("&Streams:"), spread_, "zoo_spread",
        tr("On several streams, gradients are reduced in contiguous groups, and each stream holds operators of one "
           "category: compute, communication or update"));
    streams_->setRange(2, static_cast<int>(kMaxZooStreams));
    streams_->setValue(4);
    add_form_row(form, tr("A&t most:"), streams_, "zoo_streams", tr("Spread operators over this many streams"));
    cap_->setRange(1, static_cast<int>(kMaxZooStreams));
    cap_->setValue(200);
    for (QSpinBox* box : {streams_, cap_}) box->setGroupSeparatorShown(true);
    add_form_row(form, tr("O&perators of a stream, at most:"), cap_, "zoo_cap",
                 tr("A new stream begins when one is full"));
  }

  void make_times(QFormLayout* form) {
    device_->addItem(tr("None"));
    for (const Device& device : devices()) device_->addItem(text_of(device.title));
    add_form_row(form, tr("&Durations for:"), device_, "zoo_device", tr("The device that durations are estimated for"));
    form->addRow(QString(), estimate_);
  }

  void show_network() {
    const ZooNetwork& chosen = network();
    const QString parameters = grouped(chosen.parameter_count());
    QString about = tr("%1; %2 parameters").arg(zoo_description(chosen), parameters);
    about[0] = about[0].toUpper();
    about_->setText(about);
  }

  void show_choice() {
    const ZooOptions chosen = options();
    const auto spread = static_cast<Spread>(spread_->currentIndex());
    optimizer_->setEnabled(chosen.training);
    streams_->setEnabled(spread == Spread::at_most);
    cap_->setEnabled(spread == Spread::capped);
    estimate_->setText(chosen.device ? tr("Estimates from the data sheet: no operator is quicker, most are slower.")
                                     : tr("Operators have no durations; only memory is known."));
    const std::size_t least = zoo_categories(chosen);
    const bool fits = chosen.streams == 1 || chosen.streams >= least;
    note_->setText(
        fits ? QString()
             : tr("Its operators have %Ln categories, and each category needs its own streams: choose more streams.",
                  nullptr, static_cast<int>(least)));
    make_->setEnabled(fits);
  }

  QComboBox *network_ = new QComboBox, *run_ = new QComboBox, *optimizer_ = new QComboBox, *spread_ = new QComboBox,
            *device_ = new QComboBox;
  QSpinBox *batch_ = new QSpinBox, *streams_ = new QSpinBox, *cap_ = new QSpinBox;
  QCheckBox* weights_ = new QCheckBox(tr("Plan &weights and the optimizer's state too"));
  QCheckBox* in_place_ = new QCheckBox(tr("Results may be written over &inputs"));
  QLabel *about_ = make_note("zoo_about"), *estimate_ = make_note("zoo_estimate"), *note_ = make_note("zoo_note");
  QPushButton* make_ = nullptr;
};

}  // namespace

QString zoo_description(const ZooNetwork& network) {
  return QCoreApplication::translate("stowage::ZooDialog", text_of(network.description).toUtf8().constData());
}

ZooDialog* make_zoo_dialog(QWidget* parent) {
  return new ZooForm(parent);
}

}  // namespace stowage
