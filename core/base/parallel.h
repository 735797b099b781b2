// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace stowage {

/// Cores of the machine; at least 1.
[[nodiscard]] inline std::size_t available_cores() {
  return std::max(1U, std::thread::hardware_concurrency());
}

namespace detail {
inline std::atomic<std::size_t> worker_limit = 0;
}
/// How many threads parallel_for() uses at most; 0: one a core. No result depends on it, only how long it takes.
inline void set_worker_limit(std::size_t most) {
  detail::worker_limit = most;
}

/// Threads to use; at least 1.
[[nodiscard]] inline std::size_t worker_count() {
  const std::size_t limit = detail::worker_limit;
  return limit == 0 ? available_cores() : limit;
}

/// Calls `work(i)` once for each i in [0, count), on worker_count() threads, the caller's thread among them; returns when all have
/// ended. Calls begin in ascending order of i, so put the longest first. `work` must not throw.
template <class Work>
void parallel_for(std::size_t count, const Work& work) {
  std::atomic<std::size_t> next{0};
  const auto run = [&] {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  };
  std::vector<std::jthread> helpers;
  for (std::size_t n = std::min(worker_count(), count); n > 1; --n) helpers.emplace_back(run);
  run();
}

}  // namespace stowage
