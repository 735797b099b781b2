// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/lanes/lane_folds.h"

#include <algorithm>
#include <map>

#include "core/graph/laid_out.h"

namespace stowage {
namespace {

/// The operators with bodies, as the file has them, each with those in its bodies.
struct Holder {
  std::uint32_t around = LaneFolds::kNone;  // the holder of the body that the operator is in
  std::vector<OperatorId> inside{};
  std::uint32_t node = LaneFolds::kNone;  // the module of its names
};

struct Holders {
  std::vector<Holder> all{};
  std::vector<std::uint32_t> of{};  // by operator of the graph: the innermost that it is in, or that it is

  explicit Holders(const GraphModules& modules) {
    const Graph& graph = *modules.graph;
    const LaidOut& in = *graph.laid_out();
    std::map<std::pair<const Graph*, OperatorId>, std::uint32_t> numbers;
    std::map<const Graph*, std::uint32_t> of_body;
    for (const BodyTable& table : in.tables) {
      const auto number = static_cast<std::uint32_t>(all.size());
      const auto [known, is_new] = numbers.try_emplace({table.of.body, table.of.id}, number);
      if (is_new) all.emplace_back();
      of_body.emplace(table.body, known->second);
    }
    const auto holding = [&](const Graph* body) { return body == nullptr ? LaneFolds::kNone : of_body.at(body); };
    for (const auto& [key, number] : numbers) all[number].around = holding(key.first);
    for (const OperatorId o : graph.operators()) {
      const auto& [body, id] = in.operator_origins[o.index()];
      const auto own = numbers.find({body, id});
      of.push_back(own != numbers.end() ? own->second : holding(body));
      const bool is_itself = own != numbers.end() && in.parts[o.index()] != LaidOut::Part::mark;
      std::uint32_t holder =
          is_itself ? all[of.back()].around : of.back();  // its own name may be outside of the module
      for (; holder != LaneFolds::kNone; holder = all[holder].around) all[holder].inside.push_back(o);
    }
    for (Holder& each : all) {
      const std::uint32_t node = modules.tree.innermost(each.inside);
      if (modules.tree.nodes[node].kind == ModuleTree::Kind::module) each.node = node;
    }
  }
};

}  // namespace

LaneFolds::LaneFolds(const GraphModules& modules, std::span<const std::uint32_t> open) {
  const Graph& graph = *modules.graph;
  const Holders holders(modules);
  const auto count = graph.operator_count();
  std::vector<std::uint32_t> outermost(count, kNone);  // closed holder
  for (std::size_t k = 0; k < count; ++k) {
    for (std::uint32_t at = holders.of[k]; at != kNone; at = holders.all[at].around)
      if (holders.all[at].node != kNone && !std::ranges::binary_search(open, holders.all[at].node)) outermost[k] = at;
  }
  for (std::size_t begin = 0, end = 0; begin < count; begin = end) {
    end = begin + 1;
    while (outermost[begin] != kNone && end < count && outermost[end] == outermost[begin]) ++end;
    std::map<StreamId, std::pair<OperatorId, OperatorId>> lanes;
    for (std::size_t k = begin; k < end; ++k)
      lanes.try_emplace(graph.stream(OperatorId(k)), OperatorId(k), OperatorId(k)).first->second.second = OperatorId(k);
    for (std::size_t k = begin; k < end; ++k) {
      shown_.push_back(OperatorId(end - 1));  // an operator comes after its bodies
      spans_.push_back(lanes.at(graph.stream(OperatorId(k))));
      const std::uint32_t closed = outermost[k];
      const std::uint32_t around = closed == kNone ? holders.of[k] : holders.all[closed].around;
      closed_.push_back(closed == kNone ? kNone : holders.all[closed].node);
      around_.push_back(around == kNone ? kNone : holders.all[around].node);
    }
  }
}

}  // namespace stowage
