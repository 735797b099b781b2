// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/figure_dialog.h"

#include <algorithm>
#include <string>
#include <utility>

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFontComboBox>
#include <QFontInfo>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollArea>
#include <QSettings>
#include <QTimer>
#include <QVBoxLayout>

#include "widgets/base/worker.h"
#include "widgets/painters/style/numbers.h"

namespace stowage {
namespace {

constexpr int kSoon = 120;  // milliseconds after a change
constexpr QSize kLeastPreview{420, 360};
constexpr int kUsualRow = 0;  // of the presets: as the view is
constexpr double kMostBytes = 1e15;

QString kept(const char* name) {
  return QStringLiteral("figure/") + name;
}

/// Whether its classes can be told apart by palette and hatches: not where all are shades of one scale. Where nothing
/// is said of the colours, they may.
bool has_classes(const Drawing& drawing) {
  if (!drawing.legend) return true;
  PageStyle style;
  style.classes = ClassLook{.hatches = true};
  const PageScope scope(style);
  const std::vector<LegendItem> items = drawing.legend(Theme::light());
  return items.size() < 2 || std::ranges::any_of(items, [](const LegendItem& item) { return item.fill.hatched(); });
}

/// Visits each option that is kept as it is, with its name.
template <class Options, class Visit>
void each_kept(Options& options, const Visit& visit) {
  visit("points", options.points);
  visit("dpi", options.dpi);
  visit("family", options.family);
  visit("legend", options.legend);
  visit("captions", options.captions);
  visit("axis_labels", options.axis_labels);
}

class FigureForm final : public FigureDialog {
  Q_DECLARE_TR_FUNCTIONS(stowage::FigureDialog)

