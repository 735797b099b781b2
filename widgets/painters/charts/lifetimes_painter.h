// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/painters/model/step_scale.h"
#include "widgets/painters/page/page.h"

namespace stowage {

/// When each tensor is needed, as a chart of bars: one row a tensor in the order in which they are made, above the
/// memory that is alive, on the same axis of steps.
struct LifetimeChart {
  std::vector<TensorId> rows;   ///< those that are ever needed: by first step, then by index
  std::vector<Lifetime> lives;  ///< of the rows
  StepCurve alive;              ///< bytes, by step
  std::size_t never_needed = 0;

  [[nodiscard]] std::size_t steps() const { return alive.size(); }
};

/// `alive`: such as memory_curve(). Bytes that two tensors share in a plan are for its maker to count once.
[[nodiscard]] LifetimeChart lifetime_chart(const Graph& graph, std::span<const Lifetime> lifetimes, StepCurve alive);

/// The bars as pixels, rows downwards: where several tensors share a line of pixels, the mean of the colours of those
/// alive, the fainter the fewer they are; a bar is never narrower than a pixel. Of steps [from, to), or of all. O(rows
/// + pixels).
[[nodiscard]] QImage lifetime_image(const LifetimeChart& chart, const Coloring& coloring, QSize size,
                                    const Theme& theme, double from = 0, double to = 0);

/// The chart as a page. Needs of the view its graph and lifetimes. The curve is that of memory_drawing().
[[nodiscard]] Result<Drawing> lifetimes_drawing(const PlanView& view, const DrawingLook& look = {},
                                                const Task& task = {});

}  // namespace stowage
