// SPDX-License-Identifier: Apache-2.0
#include "app/python/waiting.h"

#include <algorithm>
#include <list>

namespace py = pybind11;

namespace stowage::python {
namespace {

/// The waits of this process.
struct Waits {
  std::mutex mutex;
  std::condition_variable left;
  std::list<std::stop_source> running;
  std::optional<std::thread::id> ended_by{};  ///< the thread that ends the interpreter, as soon as it does
};

/// Never destroyed: threads stay in it until the process is gone.
Waits*& waits() {
  static auto* all = new Waits;
  return all;
}

[[noreturn]] void stay() {
  while (true) std::this_thread::sleep_for(std::chrono::hours(1));
}

/// Called by Python before it ends, while other threads still run.
void end_waits() {
  Waits& all = *waits();
  const py::gil_scoped_release released;
  std::unique_lock lock(all.mutex);
  all.ended_by = std::this_thread::get_id();
  for (const std::stop_source& stop : all.running) std::stop_source(stop).request_stop();
  all.left.wait(lock, [&] { return all.running.empty(); });
}

}  // namespace

Waiting::Waiting(const std::stop_source& stop) {
  Waits& all = *waits();
  std::unique_lock lock(all.mutex);
  if (all.ended_by && *all.ended_by != std::this_thread::get_id()) {
    lock.unlock();
    const py::gil_scoped_release released;
    stay();
  }
  all.running.push_back(stop);
  place_ = std::prev(all.running.end());
}

Waiting::~Waiting() {
  Waits& all = *waits();
  const std::lock_guard lock(all.mutex);
  all.running.erase(place_);
  all.left.notify_all();
}

void Waiting::before_lock(std::jthread& worker) {
  Waits& all = *waits();
  {
    const std::lock_guard lock(all.mutex);
    if (!all.ended_by || *all.ended_by == std::this_thread::get_id()) return;
  }
  if (worker.joinable()) worker.join();
  {
    const std::lock_guard lock(all.mutex);
    all.running.erase(place_);
    all.left.notify_all();
  }
  stay();
}

void end_waits_with_python() {
  py::module_::import("atexit").attr("register")(py::cpp_function(&end_waits));
  // A forked process has none of the threads that wait, and perhaps a mutex that one of them holds.
  if (const py::module_ os = py::module_::import("os"); py::hasattr(os, "register_at_fork"))
    os.attr("register_at_fork")(py::arg("after_in_child") = py::cpp_function([] { waits() = new Waits; }));
}

}  // namespace stowage::python
