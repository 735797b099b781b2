// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include "core/base/task.h"
#include "core/graph/graph.h"
#include "core/plan/plan.h"

namespace stowage {

/// Replays the certificate of a plan's bound: what `plan.bound_tensors` alone need in every plan of the graph with the
/// plan's alignment, order and streams. 0 where there is no certificate. The bound is proved where this is not less.
///
/// Any two of these tensors must lie side by side in one block (a group, companions but for those by choice); or both
/// are needed at once in some run, and neither may be written over the other; or this holds for two that hold all of
/// their bytes in every plan. So they lie one above the other, and need at least the sum of their sizes, and besides:
/// - the bytes of holes that none of them can use. A **hole** lies between two of them in a group: members of the group
///   that are not among them. It is filled by these tensors, if they fit among members of it with which they may share
///   bytes, as far as some of their sizes add up (up to a million times their common divisor). Of the holes of several
///   groups, the most wasteful count, unless some of one group would fit into the hole of another; none if there are
///   too many to look into;
/// - or, if that is more, the bytes between tensors that are aligned to the largest alignment among them, but for the
///   topmost, as far as the others do not fill them: each reaches into one such gap at most.
///
/// Shares no code with core/plan and core/safety. bad_input names two tensors that may share bytes, or says why the
/// plan's sequence is not an order of the graph; too_large where there are too many pairs to look at, or where sums of
/// sizes overflow.
[[nodiscard]] Result<Bytes> proved_bound(const Graph& graph, const Plan& plan, const Task& task = {});

/// Whether a graph has a smaller plan.
struct SmallerPlan {
  enum class Answer {
    none,       ///< every way to place the tensors was ruled out
    found,      ///< `offsets` is one
    undecided,  ///< too many ways to try them all
  };
  Answer answer = Answer::undecided;
  std::vector<Offset> offsets{};  ///< by TensorId
};

/// Tries all plans of fewer than `bytes` bytes with the alignment, order and streams of `plan`; reads nothing else of
/// `plan`. For bounds without a certificate (proved_bound()), which a search proved.
///
/// One of two blocks with tensors that may not share bytes lies above the other. The search decides which, pair by
/// pair, the tightest pair first; a decision falls when a block has no start left, or when tensors that all lie apart
/// have more bytes than the room between them. Limited by work, about a second: the same answer every time. For more
/// than about a hundred tensors the answer is undecided, as a rule.
///
/// A view lies in its owner, and companions by choice stay together; for a graph with in-place pairs the answer is
/// undecided.
///
/// Shares no code with core/plan, core/safety and core/layout; but the strategy `search` asks it for small graphs with
/// groups, so that the bounds of these are checked by the search that found them. bad_input where the plan's sequence
/// is not an order of the graph.
[[nodiscard]] Result<SmallerPlan> find_smaller_plan(const Graph& graph, const Plan& plan, Bytes bytes,
                                                    const Task& task = {});

/// Whether the bound that a plan claims is proved again, and how.
struct ClaimedBound {
  enum class Verdict {
    certified,  ///< by the certificate; also where nothing is claimed
    tried_all,  ///< by trying all smaller plans
    undecided,  ///< there are too many smaller plans to try, or the plan is not valid
    refuted,    ///< there is a smaller plan
  };
  Verdict verdict = Verdict::undecided;
  Bytes proved{};                ///< no plan needs less: the claim if it holds, or the certificate's bound
  std::optional<Error> fault{};  ///< of the certificate
};

/// Replays the certificate (proved_bound()). Where it proves less than the plan claims, and the plan is `valid`, tries
/// all smaller plans, unless companions by choice may lie apart in some of them.
[[nodiscard]] Result<ClaimedBound> check_claim(const Graph& graph, const Plan& plan, bool valid, const Task& task = {});

/// The start of a tensor must be a multiple of this; in a group, it is the alignment of the plan. Requires sums_fit().
[[nodiscard]] inline std::int64_t start_step(const Graph& graph, const Plan& plan, TensorId t) {
  if (graph.group(t).valid()) return plan.alignment.count;
  return std::lcm(plan.alignment.count, std::int64_t{graph.alignment(t)});
}

/// Whether all sizes, rounded up to the plan's alignment, and all steps add up to less than 2^61: no sum of some of
/// them overflows, however strange the file that the plan is from.
[[nodiscard]] inline bool sums_fit(const Graph& graph, const Plan& plan) {
  constexpr std::int64_t kMax = std::int64_t{1} << 61;
  std::int64_t room = kMax;
  for (TensorId t : graph.tensors()) {
    const std::int64_t own = graph.alignment(t), factor = own / std::gcd(own, plan.alignment.count);
    if (plan.alignment.count > kMax / factor) return false;
    room -= round_up(graph.size(t), plan.alignment).count + plan.alignment.count * factor;
    if (room <= 0) return false;
  }
  return true;
}

}  // namespace stowage
