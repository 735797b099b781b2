// SPDX-License-Identifier: Apache-2.0
#include "tests/support/orders.h"

#include <algorithm>
#include <limits>
#include <map>
#include <random>

namespace stowage::test {
namespace {

/// Which operators have run.
using Ran = std::vector<bool>;

bool is_ready(const Graph& graph, const Ran& ran, OperatorId o) {
  if (ran[o.index()]) return false;
  for (const TensorId t : graph.inputs(o)) {
    const OperatorId producer = graph.producer(t);
    if (producer.valid() && producer != o && !ran[producer.index()]) return false;
  }
  return std::ranges::all_of(graph.control(),
                             [&](const ControlEdge& edge) { return edge.after != o || ran[edge.before.index()]; });
}

std::vector<OperatorId> ready(const Graph& graph, const Ran& ran) {
  std::vector<OperatorId> out;
  for (const OperatorId o : graph.operators())
    if (is_ready(graph, ran, o)) out.push_back(o);
  return out;
}

/// Bytes in memory while `now` runs after those that ran; between two of them if there is none.
std::int64_t bytes(const Graph& graph, const Ran& ran, OperatorId now = {}) {
  std::int64_t out = 0;
  for (const TensorId t : graph.tensors()) {
    const OperatorId producer = graph.producer(t);
    const bool made = !producer.valid() || ran[producer.index()];
    bool wanted = graph.is_output(t);
    for (const OperatorId user : graph.consumers(t)) wanted = wanted || !ran[user.index()];
    if ((made && wanted) || (now.valid() && producer == now)) out += graph.size(t).count;
  }
  return out;
}

class LeastPeak {
 public:
  explicit LeastPeak(const Graph& graph) : graph_(graph) {}

  /// Of what runs after those that ran; each set is looked at once.
  std::int64_t after(Ran& ran) {
    const auto known = known_.find(ran);
    if (known != known_.end()) return known->second;
    std::int64_t best = std::numeric_limits<std::int64_t>::max();
    const auto next = ready(graph_, ran);
    for (const OperatorId o : next) {
      const std::int64_t now = bytes(graph_, ran, o);
      ran[o.index()] = true;
      best = std::min(best, std::max(now, after(ran)));
      ran[o.index()] = false;
    }
    return known_[ran] = next.empty() ? 0 : best;
  }

 private:
  const Graph& graph_;
  std::map<Ran, std::int64_t> known_;
};

void extend(const Graph& graph, Ran& ran, std::vector<OperatorId>& sequence,
            const std::function<void(std::span<const OperatorId>)>& visit) {
  if (sequence.size() == ran.size()) visit(sequence);
  for (const OperatorId o : ready(graph, ran)) {
    ran[o.index()] = true;
    sequence.push_back(o);
    extend(graph, ran, sequence, visit);
    sequence.pop_back();
    ran[o.index()] = false;
  }
}

}  // namespace

std::vector<OperatorId> some_order(const Graph& graph, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  Ran ran(graph.operator_count());
  std::vector<OperatorId> out;
  while (out.size() < ran.size()) {
    const auto next = ready(graph, ran);
    out.push_back(next[engine() % next.size()]);
    ran[out.back().index()] = true;
  }
  return out;
}

void for_each_order(const Graph& graph, const std::function<void(std::span<const OperatorId>)>& visit) {
  Ran ran(graph.operator_count());
  std::vector<OperatorId> sequence;
  extend(graph, ran, sequence, visit);
}

std::int64_t least_peak_of_all(const Graph& graph) {
  Ran ran(graph.operator_count());
  return LeastPeak(graph).after(ran);
}

std::vector<OperatorId> greedy_order(const Graph& graph) {
  Ran ran(graph.operator_count());
  std::vector<OperatorId> out;
  while (out.size() < ran.size()) {
    const auto left = [&](OperatorId o) {
      ran[o.index()] = true;
      const std::int64_t bytes_after = bytes(graph, ran);
      ran[o.index()] = false;
      return bytes_after;
    };
    out.push_back(std::ranges::min(ready(graph, ran), {}, left));
    ran[out.back().index()] = true;
  }
  return out;
}

}  // namespace stowage::test
