// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/lanes/lanes_painter.h"

#include <QSet>
#include <cmath>
#include <numeric>

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
constexpr double kRedundantShare = 0.3;  // of the background in the colour of a sync that others imply

/// All of a note, and the same without its last parts: the longest first.
QStringList whole_parts(const QString& note) {
  QStringList parts = note.split(QStringLiteral(" · ")), out;
  for (; !parts.isEmpty(); parts.removeLast()) out << parts.join(QStringLiteral(" · "));
  return out;
}

template <class Id>
bool contains(std::span<const Id> sorted, Id value) {
  return std::ranges::binary_search(sorted, value);
}

/// A number of syncs in view beyond which only those of the selection are drawn.
std::size_t most_syncs(const LanesGeometry& geometry) {
  return static_cast<std::size_t>(std::clamp(geometry.plot().width() / 12, 30.0, 80.0));
}

/// Which data arcs are drawn: all where they are few, otherwise those of the selection and of what is under the mouse.
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
  if (scene.hovered_operator.valid()) add_arcs(graph, scene.hovered_operator, 2 * kMostArcs, out.arcs);
  if (scene.hovered_tensor.valid()) add_arcs(graph, scene.hovered_tensor, 2 * kMostArcs, out.arcs);
  return out;
}

class Painting {
 public:
  Painting(QPainter& painter, const LanesScene& scene, const LanesGeometry& geometry, const Theme& theme)
      : painter_(painter),
        scene_(scene),
        graph_(*scene.graph),
        geometry_(geometry),
        theme_(theme),
        arcs_(arcs_drawn(scene)),
        syncs_(syncs_drawn(scene, geometry)) {}

  void paint() {
    paint_ground();
    painter_.save();
    painter_.setClipRect(geometry_.plot(), Qt::IntersectClip);
    paint_gaps(painter_, scene_, geometry_, theme_);
    // Arrows pass behind boxes, whose names are to be read. Columns of pixels would hide them: there they come above.
    if (!geometry_.aggregates()) paint_arrows(Arrows::all);
    paint_lane_boxes(painter_, scene_, geometry_, theme_);
    paint_critical_path(painter_, scene_, geometry_, theme_);
    paint_outside_of_range();
    paint_arrows(geometry_.aggregates() ? Arrows::all : Arrows::lit);
    paint_path();
    paint_marks();
    paint_time_cursor();
    painter_.restore();
    paint_names();
    paint_axis();
  }

 private:
  enum class Arrows { all, lit };

  [[nodiscard]] QRectF box_of(OperatorId o) const {
    return near_plot(geometry_.box(o.index(), graph_.stream(o).index()), geometry_.plot());
  }

  void paint_ground() {
    painter_.setRenderHint(QPainter::Antialiasing, false);
    painter_.fillRect(geometry_.plot(), theme_.surface);
    if (scene_.bands != nullptr && !geometry_.over_time()) paint_bands();
    painter_.setPen(QPen(theme_.grid, page_line(1)));
    const auto lanes = geometry_.lanes_in_view();
    for (std::size_t lane = lanes.begin; lane < lanes.end; ++lane) {
      const double y = std::floor(geometry_.lane(lane).bottom()) - 0.5;
      if (y < geometry_.plot().bottom() + 1)
        painter_.drawLine(QPointF(geometry_.names().left(), y), {geometry_.plot().right(), y});
    }
    painter_.drawLine(geometry_.plot().topLeft(), geometry_.plot().bottomLeft());
    painter_.setRenderHint(QPainter::Antialiasing);
  }

  void paint_bands() {
    const double last = std::min(geometry_.view().end, static_cast<double>(geometry_.steps()));
    const BandRow row(*scene_.bands, geometry_.view().begin, last, geometry_.plot().left(), geometry_.x_of(last));
    row.paint_ground(painter_, geometry_.plot(), theme_.surface, theme_);
    row.paint_borders(painter_, geometry_.plot(), theme_);
    if (!geometry_.bands().isNull()) row.paint_row(painter_, geometry_.bands().adjusted(0, 0, 0, -1), theme_);
  }

