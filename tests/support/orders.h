// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/graph/graph.h"
#include "core/order/order_problem.h"

// Orders of operators by their definition: plain sets, every tensor looked at each time. Shares nothing with core/order
// but its numbering.
namespace stowage::test {

/// The one that it has.
[[nodiscard]] inline std::vector<OperatorId> given_order(const Graph& graph) {
  return {graph.operators().begin(), graph.operators().end()};
}

/// Some order of the graph: of the ready operators any.
[[nodiscard]] std::vector<OperatorId> some_order(const Graph& graph, std::uint64_t seed);

/// 0, 1, 2 … of a problem, and an order as indices of its problem.
[[nodiscard]] std::vector<OrderProblem::Index> numbered(const OrderProblem& problem);
[[nodiscard]] std::vector<OrderProblem::Index> indices(const std::vector<OperatorId>& sequence);

/// Calls visit(sequence) with every order of the operators: of those that keep the local orders, or of all.
void for_each_order(const Graph& graph, bool keep_streams,
                    const std::function<void(const std::vector<OperatorId>&)>& visit);

/// Always the ready operator after which the least is in memory; of equal ones the lowest.
[[nodiscard]] std::vector<OperatorId> greedy_order(const Graph& graph);

/// Which order of operators needs the least memory, by trying all sets that may have run (dynamic programming over
/// 2^operators): for graphs of up to 20 operators.
class LeastOrder {
 public:
  using Set = std::uint32_t;  ///< bit k: operator k

  explicit LeastOrder(const Graph& graph);

  /// Bytes alive while `op` runs after exactly the operators of `done`.
  [[nodiscard]] std::int64_t alive(Set done, std::size_t op) const;
  /// The least peak of the steps of `members` after exactly those of `done`, and an order that has it; the rest
  /// comes after.
  struct Best {
    std::int64_t peak;
    std::vector<OperatorId> order;
  };
  [[nodiscard]] Best best(Set done, Set members) const;
  [[nodiscard]] Best best() const { return best(0, (Set{1} << needs_.size()) - 1); }

 private:
  struct Tensor {
    std::int64_t size;
    Set made, used;  ///< by one operator (none: present from the start), by operators
    bool output;
  };
  std::vector<Tensor> tensors_;
  std::vector<Set> needs_;  // by operator: what must have run
};

}  // namespace stowage::test
