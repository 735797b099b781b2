// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "widgets/painters/model/plan_set.h"
#include "widgets/painters/page/export.h"

namespace stowage {

/// What a plan is called in a list of plans: "Size, best fit", or a word for the imported plan.
[[nodiscard]] QString row_name(const StrategyRow& row);

/// The footprints of all strategies that have a plan as bars beside the lower bound, the plan shown strongest, and in
/// words how many strategies have none: a page to export. It may be painted in any thread.
[[nodiscard]] Drawing strategy_page(const PlanSet& plans, const StrategyRow* shown, const QString& graph_name);

}  // namespace stowage
