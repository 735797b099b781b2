// SPDX-License-Identifier: Apache-2.0
#include "core/check/sequence.h"

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace stowage {
namespace {

Error bad_sequence(std::string reason) {
  return Error::bad_input("", "/sequence", std::move(reason));
}

bool is_topological(const Graph& graph, const std::vector<OperatorId>& order) {
  std::vector<std::uint32_t> step(graph.operator_count());
  for (std::size_t k = 0; k < order.size(); ++k) step[order[k].index()] = static_cast<std::uint32_t>(k);
  bool fine = true;
  for (OperatorId o : graph.operators())
    for_each_successor(graph, o, [&](OperatorId after) { fine &= step[o.index()] < step[after.index()]; });
  return fine;
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
      return tl::unexpected(bad_sequence("\"" + name + "\" is no operator of the graph, or stands twice"));
    order.push_back(it->second);
    by_name.erase(it);
  }
  if (order.size() != graph.operator_count())
    return tl::unexpected(bad_sequence("operator \"" + std::string(by_name.begin()->first) + "\" is missing"));
  if (!is_topological(graph, order))
    return tl::unexpected(bad_sequence("the sequence runs an operator before what it waits for"));
  return order;
}

}  // namespace stowage
