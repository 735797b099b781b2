// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <QPainter>
#include <QPointF>
#include <QString>

#include "widgets/painters/graph/graph_card.h"
#include "widgets/painters/lanes/lanes_painter.h"

namespace stowage {

/// The stretch in which a stream waits before one of its operators, if it does; as idle_gaps() has it. O(1).
[[nodiscard]] std::optional<IdleGap> gap_before(const Graph& graph, const Timing& timing, OperatorId o);
/// The one of a lane at a place; none over steps.
[[nodiscard]] std::optional<IdleGap> gap_at(const Graph& graph, const LanesGeometry& geometry, std::size_t lane,
                                            double place);

/// How long the stream waits, from when to when, and what for.
[[nodiscard]] GraphCard gap_card(const Graph& graph, const Timing& timing, const IdleGap& gap);
/// When an operator runs, and whether what it takes decides how long all takes: the first rows of its card.
void add_run(GraphCard& card, const StepScale& scale, OperatorId o);

/// Over time, and where operators are drawn one by one: the gaps in view, hatched, with their lengths where these fit.
void paint_gaps(QPainter& painter, const LanesScene& scene, const LanesGeometry& geometry, const Theme& theme);
/// Over time: a line along the operators of the critical path, which leads from lane to lane where one holds the next.
void paint_critical_path(QPainter& painter, const LanesScene& scene, const LanesGeometry& geometry, const Theme& theme);
/// What both look like, at the right end of `row`. Returns how much of it that takes.
double paint_time_legend(QPainter& painter, const QRectF& row, const LanesGeometry& geometry, const Theme& theme);

}  // namespace stowage
