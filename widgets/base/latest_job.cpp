// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/latest_job.h"

#include <utility>

#include <QMetaObject>
#include <QObject>
#include <QPointer>

#include "widgets/base/background.h"

namespace stowage {

LatestJob::LatestJob(QObject* owner, JobWords words) : owner_(owner), entry_(owner, std::move(words)) {}

LatestJob::~LatestJob() {
  current_.request_stop();
}

void LatestJob::start(Job job) {
  entry_.join([this] { return busy_; }, [this] { current_.request_stop(); });
  current_.request_stop();
  current_ = std::stop_source();
  busy_ = true;
  ++run_;
  {
    const std::lock_guard lock(mutex_);
    waiting_ = Request{run_, std::move(job), current_.get_token()};
  }
  wake_.notify_one();
  if (!thread_.joinable()) thread_ = try_thread([this](const std::stop_token& quit) { work(quit); });
  if (!thread_.joinable())
    if (const auto request = take_waiting()) run(*request);
  entry_.report();
}

void LatestJob::cancel() {
  current_.request_stop();
  ++run_;
  {
    const std::lock_guard lock(mutex_);
    waiting_.reset();
  }
  if (std::exchange(busy_, false)) entry_.report();
}

std::optional<LatestJob::Request> LatestJob::take_waiting() {
  const std::lock_guard lock(mutex_);
  return std::exchange(waiting_, std::nullopt);
}

std::optional<LatestJob::Request> LatestJob::next(const std::stop_token& quit) {
  std::unique_lock lock(mutex_);
  if (!wake_.wait(lock, quit, [this] { return waiting_.has_value(); })) return std::nullopt;
  return std::exchange(waiting_, std::nullopt);
}

void LatestJob::work(const std::stop_token& quit) {
  while (const auto request = next(quit)) run(*request);
}

void LatestJob::run(const Request& request) {
  Task task;
  task.stop = request.stop;
  Delivery delivery;
  if (const auto error = attempt([&] { delivery = request.job(task); }))
    delivery = [this, reason = QString::fromStdString(error->text())] { entry_.fail(reason); };
  QMetaObject::invokeMethod(
      owner_, [this, run = request.run, delivery = std::move(delivery)] { deliver(run, delivery); },
      Qt::QueuedConnection);
}

/// What is delivered may start the next: then the list never sees a moment without any.
void LatestJob::deliver(std::uint64_t run, const Delivery& delivery) {
  if (run != run_ || !busy_) return;
  busy_ = false;
  const QPointer<QObject> alive(owner_);
  if (delivery) delivery();
  if (alive) entry_.report();
}

}  // namespace stowage
