// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/order/order_problem.h"

namespace stowage {

/// By operator: a row of bits, its own and those of all that come before it in every order, or after it. O(count · arcs
/// / 64), and count² / 8 bytes. Rows are missing where the task is stopped.
class Reachability {
 public:
  using Index = OrderProblem::Index;

  [[nodiscard]] static Reachability of_ancestors(const OrderProblem& problem, const Task& task = {}) {
    if (task.should_stop()) return Reachability(0);
    Reachability out(problem.count());
    for (Index o = 0; o < problem.count() && !task.poll(o, 64); ++o) out.fill(o, problem.predecessors[o]);
    return out;
  }
  [[nodiscard]] static Reachability of_descendants(const OrderProblem& problem, const Task& task = {}) {
    if (task.should_stop()) return Reachability(0);
    Reachability out(problem.count());
    for (auto o = static_cast<Index>(problem.count()); o-- > 0 && !task.poll(o, 64);)
      out.fill(o, problem.successors[o]);
    return out;
  }

  [[nodiscard]] std::span<const std::uint64_t> operator[](Index o) const { return {bits_.data() + o * words_, words_}; }
  [[nodiscard]] std::size_t words() const { return words_; }

  static void add(std::span<std::uint64_t> to, std::span<const std::uint64_t> from) {
    for (std::size_t w = 0; w < to.size(); ++w) to[w] |= from[w];
  }

 private:
  explicit Reachability(std::size_t count) : words_((count + 63) / 64), bits_(count * words_) {}

  void fill(Index o, std::span<const Index> neighbours) {
    const std::span<std::uint64_t> row{bits_.data() + o * words_, words_};
    row[o / 64] |= std::uint64_t{1} << o % 64;
    for (const Index other : neighbours) add(row, (*this)[other]);
  }

  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

}  // namespace stowage
