// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/lanes/lanes_painter.h"

#include <QSet>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/graph/laid_out.h"
#include "widgets/painters/charts/step_chart.h"
#include "widgets/painters/graph/graph_painter.h"
#include "widgets/painters/heap_map/heap_map_painter.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"

namespace stowage {
namespace {

constexpr std::size_t kBlock = 64;

bool before(const ControlEdge& a, const ControlEdge& b) {
  return a.before != b.before ? a.before < b.before : a.after < b.after;
}

constexpr std::size_t kFewArcs = 60;    // of a whole graph: all are drawn
constexpr std::size_t kMostArcs = 80;   // of a selection: what a frame has time for
constexpr std::size_t kMostThick = 16;  // arcs over columns of pixels: one wider than a pixel takes ten times as long
constexpr std::size_t kMostMarked = 2000;   // tensors whose operators are marked
constexpr double kNameLine = 13;            // pixels of a line of a name in two lines
constexpr std::size_t kMostMeasured = 200;  // names of lanes
constexpr double kLeastBesideCount = 48;    // pixels of a name that leaves room for a count
constexpr double kNameDistance = 13, kSwatch = 10, kPadding = 6, kTickRoom = 90;
constexpr double kOverBoxes = 0.4;       // opacity of lit arrows where they pass over boxes
constexpr double kHovered = 0.7;         // and of the arrows of the hovered box
constexpr double kRedundantShare = 0.3;  // of the background in the colour of a sync that others imply

/// All of a note, and the same without its last parts: the longest first.
QStringList whole_parts(const QString& note) {
  QStringList parts = note.split(QStringLiteral(" · ")), out;
  for (; !parts.isEmpty(); parts.removeLast()) out << parts.join(QStringLiteral(" · "));
  return out;
}

/// Operators of the file on a stream: copies of one are all there.
QString lane_count(const Graph& graph, StreamId stream) {
  const auto all = graph.operators_of(stream);
  return grouped(graph.laid_out() == nullptr ? all.size()
                                             : static_cast<std::size_t>(std::ranges::count_if(
                                                   all, [&](OperatorId o) { return is_first(graph, o); })));
}

template <class Id>
bool contains(std::span<const Id> sorted, Id value) {
  return std::ranges::binary_search(sorted, value);
}

/// A number of syncs in view beyond which only those of the selection are drawn.
std::size_t most_syncs(const LanesGeometry& geometry) {
  return static_cast<std::size_t>(std::clamp(geometry.plot().width() / 12, 30.0, 80.0));
}

/// Which data arcs are drawn: all where they are few, otherwise those of the selection.
struct ArcsDrawn {
  std::vector<DataArc> arcs{};
  bool complete = true;  ///< false: the selection has more
};
ArcsDrawn arcs_drawn(const LanesScene& scene) {
  ArcsDrawn out;
  const Graph& graph = *scene.graph;
  if (use_count(graph) <= kFewArcs) {
    for (TensorId t : graph.tensors()) add_arcs(graph, t, kFewArcs, out.arcs);
    return out;
  }
  const auto add = [&](auto id) { out.complete = out.complete && add_arcs(graph, id, kMostArcs, out.arcs); };
  for (std::size_t i = 0; i < scene.operators.size() && out.complete; ++i) add(scene.operators[i]);
  for (std::size_t i = 0; i < scene.tensors.size() && out.complete; ++i) add(scene.tensors[i]);
  return out;
}

/// The arcs of the hovered operator, where not all arcs are drawn.
ArcsDrawn arcs_hovered(const LanesScene& scene, const LanesHover& hover) {
  ArcsDrawn out;
  const Graph& graph = *scene.graph;
  if (use_count(graph) <= kFewArcs) return out;
  if (hover.op.valid()) out.complete = add_arcs(graph, hover.op, kMostArcs, out.arcs);
  if (hover.tensor.valid()) out.complete = add_arcs(graph, hover.tensor, kMostArcs, out.arcs);
  return out;
}

struct Painting {
  QPainter& painter;
  const LanesScene& scene;
  const LanesGeometry& geometry;
  const Theme& theme;
  const Graph& graph = *scene.graph;
  const ArcsDrawn arcs = arcs_drawn(scene);
  const std::vector<std::size_t> syncs = syncs_drawn(scene, geometry);
  const LanesHover hover{};

