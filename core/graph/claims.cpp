// SPDX-License-Identifier: Apache-2.0
#include "core/graph/claims.h"

#include <set>
#include <string_view>
#include <utility>

#include "core/base/text.h"
#include "core/graph/bodies.h"
#include "core/graph/laid_out.h"

namespace stowage {

namespace {

/// `around` has the names that a body has in common with the graph around it.
std::size_t unknown_sizes_in(const Graph& graph, const std::set<std::string_view>& around) {
  std::size_t count = 0;
  for (std::size_t t = 0; t < graph.data().tensor_at_least.size(); ++t)
    count += has_unknown_size(graph, TensorId(t)) && !graph.is_view(TensorId(t)) &&
             !around.contains(graph.name(TensorId(t)));
  for_each_body(graph, [&](const Graph& body, const auto& common) { count += unknown_sizes_in(body, common); });
  return count;
}

}  // namespace

std::size_t unknown_sizes(const Graph& graph) {
  return unknown_sizes_in(source_of(graph), {});
}

std::string Uncounted::text() const {
  std::string out;
  if (unknown_sizes == 1) out = "the size of 1 tensor is unknown";
  if (unknown_sizes > 1) out = "the sizes of " + grouped_digits(unknown_sizes) + " tensors are unknown";
  if (loops > 0)
    out += (out.empty() ? "" : ", ") + ("the memory of " + grouped_digits(loops)) + (loops == 1 ? " loop" : " loops") +
           " is not counted";
  if (branches > 0)
    out += (out.empty() ? "" : ", ") + ("the memory of the branches of " + grouped_digits(branches)) +
           (branches == 1 ? " operator" : " operators") + " is not counted";
  return out;
}

Uncounted uncounted(const Graph& graph) {
  return {unknown_sizes(graph), graph.loop_count(), graph.data().branches.size()};
}

void set_unknown_size(Graph::Data& data, std::size_t tensor, bool unknown) {
  if (unknown && data.tensor_at_least.size() <= tensor) data.tensor_at_least.resize(tensor + 1);
  if (tensor < data.tensor_at_least.size()) data.tensor_at_least[tensor] = unknown;
}

bool has_only_lifetimes(const Graph& graph) {
  if (graph.times().empty()) return false;
  const std::size_t count = graph.operator_count();
  if (count == 0) return true;
  const auto is_time = [&](std::size_t k) { return graph.name(OperatorId(k)).starts_with("t="); };
  return is_time(0) && is_time(count / 2) && is_time(count - 1);
}

BoundScope bound_scope(const Graph& graph) {
  if (graph.stream_count() > 1) return BoundScope::order_and_streams;
  return graph.times().empty() && graph.operator_count() > 1 ? BoundScope::order : BoundScope::lifetimes;
}

bool is_assumed(const Graph& graph) {
  return graph.data().extra.find(kAssumedKey) != std::string::npos;
}

Graph as_assumed(const Graph& graph) {
  Graph::Data data = graph.data();
  std::string rest = data.extra.empty() ? "}" : data.extra.substr(data.extra.find('{') + 1);
  data.extra = "{" + std::string(kAssumedKey) + ": true" + (rest == "}" ? "" : ", ") + rest;
  return Graph(std::move(data));
}

std::string no_plan(const Graph& graph) {
  if (uncounted(graph).any()) return "no plan of the counted bytes";
  if (is_assumed(graph)) return "under the assumptions, no plan";
  constexpr const char* kText[] = {"no plan", "no plan in this order", "no plan in this order and on these streams"};
  return kText[static_cast<std::size_t>(bound_scope(graph))];
}

std::string no_plan_by_choice(const Graph& graph) {
  return no_plan(graph) + (graph.has_companions_by_choice() ? " with these repeats of loops" : "");
}

std::string optimal_for(const Graph& graph) {
  if (uncounted(graph).any()) return "at the lower bound, but not everything is counted";
  if (is_assumed(graph)) return "at the lower bound, under assumptions";
  constexpr const char* kText[] = {"optimal for these lifetimes", "optimal for this order",
                                   "optimal for this order and these streams"};
  return kText[static_cast<std::size_t>(bound_scope(graph))];
}

}  // namespace stowage
