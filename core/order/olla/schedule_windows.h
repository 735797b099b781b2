// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/graph/lifetimes.h"
#include "core/order/order_problem.h"

namespace stowage::olla {

/// When operators can run and tensors can be there, one operator a step (OLLA, section 4.1; of a serial order the
/// spans are tighter than by longest paths). Steps are 0 … count-1, half-open.
/// ```
///   span      SPAN(v) = [|ancestors|, count - |descendants|)
///   useful    MUL(e)  from the first step of its producer to the last of its users
/// ```
/// A tensor there from the start is useful from step 0; one that is kept, to the end.
struct ScheduleWindows {
  std::vector<Lifetime> operators;  ///< SPAN
  std::vector<Lifetime> useful;     ///< MUL, by tensor
};

/// O(count · arcs / 64).
[[nodiscard]] ScheduleWindows find_schedule_windows(const OrderProblem& problem);

}  // namespace stowage::olla