  void paint() {
    paint_ground();
    painter.save();
    painter.setClipRect(geometry.plot(), Qt::IntersectClip);
    paint_gaps(painter, scene, geometry, theme);
    // Arrows pass behind boxes, whose names are to be read. Columns of pixels would hide them: there they come above.
    if (!geometry.aggregates()) paint_arrows(Arrows::all);
    paint_lane_boxes(painter, scene, geometry, theme);
    paint_critical_path(painter, scene, geometry, theme);
    paint_outside_of_range();
    paint_arrows(geometry.aggregates() ? Arrows::all : Arrows::lit);
    paint_path();
    paint_marks();
    paint_time_cursor();
    painter.restore();
    paint_names();
    paint_axis();
  }

  /// Over boxes and their names, so arrows are see-through there.
  void paint_hovered() {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(geometry.plot(), Qt::IntersectClip);
    if (!geometry.aggregates()) painter.setOpacity(kHovered);
    paint_arcs(Arrows::all);
    paint_syncs(Arrows::all);
    painter.setOpacity(1);
    if (hover.tensor.valid()) mark_tensor(hover.tensor);
    if (hover.op.valid() && !contains(scene.operators, hover.op)) paint_ring(hover.op, theme.text, 1.6);
  }

  enum class Arrows { all, lit };

  [[nodiscard]] QRectF box_of(OperatorId o) const {
    return near_plot(geometry.box(o.index(), graph.stream(o).index()), geometry.plot());
  }

  void paint_ground() {
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(geometry.plot(), theme.surface);
    if (scene.bands != nullptr && !geometry.over_time()) paint_bands();
    painter.setPen(QPen(theme.grid, page_line(1)));
    const auto lanes = geometry.lanes_in_view();
    for (std::size_t lane = lanes.begin; lane < lanes.end; ++lane) {
      const double y = std::floor(geometry.lane(lane).bottom()) - 0.5;
      if (y < geometry.plot().bottom() + 1)
        painter.drawLine(QPointF(geometry.names().left(), y), {geometry.plot().right(), y});
    }
    painter.drawLine(geometry.plot().topLeft(), geometry.plot().bottomLeft());
    painter.setRenderHint(QPainter::Antialiasing);
  }

  void paint_bands() {
    const double last = std::min(geometry.view().end, static_cast<double>(geometry.steps()));
    const BandRow row(*scene.bands, geometry.view().begin, last, geometry.plot().left(), geometry.x_of(last));
    row.paint_ground(painter, geometry.plot(), theme.surface, theme);
    row.paint_borders(painter, geometry.plot(), theme);
    if (!geometry.bands().isNull()) row.paint_row(painter, geometry.bands().adjusted(0, 0, 0, -1), theme);
  }

  void paint_outside_of_range() {
    if (!scene.time_range || geometry.over_time()) return;  // over time, each of them is dimmed
    const QColor veil = see_through(theme.surface, 0.75, theme.surface);
    const QRectF& plot = geometry.plot();
    const auto [first, second] = *scene.time_range;
    if (first >= geometry.steps()) return;
    const auto span = geometry.scale().span_of(first, std::min(second, geometry.steps()));
    const double from = std::clamp(geometry.x_of(span.begin), plot.left(), plot.right());
    const double to = std::clamp(geometry.x_of(span.end), plot.left(), plot.right());
    painter.fillRect(QRectF(plot.topLeft(), QPointF(from, plot.bottom())), veil);
    painter.fillRect(QRectF(QPointF(to, plot.top()), plot.bottomRight()), veil);
    painter.setPen(QPen(theme.muted_text, page_line(1)));
    for (const double x : {from, to}) painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
  }

  [[nodiscard]] bool in_view(OperatorId from, OperatorId to) const {
    const QRectF between = box_of(from).united(box_of(to));
    return between.intersects(geometry.plot());
  }

  void paint_arrow(OperatorId from, OperatorId to, const EdgeStyle& style) {
    if (!in_view(from, to)) return;
    const LaneArrow arrow = lane_arrow(geometry, graph, from, to);
    if (arrow.path.isEmpty()) return;
    painter.strokePath(arrow.path, edge_pen(style, style.width));
    if (style.head) paint_arrow_head(painter, arrow.path.currentPosition(), arrow.tip, style, theme.surface);
  }

