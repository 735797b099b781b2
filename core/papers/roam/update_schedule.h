// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/papers/roam/segments.h"
#include "core/papers/roam/update_branches.h"

namespace stowage::roam {

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
