// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/order/order_problem.h"

namespace stowage::roam {

/// What an operator is in a training step. Only the trunk is searched for memory-insensitive operators: the others can
/// wait for almost anything, so that none would be left.
/// ```
///            input ──┐                  input ──┐
///   trunk:   ──▶ forward ─▶ … ─▶ loss ──▶ backward ──▶ …
///                                 └▶ side   └▶ side ─▶ update ─▶ update      (a branch)
/// ```
enum class Role : std::uint8_t {
  trunk,
  input,   ///< of a kind that names what is present ("Parameter"), or of the phase "backward"; all operators that it
           ///< waits for are inputs
  side,    ///< all that follows it ends in one gradient that only updates need, or in one result of a training step
  update,  ///< of the phase "update", followed only by updates
};

/// The roles of all operators, and the weight-update branches: updates that are connected.
struct Parts {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  std::vector<Role> roles;              ///< by OperatorId
  std::vector<std::uint32_t> branches;  ///< by OperatorId: the branch of an update, else kNone
  std::size_t branch_count = 0;         ///< numbered by their first operators
};

/// O(operators + arcs). A graph that would have no trunk is all trunk.
[[nodiscard]] Parts find_parts(const Graph& graph, const OrderProblem& problem);

/// A graph cut at the memory-insensitive operators of its trunk into **stages**, which run one after the other:
/// ```
///   stage     0      1      2      3    …    2n
///          segment  MI  segment  MI    …  segment      segments may be empty; MI: one operator
/// ```
/// Every operator has a stage. An operator off the trunk is in a segment: an input in the last before its first use (or
/// segment 0), a side in the first where it can run, an update where schedule_updates() puts it.
struct Segments {
  std::vector<OperatorId> insensitive;  ///< in the order in which they run; the k-th is stage 2k + 1
  std::vector<std::uint32_t> stages;    ///< by OperatorId

  [[nodiscard]] std::size_t stage_count() const { return 2 * insensitive.size() + 1; }
  /// Operators of each stage, ascending.
  [[nodiscard]] Csr<OperatorId> operators() const;
};

/// O(operators + arcs). Updates are in the first segment where all they need has been made. Every arc leads to the same
/// or a later stage.
[[nodiscard]] Segments find_segments(const Graph& graph, const OrderProblem& problem, const Parts& parts);

/// Returns the most bytes in memory at a memory-insensitive operator in any order: what the trunk has made, and what
/// operators after it need. No order has a smaller peak. `segments`: as found. O(operators + tensors + uses).
[[nodiscard]] Bytes least_at_insensitive(const OrderProblem& problem, const Parts& parts, const Segments& segments);

/// One stage as a problem.
struct StageProblem {
  OrderProblem problem;                      ///< what crosses its border is counted
  std::vector<OrderProblem::Index> members;  ///< by operator of `problem`: its number in the whole
};

/// Splits a problem into its stages, which run one after the other: no arc may lead back. The same as part_of() of
/// each, but O(operators + arcs + tensors) for all together.
[[nodiscard]] std::vector<StageProblem> stage_problems(const OrderProblem& whole, std::span<const std::uint32_t> stages,
                                                       std::size_t stage_count);

struct StagesOrdered {
  std::vector<OrderProblem::Index> sequence;
  Bytes lower_bound;  ///< proved: no order with these stages has a smaller peak
};
/// Orders stage by stage, on all cores, and puts the answers together: equations (2) and (3). Stages of at most
/// `node_limit` operators are searched for long, larger ones shortly. A search ends as soon as its stage needs no more
/// than some stage needs anyway. When stopped, returns the best so far.
[[nodiscard]] StagesOrdered order_stages(const OrderProblem& whole, std::span<const std::uint32_t> stages,
                                         std::size_t stage_count, std::size_t node_limit, const Task& task);

}  // namespace stowage::roam