  void paint_outside_of_range() {
    if (!scene_.time_range || geometry_.over_time()) return;  // over time, each of them is dimmed
    const QColor veil = see_through(theme_.surface, 0.75, theme_.surface);
    const QRectF& plot = geometry_.plot();
    const auto [first, second] = *scene_.time_range;
    if (first >= geometry_.steps()) return;
    const auto span = geometry_.scale().span_of(first, std::min(second, geometry_.steps()));
    const double from = std::clamp(geometry_.x_of(span.begin), plot.left(), plot.right());
    const double to = std::clamp(geometry_.x_of(span.end), plot.left(), plot.right());
    painter_.fillRect(QRectF(plot.topLeft(), QPointF(from, plot.bottom())), veil);
    painter_.fillRect(QRectF(QPointF(to, plot.top()), plot.bottomRight()), veil);
    painter_.setPen(QPen(theme_.muted_text, page_line(1)));
    for (const double x : {from, to}) painter_.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
  }

  [[nodiscard]] bool in_view(OperatorId from, OperatorId to) const {
    const QRectF between = box_of(from).united(box_of(to));
    return between.intersects(geometry_.plot());
  }

  void paint_arrow(OperatorId from, OperatorId to, const EdgeStyle& style) {
    if (!in_view(from, to)) return;
    const LaneArrow arrow = lane_arrow(geometry_, graph_, from, to);
    painter_.strokePath(arrow.path, edge_pen(style, style.width));
    if (style.head) paint_arrow_head(painter_, arrow.path.currentPosition(), arrow.tip, style, theme_.surface);
  }

  /// Those that are lit can be followed across boxes, too, faintly. So can all syncs on the time axis, where what waits
  /// stands right behind its neighbour.
  void paint_arrows(Arrows which) {
    if (which == Arrows::lit) painter_.setOpacity(kOverBoxes);
    paint_arcs(which);
    paint_syncs(which);
    painter_.setOpacity(1);
  }

  void paint_arcs(Arrows which) {
    EdgeStyle style = edge_style(GraphLayout::EdgeKind::data, theme_);
    const bool thin = geometry_.aggregates() && arcs_.arcs.size() > kMostThick;
    for (const bool lit : {false, true})
      for (const DataArc& arc : arcs_.arcs) {
        if (is_lit(arc) != lit || (which == Arrows::lit && !lit)) continue;
        style.color = lit ? theme_.selection : edge_style(GraphLayout::EdgeKind::data, theme_).color;
        style.width = thin ? 1 / painter_.device()->devicePixelRatio() : lit ? 1.8 : 1.1;
        paint_arrow(arc.from, arc.to, style);
      }
  }

  [[nodiscard]] bool is_lit(const DataArc& arc) const {
    return contains(scene_.operators, arc.from) || contains(scene_.operators, arc.to) ||
           contains(scene_.tensors, arc.tensor);
  }

  void paint_syncs(Arrows which) {
    for (const std::size_t k : syncs_) {
      const ControlEdge& sync = scene_.links->syncs()[k];
      const bool lit = contains(scene_.operators, sync.before) || contains(scene_.operators, sync.after) ||
                       scene_.hovered_sync == k || scene_.selected_sync == k;
      if (which == Arrows::lit && !lit && !geometry_.over_time()) continue;
      EdgeStyle style = edge_style(GraphLayout::EdgeKind::control, theme_);
      if (!scene_.redundant.empty() && scene_.redundant[k] != 0) {
        style.color = mix(style.color, theme_.surface, kRedundantShare);
        style.width = 1;
      }
      if (lit) style.width = 2.2;
      if (scene_.selected_sync == k) style.color = theme_.selection, style.width = 3;
      paint_arrow(sync.before, sync.after, style);
    }
  }

