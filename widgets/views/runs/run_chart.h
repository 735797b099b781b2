// SPDX-License-Identifier: GPL-3.0-or-later
// One execution: what there is to show of it, its words, and its picture.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <QRectF>
#include <QString>

#include "core/insight/simulate/run.h"
#include "core/plan/plan.h"
#include "widgets/base/view_state.h"
#include "widgets/painters/model/step_scale.h"
#include "widgets/painters/style/theme.h"

class QPainter;

namespace stowage {

/// One execution with all that is shown of it; made in the background.
struct PlayedRun {
  /// When an operator ran.
  struct Bar {
    std::int64_t begin, end;
    OperatorId op;
  };

  std::shared_ptr<const Graph> graph;
  std::shared_ptr<const Plan> plan;
  std::uint64_t seed = 1;
  std::optional<Sync> without;
  std::vector<Sync> syncs;  ///< all of the graph
  Execution execution;
  RunMemory memory;
  StepCurve bytes;                     ///< alive, over time; by moment
  std::vector<std::vector<Bar>> rows;  ///< by stream, in order of time

  /// At least 1.
  [[nodiscard]] std::int64_t duration() const {
    return execution.times.empty() ? 1 : std::max<std::int64_t>(1, execution.times.back());
  }

  [[nodiscard]] std::size_t last_moment() const { return execution.events.size(); }
  /// The last moment that has come by that time.
  [[nodiscard]] std::size_t moment_at(std::int64_t time) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(execution.times, time) - execution.times.begin());
  }

  /// When it comes; 0 for the first.
  [[nodiscard]] std::int64_t time_of(std::size_t moment) const { return moment == 0 ? 0 : execution.times[moment - 1]; }
};

/// Errors: those of the plan's sequence, cancelled, timed_out.
[[nodiscard]] Result<std::shared_ptr<const PlayedRun>> make_played_run(std::shared_ptr<const Graph> graph,
                                                                       std::shared_ptr<const Plan> plan,
                                                                       std::uint64_t seed, std::optional<Sync> without,
                                                                       const Task& task);

// What is said of it, in plain text.

/// "run of seed 7".
[[nodiscard]] QString run_title(const PlayedRun& run);
/// "relu waits for conv".
[[nodiscard]] QString sync_text(const Graph& graph, Sync sync);
/// "event 12 of 36: relu1 starts".
[[nodiscard]] QString moment_text(const PlayedRun& run, std::size_t moment);
/// "Without the wait of … for …, … writes … over …, which … has yet to read." Needs an overwrite.
[[nodiscard]] QString overwrite_text(const PlayedRun& run);

/// Where a run is drawn.
/// ```
///  compute ▕██▌ ███▌   ██▏   one row a stream: when each operator ran
///  copy    ▕  ██    ███  ▏
///  bytes   ▕▁▂▃▅▇▇▅▃▂▁   ▏   bytes alive, below the lines of footprint and bound
/// ```
struct RunChartLayout {
  QRectF rows, curve;  ///< plots of the same width
  double row_height = 0;
  double duration = 1;

  [[nodiscard]] double x_of(double time) const { return rows.left() + time / duration * rows.width(); }

  [[nodiscard]] double time_at(double x) const {
    return std::clamp((x - rows.left()) / std::max(1.0, rows.width()), 0.0, 1.0) * duration;
  }
};
[[nodiscard]] RunChartLayout lay_out_run_chart(const QRectF& rect, const PlayedRun& run);
/// Whether a row has more operators than pixels: it is then shaded by how busy the stream was.
[[nodiscard]] bool is_shaded(const RunChartLayout& layout, const PlayedRun& run);
/// The run without its play head; operators outside of `range` (steps of the global order) are faint. One pass over the
/// events.
void paint_run(QPainter& painter, const QRectF& rect, const PlayedRun& run, Bytes bound,
               const std::optional<StepRange>& range, const Theme& theme);

}  // namespace stowage
