// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/layout/strategy.h"
#include "core/order/order.h"
#include "widgets/painters/model/plan_view.h"

namespace stowage {

/// What a strategy is called: "Size, best fit". Its id, "so.size.best", stands in tips and on the command line.
[[nodiscard]] QString strategy_name(const LayoutStrategy& strategy);
/// The same of the strategy that a plan names by id; of an unknown id, the id; "imported" for none.
[[nodiscard]] QString plan_name(std::string_view strategy);

/// What the plan of a view is called, wherever it is named: one that was not made here has the name of its row in the
/// table, whichever strategy its file names.
[[nodiscard]] QString plan_name(const PlanView& view);

/// A strategy's description in the reader's language: core's table speaks English, phrase by phrase.
[[nodiscard]] QString strategy_description(const LayoutStrategy& strategy);

/// The same of an order strategy.
[[nodiscard]] QString order_description(const OrderStrategy& strategy);
/// What an order is called: "LESCEA"; "as given".
[[nodiscard]] QString order_name(const OrderStrategy& strategy);

/// "one stream, no groups"; empty where there is no limit.
[[nodiscard]] QString strategy_limits(const LayoutStrategy& strategy);

/// Why a strategy cannot plan a problem: in a word or two, and in a sentence without a final stop.
struct StrategyRefusal {
  QString brief, reason;
};
/// core's refusal() in the reader's language.
[[nodiscard]] std::optional<StrategyRefusal> strategy_refusal(const LayoutStrategy& strategy,
                                                              const LayoutProblem& problem);

/// What an imported plan is called; `of_file`: it came with the graph.
[[nodiscard]] QString imported_plan_name(bool of_file);
/// What went wrong, as a sentence of its own.
[[nodiscard]] QString sentence_of(const Error& error);

}  // namespace stowage