  /// Those that are lit can be followed across boxes, too, faintly. So can all syncs on the time axis, where what waits
  /// stands right behind its neighbour.
  void paint_arrows(Arrows which) {
    if (which == Arrows::lit) painter.setOpacity(kOverBoxes);
    paint_arcs(which);
    paint_syncs(which);
    painter.setOpacity(1);
  }

  void paint_arcs(Arrows which) {
    EdgeStyle style = edge_style(GraphLayout::EdgeKind::data, theme);
    const bool thin = geometry.aggregates() && arcs.arcs.size() > kMostThick;
    for (const bool lit : {false, true})
      for (const DataArc& arc : arcs.arcs) {
        if (is_lit(arc) != lit || (which == Arrows::lit && !lit)) continue;
        style.color = lit ? theme.selection : edge_style(GraphLayout::EdgeKind::data, theme).color;
        style.width = thin ? 1 / painter.device()->devicePixelRatio() : lit ? 1.8 : 1.1;
        paint_arrow(arc.from, arc.to, style);
      }
  }

  [[nodiscard]] bool is_lit(const DataArc& arc) const {
    return contains(scene.operators, arc.from) || contains(scene.operators, arc.to) ||
           contains(scene.tensors, arc.tensor);
  }

  void paint_syncs(Arrows which) {
    for (const std::size_t k : syncs) {
      const ControlEdge& sync = scene.links->syncs()[k];
      const bool lit = contains(scene.operators, sync.before) || contains(scene.operators, sync.after) ||
                       hover.sync == k || scene.selected_sync == k;
      if (which == Arrows::lit && !lit && !geometry.over_time()) continue;
      EdgeStyle style = edge_style(GraphLayout::EdgeKind::control, theme);
      if (!scene.redundant.empty() && scene.redundant[k] != 0) {
        style.color = mix(style.color, theme.surface, kRedundantShare);
        style.width = 1;
      }
      if (lit) style.width = 2.2;
      if (scene.selected_sync == k) style.color = theme.selection, style.width = 3;
      paint_arrow(sync.before, sync.after, style);
    }
  }

  void paint_path() {
    if (scene.path.empty()) return;
    const EdgeStyle style{.color = theme.path, .width = 2.6};
    for (std::size_t i = 0; i + 1 < scene.path.size(); ++i)
      if (scene.path[i] < scene.path[i + 1]) paint_arrow(scene.path[i], scene.path[i + 1], style);
    for (OperatorId o : scene.path) paint_ring(o, theme.path, 2.4);
  }

  void paint_ring(OperatorId o, const QColor& color, double width) {
    const QRectF box = box_of(o);
    if (!box.intersects(geometry.plot())) return;
    set_ink(painter, QPen(color, page_line(width)), Qt::NoBrush);
    const double out = width / 2 + 0.5;
    painter.drawRoundedRect(box.adjusted(-out, -out, out, out), 4, 4);
  }

  void paint_marks() {
    if (geometry.aggregates())
      paint_selected_columns();
    else
      for (OperatorId o : selected_in_view()) paint_ring(o, theme.selection, 2.4);
    for (std::size_t i = 0; i < scene.tensors.size() && i < kMostMarked; ++i) mark_tensor(scene.tensors[i]);
  }

  [[nodiscard]] std::span<const OperatorId> selected_in_view() const {
    const auto steps = geometry.steps_in_view();
    const auto first = std::ranges::lower_bound(scene.operators, OperatorId(steps.begin));
    return {first, std::ranges::lower_bound(first, scene.operators.end(), OperatorId(steps.end))};
  }

