// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <exception>
#include <list>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

#include <pybind11/pybind11.h>

#include "app/python/errors.h"
#include "core/base/error.h"
#include "core/base/task.h"

namespace stowage::python {

/// What work has given, and the exception that a signal raised meanwhile, if any did: KeyboardInterrupt for Ctrl-C.
template <class T>
struct Waited {
  Result<T> result;
  std::optional<pybind11::error_already_set> signal{};

  /// Throws the error of the signal; without a result, throws stowage.Error.
  T value() && {
    if (signal) throw std::move(*signal);
    if (!result) raise(result.error());
    return *std::move(result);
  }
};

/// One wait of a thread of Python, in the list of all. Python ends a daemon thread that takes the interpreter's lock
/// after the interpreter has ended, by unwinding its stack, which aborts the process in frames of C++. So the waits are
/// brought to an end before that, and their threads stay where they are.
class Waiting {
 public:
  /// Waits for work that `stop` stops. Needs the interpreter's lock; does not return once the interpreter ends.
  explicit Waiting(const std::stop_source& stop);
  ~Waiting();
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

  /// Without the interpreter's lock, before it is taken: where the interpreter ends, waits for the worker, which has
  /// been stopped, and does not return.
  void before_lock(std::jthread& worker);

 private:
  std::list<std::stop_source>::iterator place_;
};

/// To be called once by the module.
void end_waits_with_python();

/// Runs `work(task)` in a thread of its own, without the interpreter's lock, which this one takes again every now and
/// then to look for signals. The first that raises stops the task; the result is still waited for, since there may be a
/// plan. A second one throws it away.
template <class Work>
auto wait_for(const Work& work) -> Waited<typename decltype(work(std::declval<const Task&>()))::value_type> {
  using Answer = decltype(work(std::declval<const Task&>()));
  constexpr std::chrono::milliseconds kBetweenLooks{30};

  std::optional<Answer> answer;
  std::exception_ptr thrown;
  std::optional<pybind11::error_already_set> signal;
  bool thrown_away = false;
  {
    std::mutex mutex;
    std::condition_variable ended;
    bool done = false;
    std::stop_source stop;
    Waiting waiting(stop);
    Task task;
    task.stop = stop.get_token();
    // Joined at the end of this block, whatever is thrown in it.
    std::jthread worker([&] {
      try {
        answer.emplace(work(task));
      } catch (...) {
        thrown = std::current_exception();
      }
      const std::lock_guard lock(mutex);
      done = true;
      ended.notify_one();
    });
    while (worker.joinable()) {
      {
        const pybind11::gil_scoped_release released;
        std::unique_lock lock(mutex);
        const bool joins = ended.wait_for(lock, kBetweenLooks, [&] { return done; });
        lock.unlock();
        if (joins) worker.join();
        waiting.before_lock(worker);
      }
      if (!worker.joinable() || PyErr_CheckSignals() == 0) continue;
      thrown_away = signal.has_value();
      signal.emplace();  // takes what was raised
      stop.request_stop();
    }
  }
  if (thrown_away) throw std::move(*signal);
  if (thrown) std::rethrow_exception(thrown);
  return {*std::move(answer), std::move(signal)};
}

}  // namespace stowage::python
