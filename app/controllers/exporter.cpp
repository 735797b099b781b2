// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/controllers/exporter.h"

#include <algorithm>

#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QMenu>

#include "app/dialogs/dialogs.h"
#include "app/settings/file_names.h"
#include "widgets/painters/charts/strategy_chart.h"
#include "widgets/painters/heap_map/heap_map_painter.h"
#include "widgets/tables/table_actions.h"
#include "widgets/views/steps/steps_pane.h"
#include "widgets/views/strategies/strategy_table_model.h"

namespace stowage {
namespace {

constexpr QSize kSmallestImage{960, 600};
constexpr int kLongestSide = 16'384;        // of a page, in logical pixels
constexpr qint64 kMostPixels = 64'000'000;  // of an image: 256 MB
constexpr QSize kSlide{1600, 900};

/// An empty view says why it is.
QString why_empty(const Drawing& drawing) {
  return drawing.subtitle.isEmpty() ? Exporter::tr("There is nothing to draw yet.") : drawing.subtitle;
}

}  // namespace

Exporter::Exporter(const WindowParts& parts)
    : QObject(&parts.window), parts_(parts), last_(kept_figure(parts.settings)) {
  add_pictures();
}

void Exporter::add_pictures() {
  const auto add_pane = [this](Pane* pane) {
    if (const auto words = pane->picture())
      pictures_.push_back({{*words, [pane] { return pane->drawing(); }, pane}, pane});
    for (const PanePicture& more : pane->more_pictures()) {
      pictures_.push_back({more, pane});
      if (more.part == nullptr) pictures_.back().part = pane;
    }
  };
  pictures_.push_back({{words_of_map(), [this] { return parts_.compare.drawing(); }, &parts_.compare}, nullptr});
  add_pane(parts_.docks.panes().front());
  const auto chart = [this] {
    StrategyPanel& panel = parts_.strategies;
    return strategy_page(panel.model().results(), panel.shown_row(), parts_.document.title());
  };
  pictures_.push_back({{{"chart", tr("&Strategy chart…"), tr("Export image of the strategy chart"), "-strategies"},
                        chart,
                        &parts_.strategies},
                       nullptr});
  for (Pane* pane : parts_.docks.panes().mid(1)) add_pane(pane);
}

/// Names what the map shows now.
PictureWords Exporter::words_of_map() const {
  PictureWords words{"heap_map", tr("&Heap map, A | B or difference…"), tr("Export image of the heap map"),
                     "-heap-map"};
  if (parts_.compare.mode() == CompareView::Mode::side_by_side) {
    words.title = tr("Export image of A and B");
    words.ending = "-a-b";
  } else if (parts_.compare.mode() == CompareView::Mode::difference) {
    words.title = tr("Export image of the difference");
    words.ending = "-difference";
  }
  return words;
}

QAction* Exporter::list_images(QMenu& file) {
  QMenu* menu = file.addMenu(tr("Export i&mage of"));
  for (const Picture& each : pictures_) {
    QAction* action = menu->addAction(each.words.command, this, [this, &each] { choose_image(each); });
    action->setObjectName("export_" + QString::fromStdString(each.words.name));
    if (each.pane && each.pane == each.part) connect(each.pane, &Pane::image_requested, action, &QAction::trigger);
  }
  return menu->menuAction();
}

const Exporter::Picture& Exporter::picture(std::string_view view) const {
  return *std::ranges::find(pictures_, view, [](const Picture& each) { return std::string_view(each.words.name); });
}

const Exporter::Picture& Exporter::focused() const {
  const QWidget* focus = QApplication::focusWidget();
  const auto has_keyboard = [focus](const Picture& each) {
    return focus && (focus == each.part || each.part->isAncestorOf(focus));
  };
  const Picture* best = nullptr;  // the innermost
  for (const Picture& each : pictures_)
    if (has_keyboard(each) && (best == nullptr || best->part->isAncestorOf(each.part))) best = &each;
  return best == nullptr ? picture("heap_map") : *best;
}

Drawing Exporter::drawing_of(std::string_view view) const {
  return picture(view).drawing();
}

FigureOptions Exporter::page_for(std::string_view view, const Drawing& drawing) const {
  const auto area = [](QSize size) { return qint64{size.width()} * size.height(); };
  const QSize wanted = drawing.natural_size;
  const bool sensible = !wanted.isEmpty() && wanted.width() <= kLongestSide && wanted.height() <= kLongestSide &&
                        area(wanted) <= kMostPixels;
  const Picture& each = picture(view);
  const QWidget* seen = each.pane ? each.part : &parts_.compare;
  const QSize size = sensible ? wanted : seen->size().expandedTo(kSmallestImage);
  FigureOptions page = pixel_page(size);
  if (4 * area(size) <= kMostPixels) page.dpi *= 2;
  return page;
}

void Exporter::export_image(std::string_view view, const QString& name, const std::optional<FigureOptions>& figure) {
  const QString path = with_suffix(name, ".png");
  if (parts_.files.refuse_open_file(path)) return;
  const Drawing drawing = drawing_of(view);
  const FigureOptions options = figure.value_or(page_for(view, drawing));
  if (!drawing.paint) return parts_.files.report(path, why_empty(drawing));
  parts_.files.write(path, [path, drawing, options]() -> Result<void> {
    STOWAGE_TRY(const Drawing page, for_page(drawing, options, false));
    return stowage::export_image(path.toStdString(), page, options);
  });
}

/// To be asked before the user names a file in vain.
bool Exporter::refuse_empty(const Drawing& drawing) {
  if (drawing.paint) return false;
  parts_.message.show_fault(MessageBar::Topic::saving, tr("Could not save the file: %1").arg(why_empty(drawing)));
  return true;
}

/// Brings a view forward that is not seen, since it is not up to date. While the user says how and where to, it may get
/// something to draw, and so may one that is at work.
void Exporter::choose_image(const Picture& picture) {
  const bool seen = !picture.pane || picture.pane->isVisible();
  if (picture.pane) parts_.docks.show_around(picture.pane);
  const Drawing drawing = picture.drawing();
  if (!drawing.in_work && (seen || !drawing.subtitle.isEmpty()) && refuse_empty(drawing)) return;
  const PictureWords words = picture.part == &parts_.compare ? words_of_map() : picture.words;
  auto* dialog =
      make_figure_dialog(words.title, picture.drawing, page_for(picture.words.name, drawing), last_, &parts_.window);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QDialog::accepted, this, [this, dialog, words, view = picture.words.name] {
    last_ = dialog->choice();
    keep_figure(parts_.settings, *last_);
    parts_.files.choose_target(
        words.title, base_name(parts_.document.title()) + words.ending + ".pdf", image_filters(),
        [this, view, figure = dialog->options()](const QString& path) { export_image(view, path, figure); });
  });
  dialog->open();
}

