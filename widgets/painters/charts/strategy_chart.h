// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/painters/model/plan_set.h"
#include "widgets/painters/page/page.h"
#include "widgets/painters/style/numbers.h"

namespace stowage {

/// The footprints of strategies, to be drawn as bars, from above.
struct StrategyBars {
  struct Bar {
    QString name;
    Bytes footprint;
    bool shown = false;  ///< the plan that is shown: in full colour
    bool pale = false;   ///< a plan of another graph, or a wrong one: grey
  };
  std::vector<Bar> bars;
  std::optional<Bytes> bound, baseline;
};

/// The axis of such a chart. It always begins at zero: with zero bytes, or, where plans differ by little, with the
/// lower bound, and then shows how much each plan needs beyond that.
struct StrategyAxis {
  Bytes zero;       ///< the footprint at which bars begin
  double most = 1;  ///< bytes from there to the end
  bool above_bound = false;
};
[[nodiscard]] StrategyAxis strategy_axis(const StrategyBars& bars);
/// Ticks from 0 to its end, as many as `length` pixels have room for; `width_of` measures a label.
[[nodiscard]] std::vector<Tick> strategy_ticks(const StrategyAxis& axis, double length,
                                               const std::function<double(const QString&)>& width_of);

/// What a plan is called in a list of plans: "Size, best fit", or a word for the imported plan.
[[nodiscard]] QString row_name(const StrategyRow& row);

/// The footprints of all strategies that have a plan as bars, and in words how many strategies have none: a page to
/// export. Names stand left of the bars, footprints right of them; the plan shown is strongest, the bound dashed, the
/// baseline dotted. It may be painted in any thread.
[[nodiscard]] Drawing strategy_page(const PlanSet& plans, const StrategyRow* shown, const QString& graph_name);
/// The same of the plans of the look, the best of them shown; bad_input where it has none.
[[nodiscard]] Result<Drawing> strategies_drawing(const PlanView& view, const DrawingLook& look = {},
                                                 const Task& task = {});

}  // namespace stowage
