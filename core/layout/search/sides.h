// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <stop_token>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/parallel.h"
#include "core/base/task.h"

namespace stowage {

/// The best plan of a search so far; by TensorId.
struct FoundPlan {
  std::vector<Offset> offsets;
  Bytes footprint;
};

/// Runs `count` searches side by side, `run(k, task)` each, and returns what each found. A search that meets the bound
/// ends those after it, not those before, so that the answer does not depend on the timing.
template <class Run>
[[nodiscard]] std::vector<FoundPlan> race(std::size_t count, Bytes bound, const Task& task, const Run& run) {
  std::vector<std::stop_source> stops(count);
  std::vector<FoundPlan> found(count);
  const std::stop_callback forward(task.stop, [&] {
    for (std::stop_source& stop : stops) stop.request_stop();
  });
  parallel_for(count, [&](std::size_t k) {
    found[k] = run(k, task.part(stops[k].get_token()));
    if (found[k].footprint > bound) return;
    for (std::size_t later = k + 1; later < count; ++later) stops[later].request_stop();
  });
  return found;
}

}  // namespace stowage
