// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <pthread.h>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <mutex>
#include <new>

#include "core/base/parallel.h"
#include "tests/support/core_test.h"

namespace {
std::atomic<int> threads_granted = std::numeric_limits<int>::max();
}

/// In place of the system's, for the whole program: grants so many threads, and then says what it says at a limit.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*),
                              void* argument) noexcept {
  if (threads_granted.fetch_sub(1) <= 0) return EAGAIN;
  static const auto real = reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
  return real(thread, attributes, run, argument);
}

/// Work spread over threads, where there are none to be had, and where it throws.
struct ParallelFixture : WorkerLimit {
  static void grant(int threads) { threads_granted = threads; }
  ParallelFixture() : WorkerLimit(4) {}
  ~ParallelFixture() { grant(std::numeric_limits<int>::max()); }
};

TEST_CASE_FIXTURE(ParallelFixture, "runs on the threads there are") {
  for (const int granted : {0, 1, 2, 1'000}) {
    CAPTURE(granted);
    grant(granted);
    const auto expected = static_cast<std::size_t>(std::min(granted, 3) + 1);  // the test's own among them
    std::mutex mutex;
    std::condition_variable joined;
    std::set<std::thread::id> threads;
    std::vector<std::atomic<int>> calls(1'000);
    parallel_for(calls.size(), [&](std::size_t i) {
      ++calls[i];
      std::unique_lock lock(mutex);
      threads.insert(std::this_thread::get_id());
      joined.notify_all();
      joined.wait_for(lock, std::chrono::seconds(20), [&] { return threads.size() >= expected; });
    });
    REQUIRE_EQ(threads.size(), expected);
    for (const std::atomic<int>& count : calls) REQUIRE_EQ(count.load(), 1);
  }
}

/// However deep calls are nested, no more threads work than were asked for.
TEST_CASE_FIXTURE(ParallelFixture, "nested calls share the threads") {
  constexpr std::size_t kEach = 8;
  std::atomic<int> working = 0, most = 0, calls = 0;
  const auto leaf = [&](std::size_t) {
    const int now = ++working;
    for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
    }
    std::this_thread::sleep_for(std::chrono::microseconds(100));
    ++calls;
    --working;
  };
  const auto branch = [&](std::size_t) { parallel_for(kEach, leaf); };
  parallel_for(kEach, [&](std::size_t) { parallel_for(kEach, branch); });
  REQUIRE_EQ(calls.load(), static_cast<int>(kEach * kEach * kEach));
  REQUIRE(most <= 4);
}

/// The last of the outer calls has the threads of those that have ended.
TEST_CASE_FIXTURE(ParallelFixture, "the last call has all threads") {
  std::atomic<int> outer_left = 3;
  std::atomic<int> helped = 0;
  parallel_for(4, [&](std::size_t i) {
    if (i != 3) {
      --outer_left;
      return;
    }
    while (outer_left > 0) std::this_thread::yield();
    const auto caller = std::this_thread::get_id();
    for (int tries = 0; tries < 10'000 && helped == 0; ++tries)  // until a thread was given back
      parallel_for(2, [&](std::size_t) {
        if (std::this_thread::get_id() != caller) ++helped;
        std::this_thread::sleep_for(std::chrono::microseconds(100));
      });
  });
  REQUIRE(helped > 0);
}

/// From whichever thread, and nothing new begins.
TEST_CASE_FIXTURE(ParallelFixture, "an exception reaches the caller") {
  const Rows<int, bool> rows = {
      {"alone", 0, false}, {"the caller among others", 1'000, false}, {"a helper", 1'000, true}};
  each_row(rows, [&](int granted, bool in_helper) {
    grant(granted);
    const auto caller = std::this_thread::get_id();
    std::atomic<bool> thrown = false;
    std::atomic<int> calls = 0;
    const auto work = [&](std::size_t) {
      ++calls;
      if (!thrown && (std::this_thread::get_id() != caller) == in_helper) {
        thrown = true;
        throw std::bad_alloc();
      }
      while (!thrown) std::this_thread::yield();  // for the one that will
    };
    REQUIRE_THROWS_AS(parallel_for(1'000'000, work), std::bad_alloc);
    REQUIRE(calls < 1'000'000);
  });
}

TEST_CASE_FIXTURE(ParallelFixture, "what is too much is an error") {
  const auto run = [](const auto& work) { return unless_memory_runs_out(work); };
  REQUIRE_EQ(run([]() -> Result<int> { return 7; }).value(), 7);
  REQUIRE_EQ(run([]() -> Result<int> { throw std::bad_alloc(); }).error().kind, Error::Kind::no_memory);
  REQUIRE_EQ(run([]() -> Result<int> { throw std::length_error(""); }).error().kind, Error::Kind::no_memory);
  REQUIRE(!Error::no_memory().is_stop());
}

/// One strategy that needs too much does not take the plans of the others.
TEST_CASE_FIXTURE(ParallelFixture, "a strategy without memory") {
  LayoutStrategy hungry = *find_layout_strategy("bump");
  hungry.run = [](const LayoutProblem&, const PlanOptions&, const Task&) -> Result<Layout> { throw std::bad_alloc(); };
  const PlanningCase c(figure_7());
  const LayoutStrategy* const asked[] = {find_layout_strategy("so.size.best"), &hungry, find_layout_strategy("auto")};
  const Bytes expected = c.plan(*asked[2]).footprint;
  for (const int granted : {0, 1'000}) {
    grant(granted);
    const auto results = test::run_strategies(asked, c.problem);
    REQUIRE((results[0].plan && results[2].plan));
    REQUIRE_EQ(results[1].plan.error().kind, Error::Kind::no_memory);
    REQUIRE_EQ(results[2].plan->footprint, expected);
  }
}
