// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/known_order.h"

#include <utility>

#include "core/graph/lifetimes.h"
#include "core/insight/edit/same_graph.h"

namespace stowage {
namespace {

/// Most orders differ in their first operators.
bool may_be(const Graph& graph, const Graph& before, const KnownOrder& order) {
  for (OperatorId o : graph.operators())
    if (graph.name(o) != before.name(order.sequence[o.index()])) return false;
  return true;
}

}  // namespace

KnownOrderPtr KnownOrder::make(const Graph& graph, const OrderStrategy& strategy, OrderedGraph order,
                               double milliseconds) {
  KnownOrder out;
  out.strategy = &strategy;
  out.sequence = std::move(order.sequence);
  out.steps.resize(out.sequence.size());
  for (std::size_t k = 0; k < out.sequence.size(); ++k)
    out.steps[out.sequence[k].index()] = static_cast<std::uint32_t>(k);
  out.curve = StepCurve(memory_curve_of(graph, out.sequence));
  out.lower_bound = order.lower_bound;
  out.milliseconds = milliseconds;
  out.remark = QString::fromStdString(order.remark);
  return std::make_shared<const KnownOrder>(std::move(out));
}

KnownOrderPtr order_of(const Graph& graph, const KnownOrders& known) {
  if (graph.operator_count() != known.graph->operator_count()) return nullptr;
  for (const KnownOrderPtr& order : known.orders)
    if (may_be(graph, *known.graph, *order) && same_content(with_order(*known.graph, order->sequence), graph))
      return order;
  return nullptr;
}

}  // namespace stowage