void Exporter::choose_image() {
  choose_image(focused());
}

void Exporter::save_table(TableActions* table, const QString& name) {
  table->read_all([this, path = with_suffix(name, ".csv")](const QString& csv) {
    parts_.files.write_bytes(path, [csv] { return Result<std::string>(csv.toStdString()); });
  });
}

void Exporter::offer_tables_of(const QWidget& parent) {
  for (TableActions* table : parent.findChildren<TableActions*>())
    connect(table, &TableActions::export_requested, this, [this, table] { choose_table_target(table); });
}

void Exporter::choose_table_target(TableActions* table) {
  parts_.docks.show_around(table->view());
  const QString name = table->name().toLower().replace(' ', '-');
  parts_.files.choose_target(tr("Export table"), base_name(parts_.document.title()) + '-' + name + ".csv",
                             tr("CSV (*.csv)"), [this, table](const QString& path) { save_table(table, path); });
}

/// The one that has the keyboard; otherwise the one of the tensors.
TableActions* Exporter::focused_table() const {
  const auto* view = qobject_cast<const QAbstractItemView*>(QApplication::focusWidget());
  TableActions* table = view ? TableActions::of(view) : nullptr;
  return table ? table : parts_.tensors.findChild<TableActions*>();
}

void Exporter::export_page(const QString& name) {
  const QString path = with_suffix(name, ".html");
  const HeapMapWidget& map = parts_.heap_map;
  if (!map.scene() || !map.coloring()) return parts_.files.report(path, tr("There is nothing to draw yet."));
  const auto content_of = [this](const HeapMapWidget& of) {
    return HeapMapContent{.scene = of.scene(), .coloring = of.coloring(), .hidden = parts_.state.hidden_classes()};
  };
  std::optional<HeapMapContent> before;  // plan A, while it is shown beside B
  const CompareView& compare = parts_.compare;
  const HeapMapWidget* a = compare.mode() == CompareView::Mode::side_by_side ? compare.map_a() : nullptr;
  if (a && a->scene() && a->scene()->sentence().isEmpty() && a->coloring()) before = content_of(*a);
  parts_.files.write_bytes(path, [content = content_of(map), before] {
    return before ? heap_map_page(*before, &content) : heap_map_page(content, nullptr);
  });
}

