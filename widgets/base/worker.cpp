// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/worker.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <new>
#include <system_error>
#include <utility>

#include <QMetaMethod>
#include <QThreadPool>

#include "widgets/base/jobs.h"

namespace stowage {
namespace {

using Clock = std::chrono::steady_clock;
constexpr Clock::duration kBeat = std::chrono::milliseconds(40);
constexpr std::chrono::seconds kMostIdle{10};  // that a thread waits for work

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

void Worker::Run::post(Delivery action) const {
  QMetaObject::invokeMethod(
      worker_, [worker = worker_, id = id_, action = std::move(action)] { worker->deliver(id, action); },
      Qt::QueuedConnection);
}

void Worker::Run::end_with(Delivery action) const {
  QMetaObject::invokeMethod(
      worker_, [worker = worker_, id = id_, action = std::move(action)] { worker->ended(id, action); },
      Qt::QueuedConnection);
}

Worker::Worker(const QObject* owner, Jobs::Job job, Pace pace) : owner_(owner), job_(std::move(job)), pace_(pace) {
  job_.running = [this] { return running(); };
  job_.stop = [this] { stop_.request_stop(); };
  connect(this, &Worker::progress, this, &Worker::report);
}

Worker::~Worker() {
  stop_.request_stop();
  for (std::jthread& each : threads_) each.request_stop();
  threads_.clear();  // joins, while this is still whole enough to be posted to
  if (list_) list_->remove(this);
}

void Worker::start(Work work) {
  if (!list_) {  // only now the owner is sure to be in its window
    list_ = Jobs::of(owner_);
    if (list_) list_->add(this, job_);
  }
  stop_.request_stop();
  stop_ = {};
  current_ = ++last_;
  bool too_few;
  std::vector<std::thread::id> retired;
  {
    const std::lock_guard lock(mutex_);
    retired.swap(retired_);
    const bool is_awaited = waiting_ || idle_ > 0;  // some thread takes it, or will
    too_few = !is_awaited && (threads_.size() == retired.size() || pace_ == Pace::beside);
    waiting_ = Piece{current_, std::move(work), stop_.get_token()};
  }
  wake_.notify_one();
  // Joins threads that are about to return.
  std::erase_if(threads_, [&](const std::jthread& each) { return std::ranges::count(retired, each.get_id()) > 0; });
  if (too_few) {
    std::jthread thread = try_thread([this](const std::stop_token& quit) { serve(quit); });
    if (thread.joinable()) threads_.push_back(std::move(thread));
  }
  if (threads_.empty())
    if (const auto piece = take_waiting()) work_at(*piece);
  tell();
}

bool Worker::cancel() {
  if (current_ == 0) return false;
  stop_.request_stop();
  current_ = 0;
  take_waiting();
  tell();
  return true;
}

bool Worker::finish() {
  stop_.request_stop();
  return running();
}

std::optional<Worker::Piece> Worker::take_waiting() {
  const std::lock_guard lock(mutex_);
  return std::exchange(waiting_, std::nullopt);
}

/// Gives out what waits even when all is to end: its result is expected.
std::optional<Worker::Piece> Worker::next(const std::stop_token& quit) {
  std::unique_lock lock(mutex_);
  ++idle_;
  wake_.wait_for(lock, quit, kMostIdle, [this] { return waiting_.has_value(); });
  --idle_;
  if (!waiting_) retired_.push_back(std::this_thread::get_id());
  return std::exchange(waiting_, std::nullopt);
}

void Worker::serve(const std::stop_token& quit) {
  while (const auto piece = next(quit)) work_at(*piece);
}

void Worker::work_at(const Piece& piece) {
  const Run run(this, piece.id, piece.stop);
  const auto error = attempt([&] { piece.work(run); });
  run.end_with(error ? Delivery([this, error] { fail(*error); }) : Delivery());
}

/// The owner first: if it starts the next run, the list never sees a moment without any.
void Worker::tell() {
  const QPointer<Worker> alive(this);
  emit running_changed();
  if (alive) report(job_.begin);
}

void Worker::fail(const Error& error) {
  if (isSignalConnected(QMetaMethod::fromSignal(&Worker::failed)))
    emit failed(error);
  else if (list_)
    list_->fail(QString::fromStdString(error.text()));
}

void Worker::report(double fraction) {
  if (list_) list_->report(this, fraction);
}

void Worker::deliver(std::uint64_t id, const Delivery& action) {
  if (id == current_) action();
}

void Worker::ended(std::uint64_t id, const Delivery& action) {
  if (id != current_) return;
  current_ = 0;
  const QPointer<Worker> alive(this);
  if (action) action();
  if (alive) tell();
}

std::optional<Error> attempt(const std::function<void()>& work) {
  try {
    work();
    return std::nullopt;
  } catch (const std::bad_alloc&) {
    return Error::bad_input("", "", Jobs::tr("there is not enough memory").toStdString());
  } catch (const std::exception& fault) {
    return Error::bad_input("", "", fault.what());
  }
}

void release_elsewhere(std::shared_ptr<const void> last) {
  QThreadPool::globalInstance()->start([last = std::move(last)]() mutable { last.reset(); });
}

std::jthread try_thread(const std::function<void(std::stop_token)>& work) {
  try {
    return std::jthread(work);
  } catch (const std::system_error&) {
    return {};
  }
}

}  // namespace stowage
