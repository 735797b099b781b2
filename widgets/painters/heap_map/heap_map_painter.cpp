// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/heap_map/heap_map_painter.h"

#include <QFontMetricsF>
#include <QPainter>
#include <cmath>
#include <iterator>

#include "widgets/painters/heap_map/map_difference.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/strategy_words.h"

namespace stowage {
namespace {

constexpr double kLabelRoom = 76;  // pixels, of a tick of the offsets
constexpr double kTick = 5;
constexpr double kLabelGap = 8;  // between the labels of two levels

QFont tick_font() {
  return paint_font(11);
}

/// On the middle of a pixel, so that a line of one pixel is one pixel.
double crisp(double v) {
  return std::floor(v) + 0.5;
}

/// Whether a page has room for the title: exact numbers of a closely cut axis take all of it.
bool has_room_for_title(const HeapMapGeometry& geometry, const std::vector<Tick>& ticks) {
  const double room = geometry.plot().left() - kTick - 4 - geometry.rect().left() - 14;
  return std::ranges::all_of(ticks, [&](const Tick& tick) { return text_width(tick_font(), tick.label) <= room; });
}

/// On paper, nobody can scroll down to see where the axis begins.
QStringList offset_titles(const MapView& view) {
  if (page_style() == nullptr || view.y0 <= 0) return {HeapMapText::tr("offset")};
  return {HeapMapText::tr("offset, not from 0"), HeapMapText::tr("offset")};
}

/// A recorded heap without events: all of it is one moment.
bool has_one_moment(const HeapMapScene& scene) {
  return scene.heap() != nullptr && scene.scale().over_events() && scene.heap()->reserved.size() <= 1;
}

/// The longest first.
QStringList bottom_titles(const HeapMapScene& scene) {
  if (has_one_moment(scene))
    return {HeapMapText::tr("one moment: the file has no history"), HeapMapText::tr("no history")};
  if (scene.over_time() && scene.estimated())
    return {HeapMapText::tr("time in the simulated run (estimated)"), HeapMapText::tr("time (estimated)"),
            HeapMapText::tr("time")};
  if (scene.over_time()) return {HeapMapText::tr("time in the simulated run"), HeapMapText::tr("time")};
  if (scene.scale().over_events()) return {HeapMapText::tr("events of the allocator"), HeapMapText::tr("events")};
  if (scene.graph().times().empty())
    return {HeapMapText::tr("step (place in the execution order)"), HeapMapText::tr("step")};
  return {HeapMapText::tr("time (steps of one width, not to scale)"), HeapMapText::tr("time")};
}

/// The longest first, without the one that explains.
QStringList short_titles(const HeapMapScene& scene) {
  return bottom_titles(scene).mid(1);
}

QStringList curve_titles(const HeapMapScene& scene) {
  if (scene.heap() != nullptr && scene.is_recorded()) return {HeapMapText::tr("allocated")};
  return {HeapMapText::tr("bytes alive"), HeapMapText::tr("alive")};
}

void bottom_axis(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapScene& scene, const Theme& theme) {
  if (!page_has_axis_labels()) return;
  const QRectF& panel = geometry.lowest_panel();
  const bool screen = page_style() == nullptr;
  const int most = std::max(2, static_cast<int>(panel.width() / 90));
  painter.setFont(tick_font());
  std::vector<Tick> ticks;
  if (!has_one_moment(scene))
    ticks = place_ticks(scene.scale(), scene.graph().times(), geometry.view().x0, geometry.view().x1, most);
  for (const Tick& tick : ticks) {
    const double x = crisp(std::min(geometry.x_of(tick.value), panel.right() - 1));
    painter.setPen(QPen(theme.muted_text, page_line(1)));
    painter.drawLine(QPointF(x, panel.bottom()), QPointF(x, panel.bottom() + kTick));
    const QRectF& page = geometry.rect();
    const double left = screen ? panel.left() - kTick : page.left() + 2;
    draw_tick_label(painter, {x, panel.bottom() + kTick}, tick.label, left, page.right() - 2);
  }
  if (screen) {
    const QRectF margin(geometry.rect().left() + 4, panel.bottom() + kTick, panel.left() - geometry.rect().left() - 16,
                        QFontMetricsF(tick_font()).height());
    painter.setPen(theme.muted_text);
    painter.drawText(margin, Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip,
                     fitting(tick_font(), short_titles(scene), margin.width()));
    return;
  }
  painter.setPen(theme.text);
  const QString title = fitting(tick_font(), bottom_titles(scene), panel.width());
  painter.drawText(QRectF(panel.left(), panel.bottom() + kTick + (on_small_page(geometry.rect().width()) ? 12 : 15),
                          panel.width(), 16),
                   Qt::AlignCenter, title);
}

void frame(QPainter& painter, const QRectF& panel, const Theme& theme) {
  set_ink(painter, QPen(theme.grid, page_line(1)), Qt::NoBrush);
  painter.drawRect(panel.adjusted(-0.5, -0.5, 0.5, 0.5));
}

/// A line across the plot, unless `bare` with a seam around it, so that it stands out from any data.
void level_line(QPainter& painter, const QRectF& plot, double y, const QPen& pen, bool bare, const Theme& theme) {
  const QColor seam = see_through(theme.background, 0.7, theme.surface);
  painter.setPen(QPen(seam, page_line(pen.widthF() + 2)));
  if (!bare) painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
  painter.setPen(pen);
  painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
}

double level_y(const HeapMapGeometry& geometry, Bytes level) {
  return crisp(geometry.y_of(static_cast<double>(level.count)));
}

bool level_visible(const HeapMapGeometry& geometry, double y) {
  return y >= geometry.plot().top() && y <= geometry.plot().bottom();
}

QRectF label_area(const HeapMapGeometry& geometry) {
  return geometry.plot().adjusted(6, 1, -6, -1);
}

/// The longest first.
QStringList footprint_texts(const HeapMapScene& scene) {
  if (scene.is_recorded())
    return {HeapMapText::tr("addresses as recorded, without the space between segments"),
            HeapMapText::tr("as recorded")};
  const PlanView& view = scene.plan_view();
  const QString size = footprint_words(scene.graph(), scene.footprint());
  if (view.clashes)  // a bound says nothing of it
    return {HeapMapText::tr("footprint %1 (not a safe plan)").arg(size), HeapMapText::tr("footprint %1").arg(size),
            size};
  if (view.plan->assumed)
    return {HeapMapText::tr("footprint %1 (assumed)").arg(size), HeapMapText::tr("footprint %1").arg(size), size};
  const Bytes over = scene.footprint() - scene.bound();
  if (!is_measured(view) || scene.bound().count == 0 || over.count <= 0)
    return {HeapMapText::tr("footprint %1").arg(size), size};
  // Where both are rounded to the same, a percentage would read as a contradiction.
  const QString gap = size == human_bytes(scene.bound())
                          ? '+' + exact_bytes(over)
                          : signed_percent(static_cast<double>(over.count) / static_cast<double>(scene.bound().count));
  return {HeapMapText::tr("footprint %1 (%2 over the bound)").arg(size, gap),
          HeapMapText::tr("footprint %1 (%2)").arg(size, gap), HeapMapText::tr("footprint %1").arg(size), size};
}

QStringList bound_texts(const HeapMapScene& scene) {
  const QString size = human_bytes(scene.bound());
  QStringList texts{HeapMapText::tr("bound %1").arg(size)};  // a number alone would not say what it is
  if (scene.proved_optimal())
    texts = QStringList{HeapMapText::tr("bound %1 · %2").arg(size, optimal_text(scene.graph())),
                        HeapMapText::tr("bound %1 · reached").arg(size)} +
            texts;
  return texts;
}

/// Whether the bound's line is so close to the footprint's that both labels stand above them.
bool levels_touch(const HeapMapGeometry& geometry, const HeapMapScene& scene) {
  constexpr double kLabelHigh = 20;  // pixels, with room below
  return scene.bound().count > 0 &&
         level_y(geometry, scene.bound()) - level_y(geometry, scene.footprint()) < kLabelHigh;
}

/// One name of two equal levels, without room for both.
QString text_of_both(const QRectF& inside, const HeapMapScene& scene) {
  if (scene.bound().count == 0 || scene.footprint() != scene.bound() || scene.is_recorded() ||
      scene.plan_view().clashes || !is_measured(scene.plan_view()))
    return {};
  const QString size = human_bytes(scene.bound());
  const QStringList apart{HeapMapText::tr("footprint %1").arg(size), HeapMapText::tr("bound %1").arg(size)};
  double width = kLabelGap;
  for (const QString& each : apart) width += label_box(each, inside.topLeft(), {}, inside).width();
  return width <= inside.width() ? QString()
                                 : fitting_label({HeapMapText::tr("footprint = bound = %1").arg(size)}, inside.width());
}

/// It leaves room for the shortest label of a bound beside it, as long as it need not be a number alone.
QString footprint_text(const HeapMapGeometry& geometry, const HeapMapScene& scene) {
  const QRectF inside = label_area(geometry);
  if (const QString both = text_of_both(inside, scene); !both.isEmpty()) return both;
  const QString whole = fitting_label(footprint_texts(scene), inside.width());
  if (!levels_touch(geometry, scene)) return whole;
  const double other = label_box(bound_texts(scene).back(), inside.topLeft(), {}, inside).width() + kLabelGap;
  QStringList named = footprint_texts(scene);
  named.removeOne(footprint_words(scene.graph(), scene.footprint()));
  const QString shorter = fitting_label(named, inside.width() - other);
  return shorter.isEmpty() ? whole : shorter;
}

/// Short enough for the rest of the line beside `taken`, the footprint's label; where none is, as long as may be.
QString bound_text(const HeapMapGeometry& geometry, const HeapMapScene& scene, const QRectF& taken) {
  const QRectF inside = label_area(geometry);
  const QString whole = fitting_label(bound_texts(scene), inside.width());
  if (taken.isNull() || !levels_touch(geometry, scene)) return whole;
  const QString beside = fitting_label(bound_texts(scene), inside.right() - taken.right() - kLabelGap);
  return beside.isEmpty() ? whole : beside;
}

/// Above its line, or above the line of the footprint where both would overlap: no tensor is there; otherwise below.
/// At the right end, or where it hides less of the tensors.
QRectF place_bound(const HeapMapGeometry& geometry, const HeapMapScene& scene, const QString& text, LabelRoom& room) {
  const QRectF inside = label_area(geometry);
  const double footprint = level_y(geometry, scene.footprint()), bound = level_y(geometry, scene.bound());
  const bool apart = bound - footprint > 1 && level_visible(geometry, footprint);
  std::vector<QRectF> places;
  for (const auto& [x, side] : {std::pair{inside.right(), Qt::AlignRight},
                                {inside.left(), Qt::AlignLeft},
                                {inside.center().x(), Qt::AlignHCenter}})
    for (const auto& [y, align] :
         {std::pair{bound - 3, Qt::AlignBottom}, {footprint - 3, Qt::AlignBottom}, {bound + 3, Qt::AlignTop}}) {
      const QRectF box = label_box(text, QPointF(x, y), side | align, inside);
      const bool far = y < bound - 3 && box.bottom() + box.height() < bound;
      const bool crossed = apart && box.top() < footprint && box.bottom() > footprint;
      if (!far && !crossed && !(box.top() < bound && box.bottom() > bound)) places.push_back(box);
    }
  if (places.empty()) places.push_back(label_box(text, {inside.right(), bound + 3}, Qt::AlignRight, inside));
  return room.place(places, [&](const QRectF& box) { return map_tensors_hidden_by(geometry, scene, box); });
}

/// Both plans of a difference; of one strategy, the graph has changed.
QString difference_text(const PlanView& before, const PlanView& after) {
  const QString was = plan_name(before), is = plan_name(after);
  return was == is ? HeapMapText::tr("difference of %1, before and now").arg(is)
                   : HeapMapText::tr("difference from %1 to %2").arg(was, is);
}

QString subtitle(const HeapMapContent& content) {
  const PlanView& view = content.scene->plan_view();
  QStringList parts;
  if (content.difference)
    parts << difference_text(content.difference->before(), view);
  else if (view.plan && (view.origin != PlanView::Origin::made || !view.plan->strategy.empty()))
    parts << plan_name(view);
  if (view.graph) parts << tensors_text(*view.graph);
  if (view.graph && view.graph->stream_count() > 1)
    parts << HeapMapText::tr("%Ln stream(s)", nullptr, static_cast<int>(view.graph->stream_count()));
  if (content.scene->over_time()) parts << HeapMapText::tr("over time");
  return parts.join(" · ");
}

QString title(const HeapMapScene& scene) {
  if (!scene.plan_view().graph) return {};
  const QString name = text_of(scene.graph().name());
  return name.isEmpty() ? HeapMapText::tr("Heap map") : name;
}

/// The ends of an allocator's segments; where they lie closer than a few pixels, only some.
void segment_lines(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapScene& scene, const Theme& theme) {
  constexpr double kLeastApart = 6;
  QPen dots(theme.text, page_line(1), Qt::SolidLine, Qt::FlatCap);
  dots.setDashPattern({1, 3});
  double last = geometry.plot().bottom() + kLeastApart;
  for (const Offset end : scene.segments()) {
    const double y = level_y(geometry, Bytes{end.value});
    if (!level_visible(geometry, y) || last - y < kLeastApart) continue;
    level_line(painter, geometry.plot(), y, dots, false, theme);
    last = y;
  }
}

/// The part that is shown now, to be offered to a page: the time range that is selected, or what is in view.
PageCrop part_shown(const HeapMapContent& content, const std::optional<MapView>& view, const HeapMapOverlay& overlay) {
  if (!content.scene->sentence().isEmpty()) return {};
  const HeapMapScene& scene = *content.scene;
  const auto unit = static_cast<double>(scene.scale().unit());
  const MapView all = content.geometry(QRectF(0, 0, 800, 600)).full_view(), part = view.value_or(all);
  PageCrop out;
  out.steps = {part.x0 * unit, part.x1 * unit};
  if (overlay.range) out.steps = {overlay.range->begin * unit, overlay.range->end * unit};
  out.addresses = {static_cast<std::int64_t>(part.y0), static_cast<std::int64_t>(part.y1)};
  return out;
}

MapView cropped(MapView view, const HeapMapScene& scene) {
  const PageCrop crop = page_crop();
  if (crop.steps) {
    const auto unit = static_cast<double>(scene.scale().unit());
    view.x0 = crop.steps->first / unit;
    view.x1 = crop.steps->second / unit;
  }
  if (crop.addresses) {
    view.y0 = static_cast<double>(crop.addresses->first);
    view.y1 = static_cast<double>(crop.addresses->second);
  }
  return view;
}

}  // namespace

MapExtent HeapMapContent::extent(const QRectF& rect) const {
  MapExtent own = scene->geometry(rect).extent();
  own.bands = bands ? 1 + bands->inner.size() : 0;
  own.curve = own.curve && curve;
  return difference ? united(own, difference->extent()) : own;
}

HeapMapGeometry HeapMapContent::geometry(const QRectF& rect) const {
  HeapMapGeometry geometry = scene->geometry(rect);
  geometry.set_extent(united(extent(rect), least_extent));
  return geometry;
}

QString map_axis_words(const HeapMapScene& scene) {
  return bottom_titles(scene).front();
}

void paint_map_axes(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapScene& scene, const Theme& theme) {
  const QRectF &plot = geometry.plot(), &curve = geometry.curve();
  const MapView& view = geometry.view();
  frame(painter, plot, theme);
  const auto offsets =
      offset_ticks(view.y0, view.y1,
                   std::max(2, static_cast<int>(plot.height() / (on_small_page(geometry.rect().width()) ? 28 : 48))));
  paint_left_axis(
      painter, plot, offsets, [&](double v) { return geometry.y_of(v); }, theme, false, kLabelRoom);
  painter.setPen(theme.text);
  const bool titled = page_has_axis_labels() && (page_style() == nullptr || has_room_for_title(geometry, offsets));
  draw_upright(painter, QRectF(geometry.rect().left(), plot.top(), 16, plot.height()),
               titled ? fitting(tick_font(), offset_titles(view), plot.height()) : QString());
  if (!curve.isNull()) {
    frame(painter, curve, theme);
    paint_left_axis(
        painter, curve, byte_ticks(0, geometry.extent().most_alive, std::max(2, static_cast<int>(curve.height() / 24))),
        [&](double v) { return geometry.curve_y_of(v); }, theme, false, kLabelRoom);
    painter.setPen(theme.text);
    draw_upright(painter, QRectF(geometry.rect().left(), curve.top(), 16, curve.height()),
                 page_has_axis_labels() ? fitting(tick_font(), curve_titles(scene), curve.height()) : QString());
  }
  bottom_axis(painter, geometry, scene, theme);
}

MapLevelLabels map_level_labels(const HeapMapGeometry& geometry, const HeapMapScene& scene) {
  const QRectF inside = label_area(geometry);
  const double footprint = level_y(geometry, scene.footprint()), bound = level_y(geometry, scene.bound());
  MapLevelLabels out;
  if (scene.plan_view().peak_asked) return out;
  if (scene.footprint().count > 0 && level_visible(geometry, footprint)) {
    out.footprint.text = footprint_text(geometry, scene);
    out.footprint.box = label_box(out.footprint.text, QPointF(inside.left(), footprint - 3), Qt::AlignBottom, inside);
  }
  if (scene.bound().count == 0 || !level_visible(geometry, bound)) return out;
  if (!text_of_both(inside, scene).isEmpty()) return out;
  out.bound.text = bound_text(geometry, scene, out.footprint.box);
  LabelRoom room;
  room.take(out.footprint.box.adjusted(-kLabelGap, 0, kLabelGap, 0));
  out.bound.box = place_bound(geometry, scene, out.bound.text, room);
  return out;
}

void paint_map_levels(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapScene& scene,
                      const Theme& theme) {
  const QRectF& plot = geometry.plot();
  const double footprint = level_y(geometry, scene.footprint()), bound = level_y(geometry, scene.bound());
  const MapLevelLabels labels = map_level_labels(geometry, scene);
  segment_lines(painter, geometry, scene, theme);
  if (!labels.footprint.box.isNull() && !scene.is_recorded())
    level_line(painter, plot, footprint, QPen(theme.footprint, page_line(1.5)), false, theme);
  if (scene.bound().count > 0 && level_visible(geometry, bound)) {
    QPen dashes(theme.bound, page_line(1.5), Qt::SolidLine, Qt::FlatCap);
    dashes.setDashPattern({5, 4});
    const bool on_footprint = std::abs(bound - footprint) < 3;  // then the seam would hide the footprint line
    level_line(painter, plot, bound, dashes, on_footprint, theme);
  }
  paint_map_level_labels(painter, geometry, scene, theme);
}

void paint_map_level_labels(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapScene& scene,
                            const Theme& theme) {
  const MapLevelLabels labels = map_level_labels(geometry, scene);
  draw_label(painter, labels.footprint, theme.footprint, theme);
  draw_label(painter, labels.bound, theme.bound, theme);
}

void paint_heap_map(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapContent& content,
                    const Theme& theme) {
  painter.fillRect(geometry.rect(), theme.background);
  if (!content.scene || !content.scene->sentence().isEmpty()) {
    const QString sentence = content.scene ? content.scene->sentence() : HeapMapText::tr("No graph is open.");
    draw_sentence(painter, geometry.rect(), sentence, theme);
    return;
  }
  const bool merged = paint_map_tensors(painter, geometry, content, theme);
  paint_map_surroundings(painter, geometry, *content.scene, theme);
  if (!merged || !page_has_captions()) return;
  const QString note = HeapMapText::tr("%1: the smallest are merged")
                           .arg(places_text(content.scene->graph(), content.scene->index().items().size()));
  const QRectF line = geometry.footnote(0);
  const QStringList beside = content.scene->footnote_lines(geometry.rect().size());
  const double taken = beside.isEmpty() ? 0 : text_width(tick_font(), beside.front()) + 12;
  set_letters(painter, tick_font(), theme.muted_text);
  painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, fitting(tick_font(), {note}, line.width() - taken));
}

