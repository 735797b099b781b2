// SPDX-License-Identifier: Apache-2.0
#include "tests/support/least_order.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace stowage::test {
namespace {

using Set = LeastOrder::Set;
Set bit(OperatorId o) {
  return o.valid() ? Set{1} << o.index() : 0;
}

}  // namespace

LeastOrder::LeastOrder(const Graph& graph) : needs_(graph.operator_count()) {
  for (TensorId t : graph.tensors()) {
    if (!graph.producer(t).valid() && graph.consumers(t).empty() && !graph.is_output(t)) continue;
    Tensor tensor{graph.size(t).count, bit(graph.producer(t)), 0, graph.is_output(t)};
    for (OperatorId o : graph.consumers(t)) {
      tensor.used |= bit(o);
      if (o != graph.producer(t)) needs_[o.index()] |= tensor.made;
    }
    tensors_.push_back(tensor);
  }
  for (const ControlEdge& edge : graph.control()) needs_[edge.after.index()] |= bit(edge.before);
}

std::int64_t LeastOrder::alive(Set done, std::size_t op) const {
  std::int64_t out = 0;
  const Set now = Set{1} << op;
  for (const Tensor& t : tensors_) {
    const bool is_made = t.made == 0 || ((done | now) & t.made) != 0;
    const bool is_left = t.output || (t.used & ~done) != 0 || t.made == now;
    if (is_made && is_left) out += t.size;
  }
  return out;
}

LeastOrder::Best LeastOrder::best(Set done, Set members) const {
  struct Way {
    std::int64_t peak;
    std::size_t last;
  };
  std::unordered_map<Set, Way> ways{{0, {0, 0}}};
  for (Set ran = 0;; ran = (ran - members) & members) {  // all subsets, each after its own subsets
    if (const auto at = ways.find(ran); at != ways.end()) {
      for (std::size_t o = 0; o < needs_.size(); ++o) {
        const Set now = Set{1} << o;
        if ((members & now) == 0 || (ran & now) != 0 || (needs_[o] & ~(done | ran)) != 0) continue;
        const std::int64_t peak = std::max(ways[ran].peak, alive(done | ran, o));
        const auto [way, fresh] = ways.try_emplace(ran | now, Way{peak, o});
        if (!fresh && peak < way->second.peak) way->second = {peak, o};
      }
    }
    if (ran == members) break;
  }
  Best out{ways.at(members).peak, {}};
  for (Set ran = members; ran != 0; ran &= ~(Set{1} << ways.at(ran).last)) out.order.emplace_back(ways.at(ran).last);
  std::ranges::reverse(out.order);
  return out;
}

}  // namespace stowage::test
