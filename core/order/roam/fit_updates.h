// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/order/order_problem.h"
#include "core/order/roam/update_branches.h"

namespace stowage::roam {

/// Puts what is not of the trunk anew into an order: each as soon as it fits under a ceiling, and the ceiling as low as
/// bisection finds it. Where the paper estimates what else is alive, this knows it; and a gradient whose update would
/// have to wait is not even made, unless it is smaller than what it is made from.
/// ```
///   ceiling  ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄
///                 ▁▂▄▆█ backward      ▂█▂ gradient and update: fit here, not there, where they were possible first
///            ▂▄▆██████████▇▆▅▄▃▂▂▁
/// ```
/// `joined` is a problem with branches as operators, `roles` those of its operators, `sequence` an order of it, of
/// which the trunk and inputs keep theirs. Some twenty ceilings, O(operators · waiting) each.
[[nodiscard]] std::vector<OrderProblem::Index> fit_updates(const OrderProblem& joined, std::span<const Role> roles,
                                                           std::span<const OrderProblem::Index> sequence, Bytes floor);

}  // namespace stowage::roam
