// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/worker.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <utility>

#include <QMetaMethod>
#include <QPointer>

#include "widgets/base/background.h"

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

Worker::Worker(const QObject* owner, JobWords words) : entry_(owner, std::move(words)) {
  connect(this, &Worker::progress, this, [this](double fraction) { entry_.report(fraction); });
}

Worker::~Worker() {
  stop_threads();
  threads_.clear();  // joins, while this is still whole enough to be posted to
}

void Worker::start(Work work) {
  entry_.join([this] { return running(); }, [this] { stop_threads(); });
  stop_current();
  const std::uint64_t id = ++last_;
  current_ = id;
  const auto all = [this, id, work = std::move(work)](std::stop_token stop) {
    const Run run(this, id, std::move(stop));
    if (const auto error = attempt([&] { work(run); })) run.post([this, error] { fail(*error); });
    QMetaObject::invokeMethod(
        this, [this, id] { ended(id); }, Qt::QueuedConnection);
  };
  threads_.push_back({id, try_thread(all)});
  if (!threads_.back().thread.joinable()) all({});
  tell();
}

bool Worker::cancel() {
  if (current_ == 0) return false;
  stop_current();
  tell();
  return true;
}

void Worker::stop_current() {
  for (Thread& each : threads_)
    if (each.id == current_) each.thread.request_stop();
  current_ = 0;
}

void Worker::stop_threads() {
  for (Thread& each : threads_) each.thread.request_stop();
}

/// The owner first: if it starts the next run, the list never sees a moment without any.
void Worker::tell() {
  const QPointer<Worker> alive(this);
  emit running_changed();
  if (alive) entry_.report();
}

void Worker::fail(const Error& error) {
  if (isSignalConnected(QMetaMethod::fromSignal(&Worker::failed)))
    emit failed(error);
  else
    entry_.fail(QString::fromStdString(error.text()));
}

void Worker::deliver(std::uint64_t id, const std::function<void()>& action) {
  if (id == current_) action();
}

void Worker::ended(std::uint64_t id) {
  std::erase_if(threads_, [id](const Thread& each) { return each.id == id; });
  if (id != current_) return;
  current_ = 0;
  tell();
}

}  // namespace stowage
