// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/papers/roam/segments.h"

namespace stowage::roam {

/// A weight-update branch run on its own, without a pause.
struct Branch {
  std::vector<OrderProblem::Index> sequence;  ///< its updates, in the order that needs least
  Bytes gradient;                             ///< bytes of the gradients that it takes from the rest
  Bytes peak;                                 ///< while it runs, with its gradients and without what is always present
  Bytes least;                                ///< proved: needed beside what is always present, in every order

  /// Its memory in sizes of its gradients: about 1 for SGD, 3 for Adam.
  [[nodiscard]] double alpha() const {
    return gradient.count == 0 ? 0.0 : static_cast<double>(peak.count) / static_cast<double>(gradient.count);
  }
};

/// Returns all branches by number, each ordered by an exact search (beyond 5,000 states by the best order so far), on
/// all cores.
[[nodiscard]] std::vector<Branch> measure_branches(const OrderProblem& problem, const Parts& parts, const Task& task);

/// A problem in which each branch is one operator, with a workspace for what it needs beyond its gradients and results.
struct Joined {
  OrderProblem problem;
  Csr<OrderProblem::Index> members;  ///< by operator of `problem`: its operators in the original one, as they run
};
[[nodiscard]] Joined join_branches(const OrderProblem& problem, const Parts& parts,
                                   const std::vector<Branch>& branches);

/// Made forward and needed backward, by the phases of its producer and its consumers.
[[nodiscard]] bool is_activation(const Graph& graph, TensorId t);

/// When a branch waits for the next segment: the paper's functions (4) to (6) and its delay radius.
struct DelayRule {
  Bytes peak;        ///< to be expected anyway: the paper takes the bytes of all activations
  double mean_size;  ///< of a tensor, in bytes
  double radius;     ///< gradients of up to this times the mean do not wait

  /// `alive`: bytes of activations in this segment.
  [[nodiscard]] bool waits(Bytes alive, Bytes gradient, double alpha) const {
    const auto size = static_cast<double>(gradient.count);
    return size > radius * mean_size &&
           static_cast<double>(alive.count) + alpha * size > static_cast<double>(peak.count);
  }
};

/// By stage: bytes of activations that may be alive at its last step, and of all activations. O(tensors + uses + arcs).
struct ActivationCurve {
  std::vector<Bytes> alive;
  Bytes total;
};
[[nodiscard]] ActivationCurve activation_curve(const Graph& graph, const OrderProblem& problem, const Parts& parts,
                                               const Segments& segments);

/// Moves each branch to the first segment where it need not wait; the last takes all others. `alpha` of
/// 0: as measured.
[[nodiscard]] Segments schedule_updates(Segments segments, const std::vector<Branch>& branches,
                                        std::span<const Bytes> activations_alive, const DelayRule& rule, double alpha);

/// Orders the operators off the trunk again: each as soon as it fits under a ceiling, the lowest that bisection finds.
/// Where the paper estimates what else is alive, this counts it. A gradient whose update would have to wait is not made
/// either, unless making it frees as many bytes or more.
/// ```
///   ceiling  ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄
///                 ▁▂▄▆█ backward      ▂█▂ gradient and update: fit here, not there, where they were possible first
///            ▂▄▆██████████▇▆▅▄▃▂▂▁
/// ```
/// `joined` is a problem with branches as operators, `roles` those of its operators, `sequence` an order of it; the
/// trunk and the inputs keep this order. At most 33 runs, O(operators · waiting) each.
[[nodiscard]] std::vector<OrderProblem::Index> fit_updates(const OrderProblem& joined, std::span<const Role> roles,
                                                           std::span<const OrderProblem::Index> sequence, Bytes floor);

}  // namespace stowage::roam
