// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/graph/lifetimes.h"
#include "core/order/order_problem.h"
#include "core/process/solver.h"

namespace stowage::olla {

/// When operators can run and tensors can be in memory, one operator a step (OLLA, section 4.1; the spans of a serial
/// order are tighter than those by longest paths). Steps are 0 … count-1, half-open.
/// ```
///   span      SPAN(v) = [|ancestors|, count - |descendants|)
///   useful    MUL(e)  from the first step of its producer to the last of its users
/// ```
/// A tensor present from the start is useful from step 0; one that is kept, to the end.
struct ScheduleWindows {
  std::vector<Lifetime> operators;  ///< SPAN
  std::vector<Lifetime> useful;     ///< MUL, by tensor
};

/// O(count · arcs / 64).
[[nodiscard]] ScheduleWindows find_schedule_windows(const OrderProblem& problem);

/// A number in a program: a column or a known value.
struct Term {
  static constexpr std::uint32_t kNoColumn = 0;  // that is the peak

  std::uint32_t column = kNoColumn;
  std::int64_t known = 0;
};

/// OLLA's problem (14) as an integer program: which order needs least, wherever tensors will lie. Its first column is
/// the peak in units (bytes that divide all sizes) above what is always present. Operators may share a step: one after
/// the other they need no more. Where the spans leave a choice, a column says whether an operator has run by a step
/// (Z); whether a tensor is in memory is a real number. The paper's program, with its columns C and P, has the same
/// optimum.
class OrderModel {
 public:
  /// The peak is within [least, most]; where that is not possible the program has no solution.
  [[nodiscard]] static OrderModel make(const OrderProblem& problem, Bytes least, Bytes most);

  /// Bytes that divide all sizes; two peaks differ by a multiple of it.
  [[nodiscard]] static Bytes unit_of(const OrderProblem& problem);

  [[nodiscard]] const LinearProgram& program() const { return program_; }
  [[nodiscard]] Bytes unit() const { return unit_; }
  [[nodiscard]] Bytes base() const { return base_; }
  [[nodiscard]] std::size_t binary_count() const;

  /// Returns the operators by the steps of a solution (function 1), those of one step by their numbers; nothing where
  /// an operator has no step.
  [[nodiscard]] std::optional<std::vector<OrderProblem::Index>> sequence(std::span<const double> values) const;

 private:
  friend class ModelMaker;

  LinearProgram program_;
  Bytes unit_{1}, base_;
  std::vector<std::uint32_t> begins_;    // by operator: its first step
  std::vector<std::vector<Term>> runs_;  // by operator, from its first step on: whether it has run by then
};

/// What is known before a solver is asked.
struct Known {
  Bytes least;  ///< proved: no order needs less
  Bytes most;   ///< the peak of an order
};

/// What a solver found.
struct SolvedOrder {
  std::vector<OrderProblem::Index> sequence;  ///< an order that needs less than the known one; empty: none
  Bytes peak;                                 ///< of the better one of the two orders
  Bytes lower_bound;                          ///< proved of all orders
};

/// Lets a solver look for an order that needs less than `known.most`, for so many seconds. Takes only the sequence from
/// it, and counts the peak. Its bound, or that there is no such order, counts as proved where its arithmetic can be
/// trusted with numbers that large. Errors: those of solve(); external where the answer contradicts itself.
[[nodiscard]] Result<SolvedOrder> solve_order(const OrderProblem& problem, const Known& known,
                                              const SolverChoice& solver, double seconds, const Task& task);

}  // namespace stowage::olla
