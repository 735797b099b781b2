// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "core/base/task.h"
#include "core/graph/graph.h"
#include "core/plan/plan.h"

namespace stowage {

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
/// `plan`. For bounds without a certificate (bound_check.h), which a search proved.
///
/// Of two blocks with tensors that may not share bytes, one lies above the other. The search decides which, pair by
/// pair, the tightest pair first; a decision falls when a block has no start left, or when tensors that all lie apart
/// have more bytes than the room between them. Limited by work, about a second: the same answer every time. For more
/// than about a hundred tensors the answer is undecided, as a rule.
///
/// A view lies in its owner; for a graph with in-place pairs the answer is undecided.
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
  Bytes proved{};                ///< what every plan needs: the claim where it holds, else what the certificate proves
  std::optional<Error> fault{};  ///< of the certificate
};

/// Replays the certificate (proved_bound()). Where it proves less than the plan claims, and the plan is `valid`, tries
/// all smaller plans.
[[nodiscard]] Result<ClaimedBound> check_claim(const Graph& graph, const Plan& plan, bool valid, const Task& task = {});

}  // namespace stowage
