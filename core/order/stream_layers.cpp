// SPDX-License-Identifier: Apache-2.0
#include "core/order/stream_layers.h"

#include <algorithm>
#include <functional>

#include "core/order/exact_order.h"

namespace stowage {
namespace {

using Index = OrderProblem::Index;

/// Streams by their layer, the first layers first (Tarjan's algorithm, on the streams).
class Layers {
 public:
  Layers(const Graph& graph, const OrderProblem& problem)
      : next_(graph.stream_count()), number_(next_.size()), low_(next_.size()), layer_(next_.size(), kNone) {
    for (Index o = 0; o < problem.count(); ++o)
      for (const Index after : problem.successors[o]) {
        const std::size_t from = graph.stream(OperatorId(o)).index(), to = graph.stream(OperatorId(after)).index();
        if (from != to) next_[from].push_back(to);
      }
    for (auto& row : next_) {
      std::ranges::sort(row);
      row.erase(std::ranges::unique(row).begin(), row.end());
    }
    for (std::size_t s = 0; s < next_.size(); ++s)
      if (number_[s] == 0) visit(s);
    for (std::size_t& layer : layer_) layer = count_ - 1 - layer;  // found from the last to the first
  }

  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t of(StreamId s) const { return layer_[s.index()]; }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};

  struct Frame {
    std::size_t stream, arc;
  };

  void visit(std::size_t first) {
    std::vector<Frame> path;
    const auto enter = [&](std::size_t s) {
      number_[s] = low_[s] = ++visited_;
      open_.push_back(s);
      path.push_back({s, 0});
    };
    enter(first);
    while (!path.empty()) {
      Frame& frame = path.back();
      const std::size_t s = frame.stream;
      if (frame.arc < next_[s].size()) {
        const std::size_t to = next_[s][frame.arc++];
        if (number_[to] == 0)
          enter(to);
        else if (layer_[to] == kNone)
          low_[s] = std::min(low_[s], number_[to]);
        continue;
      }
      path.pop_back();
      if (!path.empty()) low_[path.back().stream] = std::min(low_[path.back().stream], low_[s]);
      if (low_[s] == number_[s]) close(s);
    }
  }

  void close(std::size_t s) {
    while (layer_[s] == kNone) {
      layer_[open_.back()] = count_;
      open_.pop_back();
    }
    ++count_;
  }

  std::vector<std::vector<std::size_t>> next_;  // by stream: those that wait for it
  std::vector<std::size_t> number_, low_, layer_, open_;
  std::size_t count_ = 0, visited_ = 0;
};

}  // namespace

LayeredOrder order_by_layers(const Graph& graph, const OrderProblem& problem, const Task& task) {
  // Limits of about a second in all.
  constexpr std::size_t kStates = 20'000, kBytes = 64U << 20U;
  constexpr std::uint64_t kLooks = 10'000'000;
  const Layers layers(graph, problem);
  const std::size_t count = layers.count();
  // The operators of the layers [begin, end).
  const auto part_between = [&](std::size_t begin, std::size_t end) {
    std::vector<Index> members;
    std::vector<OrderSide> sides;
    for (Index o = 0; o < problem.count(); ++o) {
      const std::size_t layer = layers.of(graph.stream(OperatorId(o)));
      sides.push_back(layer < begin ? OrderSide::before : layer < end ? OrderSide::inside : OrderSide::after);
      if (sides.back() == OrderSide::inside) members.push_back(o);
    }
    return part_of(problem, members, sides);
  };
  LayeredOrder out;
  for (std::size_t k = 0; k < count; ++k) {
    const OrderProblem part = part_between(k, k + 1);
    const OrderFound found =
        exact_order(part, {.most_states = kStates / count, .most_looks = kLooks / count, .most_bytes = kBytes},
                    task.share(1.0 / static_cast<double>(count - k + 1)));
    out.lower_bound = std::max(out.lower_bound, found.lower_bound);
    for (const Index o : found.sequence) out.sequence.push_back(part.operators[o]);
  }
  for (std::size_t k = 1; k < count && !task.should_stop(); ++k)
    for (const auto& [begin, end] : {std::pair(std::size_t{0}, k + 1), std::pair(k - 1, count)})
      out.lower_bound = std::max(out.lower_bound, least_peak(part_between(begin, end), task));
  return out;
}

}  // namespace stowage