  void paint_path() {
    if (scene_.path.empty()) return;
    const EdgeStyle style{.color = theme_.path, .width = 2.6};
    for (std::size_t i = 0; i + 1 < scene_.path.size(); ++i)
      if (scene_.path[i] < scene_.path[i + 1]) paint_arrow(scene_.path[i], scene_.path[i + 1], style);
    for (OperatorId o : scene_.path) paint_ring(o, theme_.path, 2.4);
  }

  void paint_ring(OperatorId o, const QColor& color, double width) {
    const QRectF box = box_of(o);
    if (!box.intersects(geometry_.plot())) return;
    set_ink(painter_, QPen(color, page_line(width)), Qt::NoBrush);
    const double out = width / 2 + 0.5;
    painter_.drawRoundedRect(box.adjusted(-out, -out, out, out), 4, 4);
  }

  void paint_marks() {
    if (geometry_.aggregates())
      paint_selected_columns();
    else
      for (OperatorId o : selected_in_view()) paint_ring(o, theme_.selection, 2.4);
    for (std::size_t i = 0; i < scene_.tensors.size() && i < kMostMarked; ++i) mark_tensor(scene_.tensors[i]);
    if (scene_.hovered_tensor.valid()) mark_tensor(scene_.hovered_tensor);
    if (scene_.hovered_operator.valid() && !contains(scene_.operators, scene_.hovered_operator))
      paint_ring(scene_.hovered_operator, theme_.text, 1.6);
  }

  [[nodiscard]] std::span<const OperatorId> selected_in_view() const {
    const auto steps = geometry_.steps_in_view();
    const auto first = std::ranges::lower_bound(scene_.operators, OperatorId(steps.begin));
    return {first, std::ranges::lower_bound(first, scene_.operators.end(), OperatorId(steps.end))};
  }

  /// Lines above and below the columns of pixels in which operators are selected, a strip of pixels a lane: a million
  /// operators are a few thousand columns.
  void paint_selected_columns() {
    const auto lanes = geometry_.lanes_in_view();
    const QRectF& plot = geometry_.plot();
    const auto columns = static_cast<std::size_t>(std::ceil(plot.width()));
    std::vector<std::uint8_t> marked((lanes.end - lanes.begin) * columns);
    for (OperatorId o : selected_in_view()) {
      const std::size_t lane = graph_.stream(o).index();
      if (lane < lanes.begin || lane >= lanes.end) continue;
      if (!geometry_.is_in_view(o.index())) continue;
      const double left = std::max(geometry_.x_of(geometry_.scale().begin(o.index())) - plot.left(), 0.0);
      const double right = geometry_.x_of(geometry_.scale().end(o.index())) - plot.left();
      const auto from = std::min(static_cast<std::size_t>(left), columns - 1);
      const auto to = std::clamp(static_cast<std::size_t>(std::max(right, 0.0)), from + 1, columns);
      std::fill_n(marked.begin() + static_cast<std::ptrdiff_t>((lane - lanes.begin) * columns + from), to - from, 1);
    }
    QImage strip(static_cast<int>(columns), 1, QImage::Format_ARGB32_Premultiplied);
    for (std::size_t lane = lanes.begin; lane < lanes.end; ++lane) {
      const auto* marks = marked.data() + (lane - lanes.begin) * columns;
      auto* pixels = reinterpret_cast<QRgb*>(strip.scanLine(0));
      std::transform(marks, marks + columns, pixels,
                     [color = theme_.selection.rgb()](std::uint8_t mark) { return mark != 0 ? color : 0; });
      const QRectF box = geometry_.boxes(lane);
      for (const double y : {box.top() - 2, box.bottom()})
        draw_cells(painter_, QRectF(plot.left(), y, static_cast<double>(columns), 2), strip);
    }
  }

  void mark_tensor(TensorId t) {
    if (graph_.producer(t).valid()) paint_ring(graph_.producer(t), theme_.selection, 1.6);
    for (OperatorId o : graph_.consumers(t).first(std::min(graph_.consumers(t).size(), kMostMarked)))
      paint_ring(o, theme_.selection, 1.2);
  }

