// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/lanes/lanes_painter.h"

#include <algorithm>

#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"

namespace stowage {
namespace {

constexpr double kLeastGap = 3;       // pixels; narrower ones are not hatched
constexpr double kPathWidth = 3;      // pixels of the line along the critical path
constexpr double kHatchShare = 0.55;  // of the ground in the hatch

QBrush hatch(const Theme& theme) {
  return {mix(theme.muted_text, theme.surface, kHatchShare), Qt::BDiagPattern};
}

void paint_gap(QPainter& painter, const IdleGap& gap, const QRectF& row, const LanesGeometry& geometry,
               const Theme& theme) {
  const QRectF& plot = geometry.plot();
  const double left = std::max(geometry.x_of(static_cast<double>(gap.begin)), plot.left());
  const double right = std::min(geometry.x_of(static_cast<double>(gap.end)), plot.right());
  if (right - left < kLeastGap) return;
  const QRectF box(left, row.top() + 2, right - left, row.height() - 4);
  painter.fillRect(box, hatch(theme));
  const QString length = run_time(gap.end - gap.begin);
  const double width = text_width(painter.font(), length) + 8;
  if (width > box.width() || box.height() < 14) return;
  QRectF plate(0, 0, width, std::min(box.height(), 15.0));
  plate.moveCenter(box.center());
  painter.fillRect(plate, theme.surface);
  painter.setPen(theme.muted_text);
  painter.drawText(plate, Qt::AlignCenter | Qt::TextSingleLine, length);
}

QPen path_pen(const Theme& theme) {
  return {theme.peak, kPathWidth, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin};
}

}  // namespace

std::optional<IdleGap> gap_before(const Graph& graph, const Timing& timing, OperatorId o) {
  const std::size_t place = graph.position(o) - 1;
  const std::int64_t from = place == 0 ? 0 : timing.ends[graph.operators_of(graph.stream(o))[place - 1].index()];
  const std::int64_t to = timing.starts[o.index()];
  return from < to ? std::optional(IdleGap{from, to, o}) : std::nullopt;
}

std::optional<IdleGap> gap_at(const Graph& graph, const LanesGeometry& geometry, std::size_t lane, double place) {
  const Timing* timing = geometry.scale().timing();
  if (timing == nullptr) return std::nullopt;
  const auto local = graph.operators_of(StreamId(lane));
  const auto next = std::ranges::partition_point(
      local, [&](OperatorId o) { return static_cast<double>(timing->starts[o.index()]) <= place; });
  if (next == local.end()) return std::nullopt;
  const auto gap = gap_before(graph, *timing, *next);
  return gap && static_cast<double>(gap->begin) <= place ? gap : std::nullopt;
}

GraphCard gap_card(const Graph& graph, const Timing& timing, const IdleGap& gap) {
  GraphCard card{
      .heading =
          LanesText::tr("%1 waits %2").arg(stream_label(graph, graph.stream(gap.next)), run_time(gap.end - gap.begin)),
      .rows = {{LanesText::tr("from"), LanesText::tr("%1 to %2").arg(run_time(gap.begin), run_time(gap.end))}}};
  if (const OperatorId holder = timing.held_by[gap.next.index()]; holder.valid())
    card.rows.push_back(
        {LanesText::tr("for"),
         LanesText::tr("%1 on %2").arg(text_of(graph.name(holder)), stream_label(graph, graph.stream(holder)))});
  card.rows.push_back({LanesText::tr("then runs"), text_of(graph.name(gap.next))});
  return card;
}

void add_run(GraphCard& card, const StepScale& scale, OperatorId o) {
  if (!scale.over_time()) return;
  const Timing& timing = *scale.timing();
  const bool critical = std::ranges::binary_search(scale.critical_path(), o);
  card.rows.insert(
      card.rows.begin(),
      {{LanesText::tr("runs"),
        LanesText::tr("%1 to %2").arg(run_time(timing.starts[o.index()]), run_time(timing.ends[o.index()]))},
       {LanesText::tr("critical path"),
        critical ? LanesText::tr("yes: if it were slower, the makespan would grow") : LanesText::tr("no")}});
}

void paint_gaps(QPainter& painter, const LanesScene& scene, const LanesGeometry& geometry, const Theme& theme) {
  if (!geometry.over_time() || geometry.aggregates()) return;
  const Timing& timing = *geometry.scale().timing();
  painter.setFont(paint_font(11));
  const auto lanes = geometry.lanes_in_view();
  for (std::size_t lane = lanes.begin; lane < lanes.end; ++lane) {
    const auto local = scene.graph->operators_of(StreamId(lane));
    const auto seen = geometry.in_view(local);
    const auto first = static_cast<std::size_t>(seen.data() - local.data());
    const std::size_t last = std::min(local.size(), first + seen.size() + 1);  // of one beyond, the gap may be in view
    for (OperatorId o : local.subspan(first, last - first))
      if (const auto gap = gap_before(*scene.graph, timing, o))
        paint_gap(painter, *gap, geometry.boxes(lane), geometry, theme);
  }
}

void paint_critical_path(QPainter& painter, const LanesScene& scene, const LanesGeometry& geometry,
                         const Theme& theme) {
  if (!geometry.over_time()) return;
  const QRectF& plot = geometry.plot();
  const auto x_of = [&](double place) { return std::clamp(geometry.x_of(place), plot.left() - 10, plot.right() + 10); };
  const auto y_of = [&](OperatorId o) {
    return geometry.boxes(scene.graph->stream(o).index()).bottom() - kPathWidth / 2;
  };
  QPainterPath line;
  double reached = 0;  // in pixels; as far as the line is drawn in its lane
  OperatorId before;
  for (OperatorId o : geometry.in_view(geometry.scale().critical_path())) {
    const double left = x_of(geometry.scale().begin(o.index())), right = x_of(geometry.scale().end(o.index()));
    const bool same_lane = before.valid() && scene.graph->stream(before) == scene.graph->stream(o);
    if (!before.valid()) line.moveTo(left, y_of(o));
    if (before.valid() && !same_lane) {
      line.lineTo(left, y_of(before));
      line.lineTo(left, y_of(o));
    }
    if (right - reached >= 1 || !same_lane) line.lineTo(reached = right, y_of(o));
    before = o;
  }
  painter.strokePath(line, path_pen(theme));
}

double paint_time_legend(QPainter& painter, const QRectF& row, const LanesGeometry& geometry, const Theme& theme) {
  constexpr double kSample = 18, kApart = 6;
  if (!geometry.over_time()) return 0;
  const QFont font = paint_font(11);
  painter.setFont(font);
  double right = row.right() - kApart;
  const auto add = [&](const QString& text, const auto& paint_sample) {
    const double width = text_width(font, text);
    painter.setPen(theme.muted_text);
    painter.drawText(QRectF(right - width, row.top(), width + 1, row.height()), Qt::AlignLeft | Qt::AlignVCenter, text);
    right -= width + kApart + kSample;
    paint_sample(QRectF(right, row.center().y() - 4, kSample, 8));
    right -= 2 * kApart;
  };
  if (!geometry.aggregates())
    add(LanesText::tr("waiting"), [&](const QRectF& sample) { painter.fillRect(sample, hatch(theme)); });
  add(LanesText::tr("critical path"), [&](const QRectF& sample) {
    painter.setPen(path_pen(theme));
    painter.drawLine(QPointF(sample.left(), sample.center().y()), QPointF(sample.right(), sample.center().y()));
  });
  return row.right() - right;
}

}  // namespace stowage
