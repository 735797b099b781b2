// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/graph/graph.h"
#include "core/schedule/olla/models.h"
#include "core/schedule/olla/order_solver.h"
#include "core/solver/solver.h"

// OLLA's problem (9): the order of the operators and the offsets of the tensors in one integer program.
namespace stowage::olla {

/// The compact program of the order (models.h), and what (6) to (8) add to it. In units, above what is always there:
/// ```
///   A_e + S_e <= peak                                       (8)   each tensor e, at A_e
///   below_ij + below_ji >= L_i,t + L_j,t - 1                (6)   two that can be in memory at the same step t
///   A_i + S_i <= A_j + M · (1 - below_ij)                   (7)   i lies below j, or it says nothing
/// ```
/// No pair is written where all uses of one come before the other is made in every order. The peaks of the order (13)
/// stay as rows: they follow from the others, and tell the solver much.
class JointModel {
 public:
  /// The footprint is within [least, most]. bad_input where there are more than `most_choices` binaries.
  [[nodiscard]] static Result<JointModel> make(const OrderProblem& problem, Bytes least, Bytes most,
                                               std::size_t most_choices);

  [[nodiscard]] const LinearProgram& program() const { return program_; }
  [[nodiscard]] Bytes unit() const { return order_.unit(); }
  [[nodiscard]] Bytes base() const { return order_.base(); }
  [[nodiscard]] std::size_t binary_count() const { return order_.binary_count() + pairs_; }

  /// The operators by their steps, and the tensors, in bytes above the base, from the lowest up, each as low as those
  /// below it allow in that order of operators: whatever the solver rounds, they do not overlap. Nothing where it has
  /// no step for some operator.
  struct Solution {
    std::vector<OrderProblem::Index> sequence;
    std::vector<std::int64_t> starts;  ///< by tensor
  };
  [[nodiscard]] std::optional<Solution> solution(const OrderProblem& problem, std::span<const double> values) const;

 private:
  explicit JointModel(OrderModel order) : order_(std::move(order)), program_(order_.program()) {}
  void add_pair(const OrderProblem& problem, const Spans& spans, OrderProblem::Index i, OrderProblem::Index j);
  void add_below(std::uint32_t lower, std::int64_t size, std::uint32_t upper, std::uint32_t choice);

  OrderModel order_;
  LinearProgram program_;
  std::uint32_t first_start_ = 0;  // column of A of tensor 0
  std::size_t pairs_ = 0;          // binaries of them
  bool mirrored_ = false;          // which of two is below was chosen, once
};

/// An order and a plan of the graph in that order.
struct JointPlan {
  std::vector<OperatorId> sequence;
  std::vector<Offset> offsets;  ///< by TensorId
  Bytes footprint;
  Bytes lower_bound;  ///< no plan of any order is smaller

  [[nodiscard]] bool proved() const { return footprint == lower_bound; }
};

/// Limits of a joint plan.
struct JointOptions {
  std::size_t most_choices = 2'000;  ///< binaries of a program that a solver gets anywhere with
  double seconds = 60;               ///< of the solver
};

/// Lets a solver look for an order and a plan smaller than `known.most`; nothing where it finds none, and what it
/// proves. Errors: those of solve() and of JointModel::make; bad_input where the answer contradicts itself.
struct JointAnswer {
  std::optional<JointPlan> plan;
  Bytes lower_bound;
};
[[nodiscard]] Result<JointAnswer> solve_jointly(const Graph& graph, const Known& known, const SolverChoice& solver,
                                                const JointOptions& options = {}, const Task& task = {});

/// The least footprint over all orders and plans of a graph of one stream. The best order (exact_order.h) with the best
/// plan of it (`search`) is the start, and the answer where it meets the bound, where the program is too large or the
/// time is up; else a solver is asked for less. bad_input where there are several streams, groups, tensors with an
/// alignment of their own or a time axis; or as solve() says.
[[nodiscard]] Result<JointPlan> plan_jointly(const Graph& graph, const JointOptions& options = {},
                                             const Task& task = {});

}  // namespace stowage::olla