  /// Lines above and below the columns of pixels in which operators are selected, a strip of pixels a lane: a million
  /// operators are a few thousand columns.
  void paint_selected_columns() {
    const auto lanes = geometry.lanes_in_view();
    const QRectF& plot = geometry.plot();
    const auto columns = static_cast<std::size_t>(std::ceil(plot.width()));
    std::vector<std::uint8_t> marked((lanes.end - lanes.begin) * columns);
    for (OperatorId o : selected_in_view()) {
      const std::size_t lane = graph.stream(o).index();
      if (lane < lanes.begin || lane >= lanes.end) continue;
      if (!geometry.is_in_view(o.index())) continue;
      const double left = std::max(geometry.x_of(geometry.scale().begin(o.index())) - plot.left(), 0.0);
      const double right = geometry.x_of(geometry.scale().end(o.index())) - plot.left();
      const auto from = std::min(static_cast<std::size_t>(left), columns - 1);
      const auto to = std::clamp(static_cast<std::size_t>(std::max(right, 0.0)), from + 1, columns);
      std::fill_n(marked.begin() + static_cast<std::ptrdiff_t>((lane - lanes.begin) * columns + from), to - from, 1);
    }
    QImage strip(static_cast<int>(columns), 1, QImage::Format_ARGB32_Premultiplied);
    for (std::size_t lane = lanes.begin; lane < lanes.end; ++lane) {
      const auto* marks = marked.data() + (lane - lanes.begin) * columns;
      auto* pixels = reinterpret_cast<QRgb*>(strip.scanLine(0));
      std::transform(marks, marks + columns, pixels,
                     [color = theme.selection.rgb()](std::uint8_t mark) { return mark != 0 ? color : 0; });
      const QRectF box = geometry.boxes(lane);
      for (const double y : {box.top() - 2, box.bottom()})
        draw_cells(painter, QRectF(plot.left(), y, static_cast<double>(columns), 2), strip);
    }
  }

  void mark_tensor(TensorId t) {
    if (graph.producer(t).valid()) paint_ring(graph.producer(t), theme.selection, 1.6);
    for (OperatorId o : graph.consumers(t).first(std::min(graph.consumers(t).size(), kMostMarked)))
      paint_ring(o, theme.selection, 1.2);
  }

  void paint_time_cursor() {
    if (!scene.time_cursor || *scene.time_cursor >= geometry.steps()) return;
    const double x =
        geometry.x_of(scene.event_cursor ? *scene.event_cursor + 0.5 : geometry.scale().mark(*scene.time_cursor));
    const QRectF& plot = geometry.plot();
    if (x < plot.left() || x > plot.right()) return;
    painter.setPen(QPen(theme.text, page_line(1)));
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
  }

  /// The names of the lanes in view, and whether each has room for its count beside it. On screen a name is cut so far
  /// that its count can be read, as long as the names still differ then; on a page the name comes first.
  struct LaneLabels {
    QStringList names{}, counts{};
    std::vector<bool> with_count{};
  };
  [[nodiscard]] LaneLabels lane_labels() const {
    LaneLabels out;
    const QFont font = paint_font(12), small = paint_font(11);
    const double room = geometry.names().width() - kSwatch - 3 * kPadding;
    const bool small_page = on_small_page(geometry.plot().right() - geometry.names().left());
    const auto lanes = geometry.lanes_in_view();
    double widest = 0;
    for (std::size_t lane = lanes.begin; lane < lanes.end; ++lane) {
      out.names += stream_label(graph, StreamId(lane));
      out.counts += lane_count(graph, StreamId(lane));
      const double beside = text_width(small, out.counts.back()) + kPadding;
      widest = std::max(widest, beside);
      out.with_count.push_back(!small_page && text_width(font, out.names.back()) + beside <= room);
    }
    if (page_style() == nullptr && room - widest >= kLeastBesideCount) {
      QStringList shorter = fitted_apart(font, out.names, room - widest);
      for (qsizetype k = 0; k < shorter.size(); ++k)
        if (out.with_count[static_cast<std::size_t>(k)]) shorter[k] = out.names[k];
      if (distinct(shorter) == distinct(out.names)) {
        out.with_count.assign(out.with_count.size(), true);
        out.names = std::move(shorter);
        return out;
      }
    }
    out.names = fitted_apart(font, out.names, room);
    return out;
  }
  [[nodiscard]] static qsizetype distinct(const QStringList& names) {
    return QSet<QString>(names.begin(), names.end()).size();
  }