 public:
  FigureForm(const QString& title, std::function<Drawing()> source, const FigureOptions& usual,
             const std::optional<FigureChoice>& last, QWidget* parent)
      : FigureDialog(parent), source_(std::move(source)), drawing_(source_()), usual_(usual) {
    setObjectName("figure_dialog");
    setWindowTitle(title);
    auto* choices = new QWidget;
    auto* rows = new QVBoxLayout(choices);
    for (QWidget* group : {make_size(), make_parts(), make_look(), make_crop()}) rows->addWidget(group);
    rows->addStretch();
    auto* scroll = new QScrollArea;  // on a low screen
    scroll->setWidget(choices);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setMinimumWidth(choices->sizeHint().width() + 24);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    QPushButton* choose = buttons->addButton(tr("&Choose file…"), QDialogButtonBox::AcceptRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* sides = new QHBoxLayout;
    sides->addWidget(scroll);
    sides->addWidget(make_preview(), 1);
    auto* all = new QVBoxLayout(this);
    all->addLayout(sides, 1);
    all->addWidget(buttons);
    soon_.setSingleShot(true);
    soon_.setInterval(kSoon);
    connect(&soon_, &QTimer::timeout, this, &FigureForm::draw);
    FigureOptions first = last ? last->options : usual;
    first.crop = {};
    take(first);
    const int row = last ? preset_->findData(last->preset) : kUsualRow;
    take_preset(row < 0 ? preset_->count() - 1 : row);
    if (last && row > kUsualRow) dpi_->setValue(first.dpi);  // which is typed, perhaps
    take_drawing(drawing_);
    choose->setDefault(true);
    preset_->setFocus();
    resize(980, 660);
  }

  [[nodiscard]] FigureOptions options() const override {
    FigureOptions out;
    // As exact as the view's own, where the rounded value is unchanged.
    const auto typed = [](const QDoubleSpinBox* box, double exact) {
      return std::abs(box->value() - exact) <= 0.51 * std::pow(10, -box->decimals()) ? exact : box->value();
    };
    out.millimetres = QSizeF(typed(width_, usual_.millimetres.width()), typed(height_, usual_.millimetres.height()));
    out.points = typed(points_, usual_.points);
    out.dpi = dpi_->value();
    if (const QString family = family_->currentFont().family(); family != QFontInfo(QFont()).family())
      out.family = family;
    if (!title_->isChecked())
      out.title = QString();
    else if (!title_text_->text().isEmpty())
      out.title = title_text_->text();
    out.legend = legend_->isChecked();
    out.captions = captions_->isChecked();
    out.axis_labels = axis_labels_->isChecked();
    if (line_->value() > 0) out.line_points = line_->value();
    out.classes =
        ClassLook{.palette = static_cast<std::uint8_t>(palette_->currentIndex()), .hatches = hatches_->isChecked()};
    out.ground = static_cast<Ground>(ground_->currentIndex());
    const auto is_cut = [](const Range& range) {
      return range.wanted->isChecked() && range.from->value() < range.to->value();
    };
    if (drawing_.crop.steps && is_cut(steps_)) out.crop.steps = {steps_.from->value(), steps_.to->value()};
    if (drawing_.crop.addresses && is_cut(addresses_))
      out.crop.addresses = {static_cast<std::int64_t>(addresses_.from->value()),
                            static_cast<std::int64_t>(addresses_.to->value())};
    return out;
  }

  [[nodiscard]] FigureChoice choice() const override { return {options(), preset_->currentData().toString()}; }

  [[nodiscard]] QImage preview() const override { return shown_; }

 private:
  struct Range {
    QCheckBox* wanted;
    QDoubleSpinBox *from, *to;
  };

  QDoubleSpinBox* add_number(const char* name, const QString& suffix, double least, double most, int decimals) {
    auto* box = new QDoubleSpinBox;
    box->setObjectName(name);
    box->setDecimals(decimals);
    box->setRange(least, most);
    box->setSuffix(suffix);
    connect(box, &QDoubleSpinBox::valueChanged, this, &FigureForm::changed);
    return box;
  }

  QCheckBox* add_check(const char* name, const QString& text) {
    auto* box = new QCheckBox(text);
    box->setObjectName(name);
    connect(box, &QCheckBox::toggled, this, &FigureForm::changed);
    return box;
  }

  QWidget* make_size() {
    auto* group = new QGroupBox(tr("Size"));
    preset_ = new QComboBox;
    preset_->setObjectName("figure_preset");
    preset_->addItem(tr("As in the window"), QString(FigureChoice::kAsInWindow));
    for (const FigurePreset& each : figure_presets())
      preset_->addItem(QCoreApplication::translate("stowage::Figure", each.title), QString::fromLatin1(each.id));
    preset_->addItem(tr("Other"), QString());
    connect(preset_, &QComboBox::activated, this, &FigureForm::take_preset);
    width_ = add_number("figure_width", tr(" mm"), 17, 8600, 1);
    height_ = add_number("figure_height", tr(" mm"), 17, 8600, 1);
    points_ = add_number("figure_points", tr(" pt"), 1, 100, 1);
    points_->setSingleStep(0.5);
    points_->setToolTip(tr("The smallest text; others keep their proportion to it"));
    dpi_ = add_number("figure_dpi", tr(" dpi"), 20, 2400, 0);
    dpi_->setToolTip(tr("Used by PNG only; the other formats are vectors"));
    family_ = new QFontComboBox;
    family_->setObjectName("figure_family");
    family_->setFontFilters(QFontComboBox::ScalableFonts);
    family_->setMinimumContentsLength(12);
    family_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connect(family_, &QFontComboBox::currentFontChanged, this, &FigureForm::changed);
    auto* form = new QFormLayout(group);
    form->addRow(tr("&For:"), preset_);
    form->addRow(tr("&Width:"), width_);
    form->addRow(tr("&Height:"), height_);
    form->addRow(tr("F&ont:"), family_);
    form->addRow(tr("&Text:"), points_);
    form->addRow(tr("&Resolution:"), dpi_);
    return group;
  }

  QWidget* make_parts() {
    auto* group = new QGroupBox(tr("Show"));
    title_ = add_check("figure_title", tr("T&itle"));
    title_text_ = new QLineEdit;
    title_text_->setObjectName("figure_title_text");
    title_text_->setAccessibleName(tr("Title"));
    title_text_->setPlaceholderText(drawing_.title);
    connect(title_text_, &QLineEdit::textChanged, this, &FigureForm::changed);
    connect(title_, &QCheckBox::toggled, title_text_, &QWidget::setEnabled);
    legend_ = add_check("figure_legend", tr("&Legend"));
    captions_ = add_check("figure_captions", tr("Ca&ptions"));
    captions_->setToolTip(tr("Subtitle, footnotes and lists of figures"));
    axis_labels_ = add_check("figure_axis_labels", tr("&Axis labels"));
    auto* rows = new QVBoxLayout(group);
    auto* line = new QHBoxLayout;
    line->addWidget(title_);
    line->addWidget(title_text_, 1);
    rows->addLayout(line);
    for (QCheckBox* each : {legend_, captions_, axis_labels_}) rows->addWidget(each);
    return group;
  }

  QWidget* make_look() {
    auto* group = new QGroupBox(tr("Appearance"));
    line_ = add_number("figure_line", tr(" pt"), 0, 20, 2);
    line_->setSingleStep(0.05);
    line_->setSpecialValueText(tr("in proportion to the text"));
    palette_ = new QComboBox;
    palette_->setObjectName("figure_palette");
    for (const PaletteInfo& each : palettes())
      palette_->addItem(QCoreApplication::translate("stowage::Palettes", each.title));
    connect(palette_, &QComboBox::currentIndexChanged, this, &FigureForm::changed);
    hatches_ = add_check("figure_hatches", tr("Hatche&s, for print in grey"));
    ground_ = new QComboBox;
    ground_->setObjectName("figure_ground");
    ground_->addItems({tr("White"), tr("Dark"), tr("Transparent")});
    connect(ground_, &QComboBox::currentIndexChanged, this, &FigureForm::changed);
    auto* form = new QFormLayout(group);
    form->addRow(tr("Li&nes:"), line_);
    form->addRow(tr("Colo&urs:"), palette_);
    form->addRow(QString(), hatches_);
    form->addRow(tr("&Background:"), ground_);
    return group;
  }

  Range make_range(const char* name, const QString& text) {
    const QByteArray stem(name);
    Range range{add_check(name, text), add_number((stem + "_from").constData(), {}, 0, kMostBytes, 0),
                add_number((stem + "_to").constData(), {}, 0, kMostBytes, 0)};
    for (QDoubleSpinBox* end : {range.from, range.to}) {
      end->setGroupSeparatorShown(true);
      end->setButtonSymbols(QAbstractSpinBox::NoButtons);
      end->setMinimumWidth(80);
      end->setMaximumWidth(150);
      end->setEnabled(false);
      connect(range.wanted, &QCheckBox::toggled, end, &QWidget::setEnabled);
    }
    range.from->setAccessibleName(tr("%1, from").arg(text));
    range.to->setAccessibleName(tr("%1, to").arg(text));
    return range;
  }

  /// Filled with the part that the window shows.
  QWidget* make_crop() {
    auto* group = new QGroupBox(tr("Only a part"));
    steps_ = make_range("figure_steps", tr("Steps"));
    addresses_ = make_range("figure_addresses", tr("Addresses"));
    const auto fill = [](const Range& range, const auto& shown) {
      if (!shown) return;
      range.from->setValue(static_cast<double>(shown->first));
      range.to->setValue(static_cast<double>(shown->second));
    };
    fill(steps_, drawing_.crop.shown.steps);
    fill(addresses_, drawing_.crop.shown.addresses);
    auto* rows = new QGridLayout(group);
    int row = 0;
    for (const auto& [range, possible] :
         {std::pair(steps_, drawing_.crop.steps), std::pair(addresses_, drawing_.crop.addresses)}) {
      rows->addWidget(range.wanted, row, 0);
      rows->addWidget(range.from, row, 1);
      auto* to = new QLabel(tr("to"));
      rows->addWidget(to, row, 2);
      rows->addWidget(range.to, row++, 3);
      for (QWidget* each : {static_cast<QWidget*>(range.wanted), static_cast<QWidget*>(range.from),
                            static_cast<QWidget*>(to), static_cast<QWidget*>(range.to)})
        each->setVisible(possible);
    }
    group->setVisible(drawing_.crop.steps || drawing_.crop.addresses);
    return group;
  }

  QWidget* make_preview() {
    auto* side = new QWidget;
    preview_ = new QLabel;
    preview_->setObjectName("figure_preview");
    preview_->setAccessibleName(tr("Preview"));
    preview_->setAlignment(Qt::AlignCenter);
    preview_->setMinimumSize(kLeastPreview);
    preview_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    facts_ = new QLabel;
    facts_->setObjectName("figure_facts");
    facts_->setWordWrap(true);
    auto* rows = new QVBoxLayout(side);
    rows->addWidget(preview_, 1);
    note_ = new QLabel;
    note_->setObjectName("figure_note");
    note_->setWordWrap(true);
    note_->hide();
    rows->addWidget(facts_);
    rows->addWidget(note_);
    return side;
  }

  void take(const FigureOptions& options) {
    taking_ = true;
    width_->setValue(options.millimetres.width());
    height_->setValue(options.millimetres.height());
    points_->setValue(options.points);
    dpi_->setValue(options.dpi);
    family_->setCurrentFont(options.family.isEmpty() ? QFont(QFontInfo(QFont()).family()) : QFont(options.family));
    title_->setChecked(!options.title || !options.title->isEmpty());
    title_text_->setText(options.title.value_or(QString()));
    legend_->setChecked(options.legend);
    captions_->setChecked(options.captions);
    axis_labels_->setChecked(options.axis_labels);
    line_->setValue(options.line_points.value_or(0));
    const ClassLook look = options.classes.value_or(class_look());
    palette_->setCurrentIndex(look.palette);
    hatches_->setChecked(look.hatches);
    ground_->setCurrentIndex(static_cast<int>(options.ground));
    taking_ = false;
    changed();
  }

  /// Sizes only: what the author chose besides stays.
  void take_preset(int row) {
    constexpr double kFileDpi = 300;
    FigureOptions now = options();
    const auto presets = figure_presets();
    if (row == kUsualRow) {
      now.millimetres = usual_.millimetres;
      now.points = usual_.points;
      now.dpi = usual_.dpi;
    } else if (row <= static_cast<int>(presets.size())) {
      const FigurePreset& preset = presets[static_cast<std::size_t>(row - 1)];
      const bool any = drawing_.natural_size.isEmpty() && drawing_.list_height == 0;
      now.points = preset.points;
      now.dpi = kFileDpi;
      now.millimetres = preset.millimetres;
      if (!any) now.millimetres.setHeight(usual_height(drawing_, preset.millimetres.width(), preset.points));
    }
    take(now);
    preset_->setCurrentIndex(row);
  }

  /// Another drawing of the view: how its classes look may mean nothing now.
  void take_drawing(Drawing drawing) {
    drawing_ = std::move(drawing);
    const bool classes = has_classes(drawing_);
    for (QWidget* each : {static_cast<QWidget*>(palette_), static_cast<QWidget*>(hatches_)}) {
      each->setEnabled(classes);
      each->setToolTip(classes ? QString() : tr("The colours are shades of one scale and differ in greyscale, too"));
    }
  }

  void changed() {
    if (taking_) return;
    const QObject* from = sender();
    if (from == width_ || from == height_ || from == points_) preset_->setCurrentIndex(preset_->count() - 1);
    const FigureOptions now = options();
    const QLocale locale;
    const auto mm = [&](double value) { return locale.toString(value, 'f', 1); };
    facts_->setText(now.in_range() ? tr("%1 × %2 mm, smallest text %3 pt. As PNG: %4 × %5 pixels.")
                                         .arg(mm(now.millimetres.width()), mm(now.millimetres.height()),
                                              locale.toString(now.points, 'f', 1), grouped(now.pixels().width()),
                                              grouped(now.pixels().height()))
                                   : tr("No page of this size can hold text of this size."));
    soon_.start();
  }

  /// At the size of the preview: more pixels would not be seen.
  void draw() {
    FigureOptions options = this->options();
    if (!options.in_range()) return show_drawn({});
    if (!drawing_.paint) take_drawing(source_());
    if (!drawing_.paint) return soon_.start();                                         // the view is not up to date yet
    const QSizeF room = QSizeF(preview_->size() - QSize(4, 4)) * devicePixelRatioF();  // and a frame
    const QSizeF inches = options.millimetres / kMillimetresPerInch;
    options.dpi = std::min(room.width() / inches.width(), room.height() / inches.height());
    worker_.start([this, drawing = drawing_, options](const Worker::Run& run) {
      const auto fitted = for_page(drawing, options, false);
      const QImage image = render_image(fitted ? *fitted : drawing, options);
      run.post([this, image, note = fitted ? fitted->note : QString()] {
        show_drawn(image);
        note_->setText(note);
        note_->setVisible(!note.isEmpty());
      });
    });
  }

  void show_drawn(const QImage& image) {
    shown_ = image;
    if (image.isNull()) return preview_->clear();
    QImage framed(image.size() + QSize(2, 2), QImage::Format_RGB32);
    framed.fill(palette().color(QPalette::Mid));
    QPainter painter(&framed);
    const QRect page(QPoint(1, 1), image.size());
    painter.fillRect(page, palette().color(QPalette::Base));
    if (image.hasAlphaChannel()) painter.fillRect(page, QBrush(palette().color(QPalette::Midlight), Qt::Dense5Pattern));
    QImage plain = image;
    plain.setDevicePixelRatio(1);
    painter.drawImage(page.topLeft(), plain);
    painter.end();
    framed.setDevicePixelRatio(devicePixelRatioF());
    preview_->setPixmap(QPixmap::fromImage(framed));
  }

  void resizeEvent(QResizeEvent* event) override {
    QDialog::resizeEvent(event);
    soon_.start();
  }

  std::function<Drawing()> source_;
  Drawing drawing_;
  FigureOptions usual_;
  bool taking_ = true;  // values are set, not typed
  QComboBox *preset_ = nullptr, *palette_ = nullptr, *ground_ = nullptr;
  QFontComboBox* family_ = nullptr;
  QDoubleSpinBox *width_ = nullptr, *height_ = nullptr, *points_ = nullptr, *line_ = nullptr, *dpi_ = nullptr;
  QCheckBox *title_ = nullptr, *legend_ = nullptr, *captions_ = nullptr, *axis_labels_ = nullptr, *hatches_ = nullptr;
  QLineEdit* title_text_ = nullptr;
  Range steps_{}, addresses_{};
  QLabel *preview_ = nullptr, *facts_ = nullptr, *note_ = nullptr;
  QImage shown_;
  QTimer soon_;
  Worker worker_{this};
};

}  // namespace

std::optional<FigureChoice> kept_figure(const QSettings& settings) {
  if (!settings.contains(kept("width"))) return std::nullopt;
  FigureOptions out;
  each_kept(out, [&]<class Value>(const char* name, Value& value) {
    value = settings.value(kept(name), value).template value<Value>();
  });
  out.millimetres = {settings.value(kept("width")).toDouble(), settings.value(kept("height")).toDouble()};
  if (const double line = settings.value(kept("line")).toDouble(); line > 0) out.line_points = line;
  const auto all = palettes();
  const auto palette = std::ranges::find(all, settings.value(kept("palette")).toString().toStdString(),
                                         [](const auto& each) { return std::string(each.id); });
  if (palette != all.end())
    out.classes = ClassLook{.palette = static_cast<std::uint8_t>(palette - all.begin()),
                            .hatches = settings.value(kept("hatches")).toBool()};
  out.ground = static_cast<Ground>(std::clamp(settings.value(kept("ground")).toInt(), 0, 2));
  if (!out.in_range()) return std::nullopt;  // a file edited by hand
  return FigureChoice{out, settings.value(kept("preset")).toString()};
}

void keep_figure(QSettings& settings, const FigureChoice& choice) {
  const FigureOptions& options = choice.options;
  const auto keep = [&](const char* name, const QVariant& value) { settings.setValue(kept(name), value); };
  keep("width", options.millimetres.width());
  keep("height", options.millimetres.height());
  each_kept(options, keep);
  keep("line", options.line_points.value_or(0));
  if (options.classes) {
    keep("palette", QString::fromLatin1(palettes()[options.classes->palette].id));
    keep("hatches", options.classes->hatches);
  }
  keep("ground", static_cast<int>(options.ground));
  keep("preset", choice.preset);
}

FigureDialog* make_figure_dialog(const QString& title, std::function<Drawing()> source, const FigureOptions& usual,
                                 const std::optional<FigureChoice>& last, QWidget* parent) {
  return new FigureForm(title, std::move(source), usual, last, parent);
}

}  // namespace stowage
