// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/worker.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <utility>

namespace stowage {
namespace {

using Clock = std::chrono::steady_clock;
constexpr Clock::duration kBeat = std::chrono::milliseconds(40);

}  // namespace

Worker::Run::Run(Worker* worker, std::uint64_t id, std::stop_token stop) : worker_(worker), id_(id) {
  task_.stop = std::move(stop);
  // No more often than is seen: each lays out and paints, on a core that the work itself could use.
  task_.progress = [worker, id, due = std::make_shared<std::atomic<Clock::time_point>>()](double fraction) {
    const auto now = Clock::now();
    auto then = due->load();
    if (now < then || !due->compare_exchange_strong(then, now + kBeat)) return;
    QMetaObject::invokeMethod(
        worker, [worker, id, fraction] { worker->deliver(id, [&] { emit worker->progress(fraction); }); },
        Qt::QueuedConnection);
  };
}

void Worker::Run::post(std::function<void()> action) const {
  QMetaObject::invokeMethod(
      worker_, [worker = worker_, id = id_, action = std::move(action)] { worker->deliver(id, action); },
      Qt::QueuedConnection);
}

Worker::~Worker() {
  for (Thread& each : threads_) each.thread.request_stop();
  threads_.clear();  // joins, while this is still whole enough to be posted to
}

void Worker::start(Work work) {
  stop_current();
  const std::uint64_t id = ++last_;
  current_ = id;
  threads_.push_back({id, std::jthread([this, id, work = std::move(work)](std::stop_token stop) {
                        work(Run(this, id, std::move(stop)));
                        QMetaObject::invokeMethod(
                            this, [this, id] { ended(id); }, Qt::QueuedConnection);
                      })});
  emit running_changed();
}

bool Worker::cancel() {
  if (current_ == 0) return false;
  stop_current();
  emit running_changed();
  return true;
}

void Worker::stop_current() {
  for (Thread& each : threads_)
    if (each.id == current_) each.thread.request_stop();
  current_ = 0;
}

void Worker::deliver(std::uint64_t id, const std::function<void()>& action) {
  if (id == current_) action();
}

void Worker::ended(std::uint64_t id) {
  std::erase_if(threads_, [id](const Thread& each) { return each.id == id; });
  if (id != current_) return;
  current_ = 0;
  emit running_changed();
}

}  // namespace stowage