  void paint_names() {
    const QRectF names = geometry.names();
    painter.save();
    painter.setClipRect(names, Qt::IntersectClip);
    const QFont font = paint_font(12), small = paint_font(11);
    const auto lanes = geometry.lanes_in_view();
    const LaneLabels labels = lane_labels();
    double last = names.top() - kSwatch;
    for (std::size_t lane = lanes.begin; lane < lanes.end; ++lane) {
      const StreamId s(lane);
      // On a page, lanes may be lower than their names.
      if (page_style() != nullptr && geometry.lane(lane).center().y() - last < kNameDistance) continue;
      last = geometry.lane(lane).center().y();
      const double middle = geometry.lane(lane).center().y();
      const QRectF swatch(names.left() + kPadding, middle - kSwatch / 2, kSwatch, kSwatch);
      const bool by_stream = scene.coloring == nullptr;  // otherwise that colour would mean another thing
      fill_rect(painter, swatch, by_stream ? stream_fill(graph, s, theme) : Fill{theme.neutral});
      const std::size_t row = lane - lanes.begin;
      const QString& count = labels.counts[static_cast<qsizetype>(row)];
      const QString& name = labels.names[static_cast<qsizetype>(row)];
      QRectF line(swatch.right() + kPadding, middle - 9, names.right() - swatch.right() - 2 * kPadding, 18);
      if (labels.with_count[row]) {
        set_letters(painter, small, theme.muted_text);
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, count);
        line.setRight(line.right() - text_width(small, count) - kPadding);
      }
      set_letters(painter, font, theme.text);
      const QStringList two = in_two_lines(stream_label(graph, s), name, line.width());
      if (two.size() == 2 && geometry.lane(lane).height() >= 2 * kNameLine) {
        const QRectF both(line.left(), middle - kNameLine, line.width(), 2 * kNameLine);
        painter.drawText(both, Qt::AlignLeft | Qt::AlignVCenter, two.join('\n'));
        continue;
      }
      painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, name);
    }
    painter.restore();
  }

  /// On a page, a name that one line would cut: two that hold all of it, or none.
  [[nodiscard]] QStringList in_two_lines(const QString& whole, const QString& cut, double width) const {
    if (page_style() == nullptr || whole == cut) return {};
    const QStringList lines = wrapped(painter.font(), whole, width);
    const bool fits = lines.size() == 2 && std::ranges::all_of(lines, [&](const QString& each) {
                        return text_width(painter.font(), each) <= width;
                      });
    return fits ? lines : QStringList();
  }

  [[nodiscard]] std::vector<Tick> axis_ticks() const {
    const double begin = geometry.view().begin, end = std::min(geometry.view().end, geometry.scale().length());
    const double width = geometry.x_of(end) - geometry.axis().left();
    const int most = std::max(2, static_cast<int>(width / kTickRoom));
    return place_ticks(geometry.scale(), graph.times(), begin, end, most);
  }

  void paint_axis() {
    const bool over_steps = graph.times().empty() && !geometry.over_time();
    const QRectF& axis = geometry.axis();
    painter.setFont(paint_font(11));
    const bool shown = page_has_axis_labels() && !axis.isEmpty();
    for (const Tick& tick : shown ? axis_ticks() : std::vector<Tick>()) {
      const double x = std::round(geometry.x_of(tick.value)) + 0.5;
      painter.setPen(QPen(theme.grid, page_line(1)));
      painter.drawLine(QPointF(x, axis.top()), QPointF(x, axis.top() + 3));
      painter.setPen(theme.muted_text);
      draw_tick_label(painter, {x, axis.top() + 3}, tick.label, axis.left(), axis.right());
    }
    painter.drawText(
        QRectF(geometry.names().left() + kPadding, axis.top(), geometry.names().width() - 2 * kPadding, axis.height()),
        Qt::AlignRight | Qt::AlignVCenter,
        !shown                           ? QString()
        : geometry.scale().over_events() ? LanesText::tr("event")
        : over_steps                     ? LanesText::tr("step")
                                         : LanesText::tr("time"));
    QRectF strip = geometry.strip();
    strip.setRight(strip.right() - paint_time_legend(painter, strip, geometry, theme));
    if (!page_has_captions()) return;
    const QFont font = paint_font(11);
    painter.setPen(theme.muted_text);
    painter.drawText(strip.adjusted(4, 0, -4, 0), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     page_style() != nullptr
                         ? fitting(font, whole_parts(lanes_note(scene, geometry)), strip.width() - 8)
                         : fitted(font, lanes_note(scene, geometry), strip.width() - 8));
  }
};

