// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <pthread.h>

#include <QtTest>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <limits>
#include <new>
#include <stdexcept>

#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/layout/strategy.h"
#include "tests/start/test_entry.h"
#include "tests/support/graphs.h"

using namespace stowage;

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
class ParallelTest : public QObject {
  Q_OBJECT

  static void grant(int threads) { threads_granted = threads; }

 private slots:
  void init() { set_worker_limit(4); }
  void cleanup() {
    set_worker_limit(0);
    grant(std::numeric_limits<int>::max());
  }

  void runs_on_the_threads_there_are_data() {
    QTest::addColumn<int>("granted");
    for (const int granted : {0, 1, 2, 1'000}) QTest::addRow("%d", granted) << granted;
  }
  void runs_on_the_threads_there_are() {
    QFETCH(int, granted);
    grant(granted);
    std::vector<std::atomic<int>> calls(1'000);
    parallel_for(calls.size(), [&](std::size_t i) { ++calls[i]; });
    QCOMPARE(threads_granted.load(), granted >= 3 ? granted - 3 : -1);  // the test's own was asked
    for (const std::atomic<int>& count : calls) QCOMPARE(count.load(), 1);
  }

  /// However deep calls are nested, no more threads work than were asked for.
  void nested_calls_share_the_threads() {
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
    QCOMPARE(calls.load(), static_cast<int>(kEach * kEach * kEach));
    QVERIFY(most <= 4);
  }
  /// The last of the outer calls has the threads of those that have ended.
  void the_last_call_has_all_threads() {
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
    QVERIFY(helped > 0);
  }

  /// From whichever thread, and nothing new begins.
  void an_exception_reaches_the_caller_data() {
    QTest::addColumn<int>("granted");
    QTest::addColumn<bool>("in_helper");
    QTest::newRow("alone") << 0 << false;
    QTest::newRow("the caller among others") << 1'000 << false;
    QTest::newRow("a helper") << 1'000 << true;
  }
  void an_exception_reaches_the_caller() {
    QFETCH(int, granted);
    QFETCH(bool, in_helper);
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
    QVERIFY_THROWS_EXCEPTION(std::bad_alloc, parallel_for(1'000'000, work));
    QVERIFY(calls < 1'000'000);
  }

  void what_is_too_much_is_an_error() {
    const auto run = [](const auto& work) { return unless_memory_runs_out(work); };
    QCOMPARE(run([]() -> Result<int> { return 7; }).value(), 7);
    QCOMPARE(run([]() -> Result<int> { throw std::bad_alloc(); }).error().kind, Error::Kind::no_memory);
    QCOMPARE(run([]() -> Result<int> { throw std::length_error(""); }).error().kind, Error::Kind::no_memory);
    QVERIFY(!Error::no_memory().is_stop());
  }

  /// One strategy that needs too much does not take the plans of the others.
  void a_strategy_without_memory() {
    LayoutStrategy hungry = *find_layout_strategy("bump");
    hungry.run = [](const LayoutProblem&, const PlanOptions&, const Task&) -> Result<Layout> {
      throw std::bad_alloc();
    };
    const Graph graph = test::figure_7();
    const Conflicts conflicts = Conflicts::compute(graph).value();
    const LayoutProblem problem = LayoutProblem::make(graph, conflicts).value();
    const LayoutStrategy* const asked[] = {find_layout_strategy("so.size.best"), &hungry, find_layout_strategy("auto")};
    const Bytes expected = make_plan(*asked[2], problem).value().footprint;
    for (const int granted : {0, 1'000}) {
      grant(granted);
      const auto results = run_strategies(asked, problem);
      QVERIFY(results[0].plan && results[2].plan);
      QCOMPARE(results[1].plan.error().kind, Error::Kind::no_memory);
      QCOMPARE(results[2].plan->footprint, expected);
    }
  }
};

STOWAGE_TEST(ParallelTest);
#include "tst_parallel.moc"