  void paint_time_cursor() {
    if (!scene_.time_cursor || *scene_.time_cursor >= geometry_.steps()) return;
    const double x =
        geometry_.x_of(scene_.event_cursor ? *scene_.event_cursor + 0.5 : geometry_.scale().mark(*scene_.time_cursor));
    const QRectF& plot = geometry_.plot();
    if (x < plot.left() || x > plot.right()) return;
    painter_.setPen(QPen(theme_.text, page_line(1)));
    painter_.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
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
    const double room = geometry_.names().width() - kSwatch - 3 * kPadding;
    const bool small_page = on_small_page(geometry_.plot().right() - geometry_.names().left());
    const auto lanes = geometry_.lanes_in_view();
    double widest = 0;
    for (std::size_t lane = lanes.begin; lane < lanes.end; ++lane) {
      out.names += stream_label(graph_, StreamId(lane));
      out.counts += grouped(graph_.operators_of(StreamId(lane)).size());
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
    const QRectF names = geometry_.names();
    painter_.save();
    painter_.setClipRect(names, Qt::IntersectClip);
    const QFont font = paint_font(12), small = paint_font(11);
    const auto lanes = geometry_.lanes_in_view();
    const LaneLabels labels = lane_labels();
    double last = names.top() - kSwatch;
    for (std::size_t lane = lanes.begin; lane < lanes.end; ++lane) {
      const StreamId s(lane);
      // On a page, lanes may be lower than their names.
      if (page_style() != nullptr && geometry_.lane(lane).center().y() - last < kNameDistance) continue;
      last = geometry_.lane(lane).center().y();
      const double middle = geometry_.lane(lane).center().y();
      const QRectF swatch(names.left() + kPadding, middle - kSwatch / 2, kSwatch, kSwatch);
      const bool by_stream = scene_.coloring == nullptr;  // otherwise that colour would mean another thing
      fill_rect(painter_, swatch, by_stream ? stream_fill(graph_, s, theme_) : Fill{theme_.neutral});
      const std::size_t row = lane - lanes.begin;
      const QString& count = labels.counts[static_cast<qsizetype>(row)];
      const QString& name = labels.names[static_cast<qsizetype>(row)];
      QRectF line(swatch.right() + kPadding, middle - 9, names.right() - swatch.right() - 2 * kPadding, 18);
      if (labels.with_count[row]) {
        set_letters(painter_, small, theme_.muted_text);
        painter_.drawText(line, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, count);
        line.setRight(line.right() - text_width(small, count) - kPadding);
      }
      set_letters(painter_, font, theme_.text);
      const QStringList two = in_two_lines(stream_label(graph_, s), name, line.width());
      if (two.size() == 2 && geometry_.lane(lane).height() >= 2 * kNameLine) {
        const QRectF both(line.left(), middle - kNameLine, line.width(), 2 * kNameLine);
        painter_.drawText(both, Qt::AlignLeft | Qt::AlignVCenter, two.join('\n'));
        continue;
      }
      painter_.drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, name);
    }
    painter_.restore();
  }

  /// On a page, a name that one line would cut: two that hold all of it, or none.
  [[nodiscard]] QStringList in_two_lines(const QString& whole, const QString& cut, double width) const {
    if (page_style() == nullptr || whole == cut) return {};
    const QStringList lines = wrapped(painter_.font(), whole, width);
    const bool fits = lines.size() == 2 && std::ranges::all_of(lines, [&](const QString& each) {
                        return text_width(painter_.font(), each) <= width;
                      });
    return fits ? lines : QStringList();
  }

  [[nodiscard]] std::vector<Tick> axis_ticks() const {
    const double begin = geometry_.view().begin, end = std::min(geometry_.view().end, geometry_.scale().length());
    const double width = geometry_.x_of(end) - geometry_.axis().left();
    const int most = std::max(2, static_cast<int>(width / kTickRoom));
    if (geometry_.over_time()) return duration_ticks(begin, end, most);
    if (geometry_.scale().over_events()) return number_ticks(begin, end, most);
    return graph_.times().empty() ? number_ticks(begin, end, most) : time_ticks(graph_.times(), begin, end, most);
  }

