// SPDX-License-Identifier: Apache-2.0
#include "core/check/running_order.h"

#include <algorithm>
#include <optional>

#include "core/base/text.h"

namespace stowage {
namespace {

Error bad_sequence(std::string reason, std::string place = "/sequence") {
  return Error::bad_input("", std::move(place), std::move(reason));
}

/// What makes `after` wait for `before`: a tensor that leads from one to the other, else a control edge.
std::string reason_to_wait(const Graph& graph, OperatorId before, OperatorId after) {
  for (TensorId t : graph.outputs(before))
    if (std::ranges::binary_search(graph.consumers(t), after)) return "tensor " + quoted(graph.name(t));
  return "a control edge";
}

/// The fault of the first operator that runs too early, with the last operator that it waits for.
std::optional<Error> fault_of(const Graph& graph, const std::vector<OperatorId>& order) {
  std::vector<std::size_t> step(graph.operator_count());
  for (std::size_t k = 0; k < order.size(); ++k) step[order[k].index()] = k;
  std::size_t early = order.size(), late = 0;
  for (OperatorId o : order)
    graph.for_each_arc(o, [&](OperatorId after) {
      const std::size_t waiting = step[after.index()], awaited = step[o.index()];
      if (waiting < awaited && waiting <= early) early = waiting, late = awaited;
    });
  if (early == order.size()) return std::nullopt;
  const OperatorId waiting = order[early], awaited = order[late];
  return bad_sequence(quoted(graph.name(waiting)) + " runs before " + quoted(graph.name(awaited)) +
                          ", but waits for it: " + reason_to_wait(graph, awaited, waiting),
                      "/sequence/" + std::to_string(early));
}

}  // namespace

Result<std::vector<OperatorId>> running_order(const Graph& graph, const std::vector<std::string>& sequence) {
  if (sequence.empty()) return std::vector<OperatorId>(graph.operators().begin(), graph.operators().end());
  std::unordered_map<std::string_view, OperatorId> by_name;
  for (OperatorId o : graph.operators()) by_name.emplace(graph.name(o), o);
  std::vector<OperatorId> order;
  order.reserve(by_name.size());
  for (const std::string& name : sequence) {
    const auto it = by_name.find(name);
    if (it == by_name.end())
      return tl::unexpected(
          bad_sequence(stowage::quoted(name) + " is not an operator of the graph, or is listed twice"));
    order.push_back(it->second);
    by_name.erase(it);
  }
  if (order.size() != graph.operator_count())
    return tl::unexpected(bad_sequence("operator " + quoted(by_name.begin()->first) + " is missing"));
  if (auto fault = fault_of(graph, order)) return tl::unexpected(*std::move(fault));
  return order;
}

}  // namespace stowage