void Exporter::choose_table_target() {
  choose_table_target(focused_table());
}

void Exporter::choose_page_target() {
  if (refuse_empty(parts_.heap_map.drawing())) return;
  parts_.files.choose_target(tr("Export web page"), base_name(parts_.document.title()) + ".html",
                             tr("Web page (*.html)"), [this](const QString& path) { export_page(path); });
}

/// Asks what, then where. Shows the pane first, since it records nothing before it is seen.
void Exporter::choose_steps_target() {
  auto& pane = parts_.docks.view<StepsPane>();
  parts_.docks.show_and_focus("steps");
  if (!pane.scene() || pane.busy()) return note(parts_.window, tr("No steps yet. Open Steps, then export them."));
  pane.ask_for_series(
      &parts_.window, [this](const std::shared_ptr<const StepSource>& source, const StepSeries& series) {
        parts_.files.choose_series(tr("Export steps"), base_name(parts_.document.title()) + "-steps.pdf",
                                   [this, source, series](const QString& path) { export_steps(source, series, path); });
      });
}

void Exporter::export_steps(const std::shared_ptr<const StepSource>& source, const StepSeries& series,
                            const QString& name) {
  parts_.files.write_series(name, [source, series](const std::string& path, const Task& task) {
    return stowage::export_steps(path, source, series, pixel_page(kSlide), task);
  });
}

void Exporter::copy_image() {
  const Picture& picture = focused();
  const Drawing drawing = picture.drawing();
  const QMainWindow& window = parts_.window;
  if (!drawing.paint) return note(window, tr("There is nothing to draw yet."));
  const auto say_too_large = [&window] { note(window, tr("The image is too large to be copied.")); };
  parts_.writes.add({.text = tr("Copying…"),
                     .work = [&window, say_too_large, drawing,
                              options = page_for(picture.words.name, drawing)](const Task&) -> JobQueue::Delivery {
                       const QImage image = render_image(drawing, options);
                       if (image.isNull()) return say_too_large;
                       return [&window, image] {
                         QApplication::clipboard()->setImage(image);
                         note(window, tr("Copied the image"));
                       };
                     },
                     .failed = [say_too_large](const Error&) { say_too_large(); }});
}

void Exporter::print_view() {
  const Drawing drawing = focused().drawing();
  if (!drawing.paint) return note(parts_.window, tr("There is nothing to draw yet."));
  show_print_preview(drawing, parts_.document.title(), &parts_.window);
}

}  // namespace stowage
