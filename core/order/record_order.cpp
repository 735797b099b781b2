// SPDX-License-Identifier: Apache-2.0
#include "core/order/record_order.h"

#include <algorithm>

namespace stowage {
namespace {

constexpr std::string_view kGiven = "given", kEdited = "edited";

bool same_order(const Graph& a, const Graph& b) {
  return a.operator_count() == b.operator_count() &&
         std::ranges::all_of(a.operators(), [&](OperatorId o) { return a.name(o) == b.name(o); });
}

}  // namespace

void record_order(Plan& plan, const Graph& graph, const Graph& given, std::string_view id) {
  plan.sequence.clear();
  plan.order = kGiven;
  if (same_order(graph, given)) return;
  plan.order = id.empty() || id == kGiven ? kEdited : id;
  for (OperatorId o : graph.operators()) plan.sequence.emplace_back(graph.name(o));
}

}  // namespace stowage
