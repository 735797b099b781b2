// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/loops/loop_map.h"

#include <QPainter>
#include <QPainterPath>
#include <array>

#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/strategy_words.h"

namespace stowage {
namespace {

constexpr double kLeastCopy = 4;  // pixels of a copy that is parted from the next
constexpr double kLeastLit = 12;  // of one that is seen while the others are veiled; a narrower one is marked itself
constexpr double kVeil = 0.6;     // of the background, on what is not lit
constexpr double kLeastPlaceLabel = 14;  // pixels of a place that is named

void add_loops(std::vector<ShownLoop>& out, const std::shared_ptr<const LoopsPlan>& owner,
               const std::vector<LoopPlan>& loops, const std::shared_ptr<const Graph>& around,
               std::optional<std::size_t> parent) {
  for (const LoopPlan& loop : loops) {
    std::vector<std::string> path = parent ? out[*parent].path : std::vector<std::string>();
    path.emplace_back(around->name(loop.node));
    const std::size_t own = out.size();
    out.push_back({std::shared_ptr<const LoopPlan>(owner, &loop), around, parent, std::move(path)});
    add_loops(out, owner, loop.inner, std::shared_ptr<const Graph>(loop.loop, &loop.loop->body), own);
  }
}

/// Where the values of a ring lie, by slot; empty where that is outside.
std::vector<LoopMap::Place> places_of(const LoopPlan& loop, std::size_t k) {
  const Ring& ring = loop.rings.rings[k];
  std::vector<LoopMap::Place> out(ring.places);
  bool any = false;
  const auto put = [&](std::size_t slot, TensorId value) {
    if (!value.valid() || !loop.unrolled->is_needed(value)) return;
    const std::int64_t low = loop.plan.offsets[value.index()].value;
    out[slot] = {low, low + ring.size.count};
    any = true;
  };
  if (ring.kind != Ring::Kind::cycle)
    for (std::size_t copy = 0; copy < loop.rings.repeat; ++copy)
      put((ring.depth + copy) % ring.places, loop.values[ring.root.index()][copy]);
  else
    for (const Carried& c : loop.rings.carried)
      if (c.ring == k && c.in_ring) put(c.phase, loop.values[c.tensor.index()][0]);
  return any ? out : std::vector<LoopMap::Place>();
}

double copy_edge(const HeapMapGeometry& geometry, const LoopMap& map, std::size_t copy) {
  return geometry.x_of(static_cast<double>(copy * map.steps));
}

/// The copies in view, one past the last.
std::pair<std::size_t, std::size_t> seen_copies(const HeapMapGeometry& geometry, const LoopMap& map) {
  const auto steps = static_cast<double>(map.steps);
  const auto first = static_cast<std::size_t>(std::max(0.0, geometry.view().x0 / steps));
  const auto last = static_cast<std::size_t>(std::max(0.0, geometry.view().x1 / steps)) + 1;
  return {std::min(first, map.copies), std::min(last, map.copies)};
}

bool copies_are_parted(const HeapMapGeometry& geometry, const LoopMap& map) {
  return copy_edge(geometry, map, 1) - copy_edge(geometry, map, 0) >= kLeastCopy;
}

/// What the tensors have of the plot: what is said of footprint and bound stands above.
QRectF body_of(const HeapMapGeometry& geometry, const LoopMap& map) {
  const QRectF& plot = geometry.plot();
  const double top = geometry.y_of(static_cast<double>(map.loop.plan->plan.footprint.count));
  return QRectF(QPointF(plot.left(), std::clamp(top, plot.top(), plot.bottom())), plot.bottomRight());
}

void paint_exit_tests(QPainter& painter, const HeapMapGeometry& geometry, const LoopMap& map, const Theme& theme) {
  const QRectF plot = body_of(geometry, map);
  const auto [from, to] = seen_copies(geometry, map);
  for (std::size_t copy = from; copy < to; ++copy) {
    const double end = copy_edge(geometry, map, copy + 1);
    const double test = geometry.x_of(static_cast<double>((copy + 1) * map.steps - 1));
    const QRectF column = QRectF(QPointF(test, plot.top()), QPointF(end, plot.bottom())) & plot;
    painter.fillRect(column, see_through(theme.text, 0.14, theme.surface));
    if (const QString text = fitting_label({LoopMapText::tr("exit test"), LoopMapText::tr("exit")}, column.width() - 2);
        !text.isEmpty() && column.height() > kLeastPlaceLabel)
      draw_label(painter, text, QPointF(column.center().x(), column.bottom() - 2), Qt::AlignHCenter | Qt::AlignBottom,
                 column, theme.muted_text, theme);
    if (end <= plot.left() || end >= plot.right()) continue;
    painter.setPen(QPen(theme.text, page_line(1)));
    painter.drawLine(QPointF(end, plot.top()), QPointF(end, plot.bottom()));
  }
}

void paint_veil(QPainter& painter, const HeapMapGeometry& geometry, const LoopMap& map, std::size_t copy,
                const Theme& theme) {
  const QRectF plot = body_of(geometry, map);
  const double from = std::clamp(copy_edge(geometry, map, copy), plot.left(), plot.right());
  const double to = std::clamp(copy_edge(geometry, map, copy + 1), plot.left(), plot.right());
  if (copy_edge(geometry, map, 1) - copy_edge(geometry, map, 0) < kLeastLit) {
    painter.fillRect(QRectF(QPointF(from, plot.top()), QPointF(std::max(to, from + 1), plot.bottom())),
                     theme.selection);
    return;
  }
  const QColor veil = see_through(theme.background, kVeil, theme.surface);
  painter.fillRect(QRectF(plot.topLeft(), QPointF(from, plot.bottom())), veil);
  painter.fillRect(QRectF(QPointF(to, plot.top()), plot.bottomRight()), veil);
}

void paint_places(QPainter& painter, const HeapMapGeometry& geometry, const LoopMap& map, std::size_t ring,
                  LabelRoom& room, const Theme& theme) {
  const QRectF& plot = geometry.plot();
  const QString name = text_of(map.loop.plan->body->name(map.loop.plan->rings.rings[ring].root));
  const auto& places = map.places[ring];
  for (std::size_t slot = 0; slot < places.size(); ++slot) {
    if (places[slot].high <= places[slot].low) continue;
    const double low = geometry.y_of(static_cast<double>(places[slot].low));
    const double high = geometry.y_of(static_cast<double>(places[slot].high));
    painter.setPen(QPen(theme.selection, page_line(1), Qt::DashLine));
    for (const double y : {low, high})
      if (y >= plot.top() && y <= plot.bottom()) painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    const QRectF band = QRectF(QPointF(plot.left(), high), QPointF(plot.right(), low)) & plot;
    if (band.height() < kLeastPlaceLabel) continue;
    const QString text = fitting_label({LoopMapText::tr("place %1 of %2").arg(slot).arg(name),
                                        LoopMapText::tr("place %1").arg(slot), QString::number(slot)},
                                       plot.width() / 3);
    const double y = band.center().y();
    const std::array boxes{label_box(text, {band.right() - 2, y}, Qt::AlignRight | Qt::AlignVCenter, band),
                           label_box(text, {band.left() + 2, y}, Qt::AlignLeft | Qt::AlignVCenter, band),
                           label_box(text, {band.center().x(), y}, Qt::AlignHCenter | Qt::AlignVCenter, band)};
    draw_label(painter, {text, room.place(boxes)}, theme.text, theme);
  }
}

/// How copies are called where, and how many are passed over for want of room.
struct CopyNames {
  const QRectF strip;
  const HeapMapGeometry& geometry;
  const LoopMap& map;

