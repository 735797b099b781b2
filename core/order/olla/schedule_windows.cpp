// SPDX-License-Identifier: Apache-2.0
#include "core/order/olla/schedule_windows.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "core/order/reachability.h"

namespace stowage::olla {
namespace {

using Index = OrderProblem::Index;

/// Operators besides itself.
std::uint32_t others(const Reachability& reach, Index o) {
  const auto bits = [](std::uint32_t sum, std::uint64_t word) {
    return sum + static_cast<std::uint32_t>(std::popcount(word));
  };
  const auto row = reach[o];
  return std::accumulate(row.begin(), row.end(), std::uint32_t{0}, bits) - 1;
}

void add_tensors(ScheduleWindows& spans, const OrderProblem& problem) {
  const auto count = static_cast<std::uint32_t>(problem.count());
  for (Index t = 0; t < problem.tensors.size(); ++t) {
    const OrderProblem::Tensor& tensor = problem.tensors[t];
    const bool made = tensor.producer != OrderProblem::kNone;
    const Lifetime span = made ? spans.operators[tensor.producer] : Lifetime{0, 0};
    Lifetime useful{span.begin, span.end};
    for (const Index user : problem.users[t]) useful.end = std::max(useful.end, spans.operators[user].end);
    if (tensor.kept) useful.end = count;
    spans.useful.push_back(useful);
  }
}

}  // namespace

ScheduleWindows find_schedule_windows(const OrderProblem& problem) {
  const auto count = static_cast<std::uint32_t>(problem.count());
  const auto before = Reachability::of_ancestors(problem), after = Reachability::of_descendants(problem);
  ScheduleWindows spans;
  for (Index o = 0; o < count; ++o) spans.operators.push_back({others(before, o), count - others(after, o)});
  add_tensors(spans, problem);
  return spans;
}

}  // namespace stowage::olla