/// Those that pass through what is in view, as places in links->syncs(); one more than most_syncs() where they are too
/// many to draw.
std::vector<std::uint32_t> syncs_in_view(const LanesScene& scene, const LanesGeometry& geometry) {
  const auto steps = geometry.steps_in_view(), lanes = geometry.lanes_in_view();
  const std::size_t most = most_syncs(geometry);
  const bool all_lanes = lanes.begin == 0 && lanes.end == geometry.lanes();
  if (all_lanes && !geometry.over_time()) return scene.links->across(steps.begin, steps.end, most);
  return scene.links->across(steps.begin, steps.end, most, [&](const ControlEdge& sync) {
    const auto [low, high] =
        std::minmax({scene.graph->stream(sync.before).index(), scene.graph->stream(sync.after).index()});
    return high >= lanes.begin && low < lanes.end &&
           geometry.scale().begin(sync.before.index()) < geometry.view().end &&
           geometry.scale().end(sync.after.index()) > geometry.view().begin;
  });
}

}  // namespace

LaneLinks::LaneLinks(const Graph& graph) : syncs_(graph.control().begin(), graph.control().end()) {
  if (!std::ranges::is_sorted(syncs_, before)) std::ranges::sort(syncs_, before);  // often they are
  syncs_.erase(std::ranges::unique(syncs_).begin(), syncs_.end());
  for (std::size_t k = 0; k < syncs_.size(); ++k) {
    if (k % kBlock == 0) latest_.push_back(syncs_[k].after);
    latest_.back() = std::max(latest_.back(), syncs_[k].after);
  }
  by_after_.resize(syncs_.size());
  std::iota(by_after_.begin(), by_after_.end(), std::uint32_t{0});
  const auto after = [this](std::uint32_t k) { return std::pair(syncs_[k].after, k); };
  std::ranges::sort(by_after_, {}, after);
}

std::vector<std::uint32_t> LaneLinks::at(OperatorId o, std::size_t most) const {
  std::vector<std::uint32_t> out;
  const auto [out_begin, out_end] = std::ranges::equal_range(syncs_, o, {}, &ControlEdge::before);
  for (auto edge = out_begin; edge != out_end && out.size() < most; ++edge)
    out.push_back(static_cast<std::uint32_t>(edge - syncs_.begin()));
  const auto into = std::ranges::equal_range(by_after_, o, {}, [this](std::uint32_t k) { return syncs_[k].after; });
  for (auto k = into.begin(); k != into.end() && out.size() < most; ++k) out.push_back(*k);
  return out;
}

std::vector<std::uint32_t> LaneLinks::across(std::size_t begin, std::size_t end, std::size_t most,
                                             const Wanted& wanted) const {
  std::vector<std::uint32_t> out;
  for (std::size_t block = 0; block < latest_.size(); ++block) {
    if (syncs_[block * kBlock].before.index() >= end) break;
    if (latest_[block].index() < begin) continue;
    const std::size_t last = std::min(syncs_.size(), (block + 1) * kBlock);
    for (std::size_t k = block * kBlock; k < last; ++k) {
      if (syncs_[k].before.index() >= end || syncs_[k].after.index() < begin) continue;
      if (wanted && !wanted(syncs_[k])) continue;
      out.push_back(static_cast<std::uint32_t>(k));
      if (out.size() > most) return out;
    }
  }
  return out;
}

std::size_t LaneLinks::find(const ControlEdge& sync) const {
  const auto at = std::ranges::lower_bound(syncs_, sync, before);
  return at != syncs_.end() && *at == sync ? static_cast<std::size_t>(at - syncs_.begin()) : syncs_.size();
}

std::size_t use_count(const Graph& graph) {
  return graph.data().tensor_consumers.item_count();
}

bool add_arcs(const Graph& graph, TensorId t, std::size_t most, std::vector<DataArc>& arcs) {
  const OperatorId from = graph.producer(t);
  if (!from.valid()) return true;
  for (OperatorId to : graph.consumers(t)) {
    if (to == from) continue;
    if (arcs.size() >= most) return false;
    arcs.push_back({from, to, t});
  }
  return true;
}

bool add_arcs(const Graph& graph, OperatorId o, std::size_t most, std::vector<DataArc>& arcs) {
  for (TensorId t : graph.inputs(o)) {
    const OperatorId from = graph.producer(t);
    if (!from.valid() || from == o) continue;
    if (arcs.size() >= most) return false;
    arcs.push_back({from, o, t});
  }
  return std::ranges::all_of(graph.outputs(o), [&](TensorId t) { return add_arcs(graph, t, most, arcs); });
}