  [[nodiscard]] bool in_view(std::size_t copy) const {
    return copy_edge(geometry, map, copy + 1) > geometry.plot().left() &&
           copy_edge(geometry, map, copy) < geometry.plot().right();
  }
  [[nodiscard]] QString text(std::size_t copy, const QFont& font) const {
    const QString number = grouped(copy);
    const QString whole = LoopMapText::tr("c % %1 = %2").arg(grouped(map.copies), number);
    return text_width(font, whole) + kRoom <= width(copy) ? whole : number;
  }
  [[nodiscard]] QRectF box(std::size_t copy, const QFont& font) const {
    const double wide = std::max(width(copy), text_width(font, text(copy, font)) + kRoom);
    const double left = (seen_left(copy) + seen_right(copy) - wide) / 2;
    const double most = std::max(strip.left(), strip.right() - wide);
    return {std::clamp(left, strip.left(), most), strip.top(), wide, strip.height()};
  }
  /// 1, 2, 5, 10, 20 … copies from name to name.
  [[nodiscard]] std::size_t stride() const {
    const double one = std::max(1e-9, copy_edge(geometry, map, 1) - copy_edge(geometry, map, 0));
    const double wanted = text_width(paint_font(11), grouped(map.copies)) + kRoom;
    for (std::size_t ten = 1;; ten *= 10)
      for (const std::size_t digit : {1, 2, 5})
        if (static_cast<double>(digit * ten) * one >= wanted || digit * ten >= map.copies) return digit * ten;
  }

