// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
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

/// Calls `work(i)` once for each i in [0, count), on worker_count() threads, or as many as the system grants, the
/// caller's thread among them; returns when all have ended. Calls begin in ascending order of i, so put the longest
/// first. Where calls throw, no further ones begin, and the first exception is thrown to the caller.
template <class Work>
void parallel_for(std::size_t count, const Work& work) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr thrown;
  const auto run = [&] {
    try {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    } catch (...) {
      next = count;
      const std::lock_guard lock(mutex);
      if (!thrown) thrown = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> helpers;
    try {
      for (std::size_t n = std::min(worker_count(), count); n > 1; --n) helpers.emplace_back(run);
    } catch (const std::system_error&) {  // no more threads: those there are do it all
    } catch (const std::bad_alloc&) {
    }
    run();
  }
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace stowage