void paint_map_surroundings(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapScene& scene,
                            const Theme& theme) {
  painter.setRenderHint(QPainter::Antialiasing);
  if (!geometry.curve().isNull()) paint_map_curve(painter, geometry, scene, theme);
  if (scene.heap() != nullptr)
    paint_failures(painter, {geometry.plot(), geometry.view().x0, geometry.view().x1, 1},
                   geometry.lowest_panel().bottom(), *scene.heap(), theme);
  paint_map_levels(painter, geometry, scene, theme);
  paint_map_axes(painter, geometry, scene, theme);
  // Over the lines where memory ran out.
  const MapLabels labels = map_labels(geometry, scene);
  draw_label(painter, labels.reserved, theme.footprint, theme);
  draw_label(painter, labels.peak, theme.peak, theme);
  for (const PlacedLabel& label : labels.failures) draw_label(painter, label, theme.peak, theme);
  set_letters(painter, tick_font(), theme.muted_text);
  int line = 0;
  if (!page_has_captions()) return;
  for (const QString& note : scene.footnote_lines(geometry.rect().size()))
    painter.drawText(geometry.footnote(line++), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, note);
}

Drawing heap_map_drawing(HeapMapContent content, std::optional<MapView> view, HeapMapOverlay overlay) {
  Drawing drawing;
  drawing.title = title(*content.scene);
  drawing.subtitle = subtitle(content);
  if (content.coloring && content.scene->sentence().isEmpty()) {
    const QString what = content.difference ? HeapMapText::tr("Difference") : legend_title(*content.coloring);
    drawing.legend_title =
        (content.scene->plan_view().recorded() ? HeapMapText::tr("%1 (tensors · bytes, summed over all steps)")
                                               : HeapMapText::tr("%1 (tensors · bytes)"))
            .arg(what);
    drawing.legend = [content](const Theme& theme) {
      if (content.difference) return difference_legend(*content.coloring, theme);
      auto items = legend_of(*content.coloring, content.hidden, theme, false);
      if (content.bands) std::ranges::move(bands_legend(*content.bands, theme), std::back_inserter(items));
      return items;
    };
  }
  overlay.bands = content.bands;
  overlay.difference = content.difference;
  drawing.crop = {.steps = true, .addresses = true, .shown = part_shown(content, view, overlay)};
  drawing.paint = [content = std::move(content), view, overlay = std::move(overlay)](
                      QPainter& painter, const QRectF& rect, const Theme& theme) {
    HeapMapGeometry geometry = content.geometry(rect);
    if (view) geometry.set_view(*view);
    geometry.set_view(cropped(geometry.view(), *content.scene));
    paint_heap_map(painter, geometry, content, theme);
    if (!content.scene->sentence().isEmpty()) return;
    if (content.difference) paint_moves(painter, geometry, *content.difference, *content.scene, overlay, theme);
    paint_heap_map_overlay(painter, geometry, *content.scene, overlay, theme);
  };
  return drawing;
}

Result<Drawing> heap_map_drawing(const PlanView& view, const DrawingLook& look, const Task&) {
  if (look.over_time && !map_run(view))
    return tl::unexpected(
        Error::bad_input("", "", "no time is known over which this plan can be drawn; it has steps only"));
  HeapMapContent content{.scene = HeapMapScene::make(view, look.over_time)};
  if (content.scene->shows_bands()) content.bands = look.bands;
  if (view.graph && view.lifetimes) content.coloring = std::make_shared<const Coloring>(view, look.by);
  return heap_map_drawing(std::move(content));
}

}  // namespace stowage
