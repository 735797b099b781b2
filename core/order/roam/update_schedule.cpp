// SPDX-License-Identifier: Apache-2.0
#include "core/order/roam/update_schedule.h"

#include <algorithm>
#include <numeric>

#include "core/graph/tags.h"

namespace stowage::roam {
namespace {

/// Whether an operator can be the last of its stage: whatever follows it there is an update, which can wait.
bool can_be_last(const OrderProblem& problem, const Parts& parts, const Segments& segments, OperatorId o) {
  return std::ranges::none_of(problem.successors[o.index()], [&](OrderProblem::Index after) {
    return parts.roles[after] != Role::update && segments.stages[after] == segments.stages[o.index()];
  });
}

}  // namespace

bool is_activation(const Graph& graph, TensorId t) {
  const OperatorId producer = graph.producer(t);
  return producer.valid() && (graph.phase(producer) == phase::kForward || graph.phase(producer) == phase::kLoss) &&
         std::ranges::any_of(graph.consumers(t), [&](OperatorId o) { return graph.phase(o) == phase::kBackward; });
}

ActivationCurve activation_curve(const Graph& graph, const OrderProblem& problem, const Parts& parts,
                                 const Segments& segments) {
  std::vector<Bytes> change(segments.stage_count() + 1);
  ActivationCurve out;
  for (TensorId t : graph.tensors()) {
    if (!is_activation(graph, t)) continue;
    std::uint32_t end = segments.stages[graph.producer(t).index()] + 1;
    for (OperatorId o : graph.consumers(t))
      end = std::max(end, segments.stages[o.index()] + (can_be_last(problem, parts, segments, o) ? 1 : 0));
    change[segments.stages[graph.producer(t).index()]] += graph.size(t);
    change[end] -= graph.size(t);
    out.total += graph.size(t);
  }
  std::partial_sum(change.begin(), change.end(), change.begin());
  change.pop_back();
  out.alive = std::move(change);
  return out;
}

Segments schedule_updates(Segments segments, const std::vector<Branch>& branches,
                          std::span<const Bytes> activations_alive, const DelayRule& rule, double alpha) {
  const std::size_t last = segments.stage_count() - 1;
  for (const Branch& branch : branches) {
    std::uint32_t stage = segments.stages[branch.sequence.front()];
    const double factor = alpha > 0 ? alpha : branch.alpha();
    while (stage < last && rule.waits(activations_alive[stage], branch.gradient, factor)) stage += 2;
    for (OrderProblem::Index o : branch.sequence) segments.stages[o] = stage;
  }
  return segments;
}

}  // namespace stowage::roam
