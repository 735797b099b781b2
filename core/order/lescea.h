// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/order/order.h"
#include "core/order/order_problem.h"

namespace stowage {

/// LESCEA (as ROAM compares with it): of the operators that could run next always the one after which the least
/// memory is in use; of equal ones that with the lowest index. O((operators + arcs + uses) log operators).
/// Fails only when stopped.
[[nodiscard]] Result<std::vector<OrderProblem::Index>> lescea_order(const OrderProblem& problem, const Task& task = {});

extern const OrderStrategy kLescea;

}  // namespace stowage