  void paint_axis() {
    const bool over_steps = graph_.times().empty() && !geometry_.over_time();
    const QRectF& axis = geometry_.axis();
    painter_.setFont(paint_font(11));
    const bool shown = page_has_axis_labels() && !axis.isEmpty();
    for (const Tick& tick : shown ? axis_ticks() : std::vector<Tick>()) {
      const double x = std::round(geometry_.x_of(tick.value)) + 0.5;
      painter_.setPen(QPen(theme_.grid, page_line(1)));
      painter_.drawLine(QPointF(x, axis.top()), QPointF(x, axis.top() + 3));
      painter_.setPen(theme_.muted_text);
      draw_tick_label(painter_, {x, axis.top() + 3}, tick.label, axis.left(), axis.right());
    }
    painter_.drawText(QRectF(geometry_.names().left() + kPadding, axis.top(), geometry_.names().width() - 2 * kPadding,
                             axis.height()),
                      Qt::AlignRight | Qt::AlignVCenter,
                      !shown                            ? QString()
                      : geometry_.scale().over_events() ? LanesText::tr("event")
                      : over_steps                      ? LanesText::tr("step")
                                                        : LanesText::tr("time"));
    QRectF strip = geometry_.strip();
    strip.setRight(strip.right() - paint_time_legend(painter_, strip, geometry_, theme_));
    if (!page_has_captions()) return;
    const QFont font = paint_font(11);
    painter_.setPen(theme_.muted_text);
    painter_.drawText(strip.adjusted(4, 0, -4, 0), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                      page_style() != nullptr
                          ? fitting(font, whole_parts(lanes_note(scene_, geometry_)), strip.width() - 8)
                          : fitted(font, lanes_note(scene_, geometry_), strip.width() - 8));
  }

  QPainter& painter_;
  const LanesScene& scene_;
  const Graph& graph_;
  const LanesGeometry& geometry_;
  const Theme& theme_;
  const ArcsDrawn arcs_;
  const std::vector<std::size_t> syncs_;
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
  std::ranges::sort(syncs_, before);
  syncs_.erase(std::ranges::unique(syncs_).begin(), syncs_.end());
  for (std::size_t k = 0; k < syncs_.size(); ++k) {
    if (k % kBlock == 0) latest_.push_back(syncs_[k].after);
    latest_.back() = std::max(latest_.back(), syncs_[k].after);
  }
  by_after_.resize(syncs_.size());
  std::iota(by_after_.begin(), by_after_.end(), 0U);
  std::ranges::stable_sort(by_after_, {}, [&](std::uint32_t k) { return syncs_[k].after; });
}

std::vector<std::uint32_t> LaneLinks::at(OperatorId o, std::size_t most) const {
  std::vector<std::uint32_t> out;
  const auto [out_begin, out_end] = std::ranges::equal_range(syncs_, o, {}, &ControlEdge::before);
  for (auto edge = out_begin; edge != out_end && out.size() < most; ++edge)
    out.push_back(static_cast<std::uint32_t>(edge - syncs_.begin()));
  const auto into = std::ranges::equal_range(by_after_, o, {}, [&](std::uint32_t k) { return syncs_[k].after; });
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
  if (scene.hovered_operator.valid()) add(scene.hovered_operator);
  for (const auto& sync : {scene.selected_sync, scene.hovered_sync})
    if (sync) out.push_back(*sync);
  std::ranges::sort(out);
  out.erase(std::ranges::unique(out).begin(), out.end());
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
    widest = std::max(widest, text_width(font, stream_label(graph, StreamId(s))) +
                                  text_width(small, grouped(graph.operators_of(StreamId(s)).size())));
  return kSwatch + 4 * kPadding + std::ceil(widest);
}

void paint_lanes(QPainter& painter, const LanesScene& scene, const LanesGeometry& geometry, const Theme& theme) {
  painter.save();
  Painting(painter, scene, geometry, theme).paint();
  painter.restore();
}

}  // namespace stowage
