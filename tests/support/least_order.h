// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/graph/graph.h"

namespace stowage::test {

/// Which order of operators needs the least memory, by trying all sets that may have run (dynamic programming over
/// 2^operators): for graphs of up to 20 operators. Shares nothing with core/schedule.
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
