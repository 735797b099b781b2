// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace stowage {

/// Cores of the machine; at least 1.
[[nodiscard]] inline std::size_t available_cores() {
  return std::max(1U, std::thread::hardware_concurrency());
}

namespace detail {
inline std::atomic<std::size_t> worker_limit = 0;
}
/// Sets how many threads parallel_for() uses at most; 0: one a core. A setting of the whole process, which belongs to
/// the program (the window sets it from its preferences), as all work shares the threads, painting included. Results do
/// not depend on it, only their time.
inline void set_worker_limit(std::size_t most) {
  detail::worker_limit = most;
}

/// Threads to use; at least 1.
[[nodiscard]] inline std::size_t worker_count() {
  const std::size_t limit = detail::worker_limit;
  return limit == 0 ? available_cores() : limit;
}

namespace detail {

/// The threads that one call of parallel_for() and all calls nested in it have together.
class Crew {
 public:
  /// `threads` includes the caller's thread.
  explicit Crew(std::size_t threads) : idle_(threads - 1) {}

  [[nodiscard]] bool take_one() {
    for (std::size_t idle = idle_; idle > 0;)
      if (idle_.compare_exchange_weak(idle, idle - 1)) return true;
    return false;
  }
  void give_one_back() { ++idle_; }

  /// The crew of the calls around this one; null outside of all calls.
  static inline thread_local Crew* current = nullptr;

 private:
  std::atomic<std::size_t> idle_;
};

}  // namespace detail

/// Calls `work(i)` once for each i in [0, count), on worker_count() threads, or as many as the system grants, the
/// caller's thread among them; returns when all calls have ended. Where `work` calls parallel_for() in turn, the inner
/// call shares the idle threads of the outer one. Calls begin in ascending order of i, so put the longest first. Where
/// a call throws, no further call begins, and the first exception is thrown to the caller.
template <class Work>
void parallel_for(std::size_t count, const Work& work) {
  detail::Crew own(worker_count());
  detail::Crew& crew = detail::Crew::current != nullptr ? *detail::Crew::current : own;
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr thrown;
  const auto run = [&] {
    detail::Crew* const before = std::exchange(detail::Crew::current, &crew);
    try {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    } catch (...) {
      next = count;
      const std::lock_guard lock(mutex);
      if (!thrown) thrown = std::current_exception();
    }
    detail::Crew::current = before;
  };
  {
    std::vector<std::jthread> helpers;
    const auto help = [&] {
      run();
      crew.give_one_back();
    };
    while (helpers.size() + 1 < count && next < count && crew.take_one()) {
      try {
        helpers.emplace_back(help);
      } catch (const std::exception&) {  // no thread or no memory for one: the existing ones do all the work
        crew.give_one_back();
        break;
      }
    }
    run();
  }
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace stowage