std::vector<std::size_t> syncs_drawn(const LanesScene& scene, const LanesGeometry& geometry) {
  const std::size_t most = most_syncs(geometry);
  const auto seen = syncs_in_view(scene, geometry);
  if (seen.size() <= most) return {seen.begin(), seen.end()};
  std::vector<std::size_t> out;
  const auto add = [&](OperatorId o) {
    if (out.size() >= most) return;
    const auto some = scene.links->at(o, most - out.size());
    out.insert(out.end(), some.begin(), some.end());
  };
  for (std::size_t i = 0; i < scene.operators.size() && out.size() < most; ++i) add(scene.operators[i]);
  if (scene.selected_sync) out.push_back(*scene.selected_sync);
  std::ranges::sort(out);
  out.erase(std::ranges::unique(out).begin(), out.end());
  return out;
}

std::vector<std::size_t> syncs_hovered(const LanesScene& scene, const LanesHover& hover, const LanesGeometry& geometry,
                                       std::span<const std::size_t> drawn) {
  std::vector<std::size_t> out;
  if (hover.op.valid())
    for (const std::size_t k : scene.links->at(hover.op, most_syncs(geometry)))
      if (!contains(drawn, k) && hover.sync != k) out.push_back(k);
  if (hover.sync) out.push_back(*hover.sync);
  return out;
}

QString lanes_note(const LanesScene& scene, const LanesGeometry& geometry) {
  QStringList words;
  const QLocale locale;
  if (geometry.aggregates())
    words << (geometry.over_time()
                  ? LanesText::tr("%1 per pixel (pale: less busy)").arg(human_duration(1e-6 / geometry.unit_width()))
                  : LanesText::tr("%1 steps per pixel (pale: fewer)")
                        .arg(locale.toString(1 / geometry.unit_width(), 'f', 1)));
  if (geometry.over_time() && scene.bands != nullptr) words << LanesText::tr("parts of the order are shown over steps");
  if (geometry.most_scroll() > 0) {
    const auto lanes = geometry.lanes_in_view();
    words << LanesText::tr("lanes %1 to %2 of %3")
                 .arg(grouped(lanes.begin + 1), grouped(lanes.end), grouped(geometry.lanes()));
  }
  if (syncs_in_view(scene, geometry).size() > most_syncs(geometry))
    words << (page_style() != nullptr ? LanesText::tr("%1 syncs hidden")
                                      : LanesText::tr("%1 syncs hidden: zoom in or select operators"))
                 .arg(grouped(scene.links->syncs().size()));
  if (!arcs_drawn(scene).complete)
    words << LanesText::tr("of the selection's arcs, %1 are drawn").arg(grouped(kMostArcs));
  if (words.isEmpty()) return {};
  words.front().front() = words.front().front().toUpper();
  return words.join(QStringLiteral(" · "));
}

double lane_names_width(const Graph& graph, bool with_counts) {
  const QFont font = paint_font(12);
  double widest = 0;
  for (std::size_t s = 0; s < graph.stream_count() && s < kMostMeasured; ++s)
    widest = std::max(widest, text_width(font, stream_label(graph, StreamId(s))));
  const double count = with_counts ? text_width(paint_font(11), grouped(graph.operator_count())) : 0;
  return kSwatch + 4 * kPadding + std::ceil(widest) + count;
}

double lane_labels_width(const Graph& graph) {
  const QFont font = paint_font(12), small = paint_font(11);
  double widest = 0;
  for (std::size_t s = 0; s < graph.stream_count() && s < kMostMeasured; ++s)
    widest = std::max(
        widest, text_width(font, stream_label(graph, StreamId(s))) + text_width(small, lane_count(graph, StreamId(s))));
  return kSwatch + 4 * kPadding + std::ceil(widest);
}

void paint_lanes(QPainter& painter, const LanesScene& scene, const LanesGeometry& geometry, const Theme& theme) {
  painter.save();
  Painting{painter, scene, geometry, theme}.paint();
  painter.restore();
}

void paint_lanes_hover(QPainter& painter, const LanesScene& scene, const LanesHover& hover,
                       std::vector<std::size_t> syncs, const LanesGeometry& geometry, const Theme& theme) {
  painter.save();
  Painting{painter, scene, geometry, theme, *scene.graph, arcs_hovered(scene, hover), std::move(syncs), hover}
      .paint_hovered();
  painter.restore();
}

}  // namespace stowage