  static constexpr double kRoom = 10;  // pixels around a name

  [[nodiscard]] double seen_left(std::size_t copy) const {
    return std::max(copy_edge(geometry, map, copy), geometry.plot().left());
  }
  [[nodiscard]] double seen_right(std::size_t copy) const {
    return std::min(copy_edge(geometry, map, copy + 1), geometry.plot().right());
  }
  [[nodiscard]] double width(std::size_t copy) const { return seen_right(copy) - seen_left(copy); }
};

constexpr std::size_t kNamedResults = 4;

/// From where the loop's memory begins in its map.
std::int64_t offset_of(const LoopPlan& loop, const LoopPlace& place) {
  return (loop.starts.empty() ? 0 : loop.starts[place.buffer]) + place.offset;
}

/// "Place 1 of the ring of y", or empty.
QString ring_text(const LoopMap& map, TensorId t, std::int64_t offset) {
  const LoopPlan& loop = *map.loop.plan;
  const auto ring = ring_of(loop, t);
  if (!ring) return {};
  const auto& places = map.places[*ring];
  const auto slot = std::ranges::find(places, offset, &LoopMap::Place::low);
  if (slot == places.end()) return {};
  return LoopMapText::tr("Place %1 of the ring of %2.")
      .arg(grouped(static_cast<std::size_t>(slot - places.begin())),
           text_of(loop.body->name(loop.rings.rings[*ring].root)));
}

}  // namespace

std::vector<ShownLoop> loops_of(const std::shared_ptr<const Graph>& graph,
                                const std::shared_ptr<const LoopsPlan>& loops) {
  std::vector<ShownLoop> out;
  add_loops(out, loops, loops->loops, graph, {});
  return out;
}

std::shared_ptr<const LoopMap> make_loop_map(ShownLoop loop) {
  const LoopPlan& plan = *loop.plan;
  auto out = std::make_shared<LoopMap>();
  out->view.graph = plan.unrolled;
  out->view.lifetimes = std::make_shared<const std::vector<Lifetime>>(lifetimes(*plan.unrolled));
  out->view.plan = std::shared_ptr<const Plan>(loop.plan, &plan.plan);
  out->copies = plan.rings.repeat;
  out->steps = plan.body->operator_count() + 1;
  for (std::size_t k = 0; k < plan.rings.rings.size(); ++k) out->places.push_back(places_of(plan, k));
  out->loop = std::move(loop);
  return out;
}

std::optional<std::size_t> ring_of(const LoopPlan& loop, TensorId t) {
  if (const Carried* carried = loop.rings.find(t)) return carried->ring;
  const Ring* ring = loop.rings.rooted_at(t);
  if (ring == nullptr) return std::nullopt;
  return static_cast<std::size_t>(ring - loop.rings.rings.data());
}

std::vector<TensorId> values_of(const LoopPlan& loop, TensorId t) {
  std::vector<TensorId> out;
  const auto add = [&](TensorId one) {
    for (TensorId value : loop.values[one.index()])
      if (value.valid()) out.push_back(value);
    const TensorId first = loop.unrolled->find_tensor(std::string(loop.body->name(one)) + "@start");
    if (first.valid()) out.push_back(first);
  };
  add(t);
  if (const auto ring = ring_of(loop, t)) {
    add(loop.rings.rings[*ring].root);
    for (const Carried& c : loop.rings.carried)
      if (c.ring == *ring) add(c.tensor);
  }
  std::ranges::sort(out);
  out.erase(std::ranges::unique(out).begin(), out.end());
  return out;
}

TensorId body_tensor(const LoopPlan& loop, TensorId value) {
  const std::string_view name = loop.unrolled->name(value);  // "x@0", "x@start"
  return loop.body->find_tensor(name.substr(0, name.rfind('@')));
}

std::vector<TensorId> results_of(const ShownLoop& loop) {
  const Graph& body = loop.plan->loop->body;
  std::vector<TensorId> out;
  for (TensorId t : body.tensors())
    if (body.is_output(t)) out.push_back(t);
  for (TensorId made : loop.around->outputs(loop.plan->node))
    if (const TensorId t = body.find_tensor(loop.around->name(made)); t.valid()) out.push_back(t);
  if (out.empty())
    for (const Ring& ring : loop.plan->rings.rings) out.push_back(ring.root);
  std::ranges::sort(out);
  out.erase(std::ranges::unique(out).begin(), out.end());
  return out;
}

void paint_loop_marks(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapScene& scene, const LoopMap& map,
                      const LoopLight& light, const Theme& theme) {
  const MapLevelLabels levels = map_level_labels(geometry, scene);
  LabelRoom room;
  QPainterPath all, labels;
  all.addRect(geometry.plot());
  for (const QRectF& label : {levels.footprint.box, levels.bound.box}) {
    labels.addRect(label);
    room.take(label);
  }
  painter.save();
  painter.setClipPath(all.subtracted(labels), Qt::IntersectClip);  // the labels are of all copies
  painter.setRenderHint(QPainter::Antialiasing, false);
  if (light.copy) paint_veil(painter, geometry, map, *light.copy, theme);
  if (copies_are_parted(geometry, map)) paint_exit_tests(painter, geometry, map, theme);
  if (light.ring) paint_places(painter, geometry, map, *light.ring, room, theme);
  painter.restore();
}

void paint_copy_names(QPainter& painter, const QRectF& strip, const HeapMapGeometry& geometry, const LoopMap& map,
                      const LoopLight& light, const Theme& theme) {
  painter.save();
  const CopyNames names{strip, geometry, map};
  QRectF lit;
  if (light.copy && names.in_view(*light.copy)) {
    lit = names.box(*light.copy, paint_font(11, true));
    painter.fillRect(lit, mix(theme.background, theme.selection, 0.35));
    set_letters(painter, paint_font(11, true), theme.text);
    painter.drawText(lit, Qt::AlignCenter, names.text(*light.copy, painter.font()));
  }
  set_letters(painter, paint_font(11), theme.muted_text);
  const auto [from, to] = seen_copies(geometry, map);
  const std::size_t stride = names.stride();
  for (std::size_t copy = (from + stride - 1) / stride * stride; copy < to; copy += stride) {
    const QRectF box = names.box(copy, painter.font());
    if (!names.in_view(copy) || box.intersects(lit)) continue;
    painter.drawText(box, Qt::AlignCenter, names.text(copy, painter.font()));
  }
  painter.restore();
}

Drawing loop_drawing(std::shared_ptr<const LoopMap> map, HeapMapContent content, const LoopLight& light,
                     std::vector<TensorId> selected) {
  Drawing out = heap_map_drawing(content);
  out.title = loop_title(map->loop);
  out.subtitle = loop_summary(map->loop);
  out.paint = [map = std::move(map), light, content = std::move(content), selected = std::move(selected)](
                  QPainter& painter, const QRectF& rect, const Theme& theme) {
    const QRectF below = rect.adjusted(0, kCopyStrip, 0, 0);
    const HeapMapGeometry geometry = content.geometry(below);
    paint_heap_map(painter, geometry, content, theme);
    if (!content.scene->sentence().isEmpty()) return;
    HeapMapOverlay overlay;
    if (selected.size() <= kMostOutlines) overlay.selected = selected;
    paint_loop_marks(painter, geometry, *content.scene, *map, light, theme);
    paint_heap_map_overlay(painter, geometry, *content.scene, overlay, theme);
    paint_copy_names(painter, QRectF(rect.topLeft(), QSizeF(rect.width(), kCopyStrip)), geometry, *map, light, theme);
  };
  return out;
}

QString place_text(const ShownLoop& loop, const LoopPlace& place) {
  if (place.outside.valid()) return "(" + text_of(loop.around->name(place.outside)) + ")";
  return offset_number(offset_of(*loop.plan, place));
}

QString value_text(const LoopMap& map, TensorId value) {
  const LoopPlan& loop = *map.loop.plan;
  const std::int64_t offset = loop.plan.offsets[value.index()].value;
  const QString where =
      LoopMapText::tr("%1: %2 at %3.")
          .arg(text_of(loop.unrolled->name(value)), human_bytes(loop.unrolled->size(value)), offset_number(offset));
  const TensorId t = body_tensor(loop, value);
  const QString ring = t.valid() ? ring_text(map, t, offset) : QString();
  return ring.isEmpty() ? where : where + '\n' + ring;
}

QString place_details(const LoopMap& map, TensorId t, const LoopPlace& place) {
  const LoopPlan& loop = *map.loop.plan;
  if (place.outside.valid())
    return LoopMapText::tr("It is the tensor %1 outside the loop, at the place of that tensor.")
        .arg(text_of(map.loop.around->name(place.outside)));
  const QString buffer =
      loop.buffers.size() > 1
          ? LoopMapText::tr("Buffer %1, %2 from its start.").arg(grouped(place.buffer), offset_number(place.offset))
          : LoopMapText::tr("%1 from the start of the loop's buffer.").arg(offset_number(place.offset));
  const QString ring = ring_text(map, t, offset_of(loop, place));
  return ring.isEmpty() ? buffer : ring + ' ' + buffer;
}

QString loop_title(const ShownLoop& loop) {
  QStringList names;
  for (const std::string& name : loop.path) names += text_of(name);
  return names.join(" / ");
}

QString loop_summary(const ShownLoop& shown) {
  const LoopPlan& loop = *shown.plan;
  QStringList parts;
  const QString name = loop_title(shown);
  parts += loop.rings.repeat == 1
               ? LoopMapText::tr("%1: every iteration finds its tensors in the same places.").arg(name)
               : LoopMapText::tr("%1: the places repeat after %Ln iteration(s).", nullptr, as_int(loop.rings.repeat))
                     .arg(name);
  const QString rule = plan_name(loop.plan.strategy);
  const QString memory = human_bytes(loop.plan.footprint);
  parts += loop.plan.proved_optimal
               ? LoopMapText::tr("%1 in %Ln buffer(s) by %2, %3.", nullptr, as_int(loop.buffers.size()))
                     .arg(memory, rule, optimal_text(*loop.unrolled))
               : LoopMapText::tr("%1 in %Ln buffer(s) by %2.", nullptr, as_int(loop.buffers.size())).arg(memory, rule);
  if (loop.joined > 0)
    parts += LoopMapText::tr(
        "Some tensors of the body have their own alignment, so %Ln separate buffer(s) are merged into one.", nullptr,
        as_int(loop.joined));
  return parts.join(' ');
}

QString results_text(const ShownLoop& shown, std::size_t iteration) {
  const LoopPlan& loop = *shown.plan;
  const Graph& body = *loop.body;
  QStringList places;
  std::size_t more = 0;
  for (TensorId t : results_of(shown)) {
    const LoopView& view = loop.views[t.index()];
    if (view.empty()) continue;
    if (places.size() == kNamedResults) {
      ++more;
      continue;
    }
    places += view.at(iteration).outside.valid()
                  ? LoopMapText::tr("%1 is %2").arg(text_of(body.name(t)), place_text(shown, view.at(iteration)))
                  : LoopMapText::tr("%1 at %2").arg(text_of(body.name(t)), place_text(shown, view.at(iteration)));
  }
  if (places.isEmpty()) return LoopMapText::tr("The loop has no results.");
  if (more > 0) places += LoopMapText::tr("%Ln more", nullptr, as_int(more));
  return LoopMapText::tr("If iteration %1 is the last, the results lie here: %2.")
      .arg(grouped(iteration), places.join(", "));
}

}  // namespace stowage
