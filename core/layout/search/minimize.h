// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/task.h"
#include "core/layout/search/exact.h"

namespace stowage {

/// The best plan found and the best bound proved.
struct Minimum {
  std::vector<Offset> offsets;  ///< by TensorId
  Bytes footprint;
  Bytes lower_bound;        ///< no plan is smaller; equal to the footprint where the plan is proved optimal
  std::uint64_t nodes = 0;  ///< decisions tried
  std::string remark;       ///< one sentence for people: what is proved, or why it ended
};

struct MinimizeOptions {
  std::uint64_t node_budget = 2'000'000;
  /// Called on each better plan and each better bound.
  std::function<void(Bytes footprint, Bytes lower_bound)> improved{};
};

/// Lowers the footprint of what `search` knows (start_from), and raises its bound, until they meet, the budget is used
/// up or the task stops; never fails. Capacities from the bound to just below the best footprint are tried in turn with
/// few nodes each, then with twice as many, so that no single one takes it all.
[[nodiscard]] Minimum minimize(ExactSearch& search, const MinimizeOptions& options = {}, const Task& task = {});

}  // namespace stowage
