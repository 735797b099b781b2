// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/latest_job.h"

#include <QMetaObject>
#include <QObject>

#include <utility>

namespace stowage {

LatestJob::LatestJob(QObject* owner) : owner_(owner) {}

LatestJob::~LatestJob() {
  current_.request_stop();
}

void LatestJob::start(Job job) {
  current_.request_stop();
  current_ = std::stop_source();
  busy_ = true;
  ++run_;
  {
    const std::lock_guard lock(mutex_);
    waiting_ = Request{run_, std::move(job), current_.get_token()};
  }
  wake_.notify_one();
  if (!thread_.joinable()) thread_ = std::jthread([this](const std::stop_token& quit) { work(quit); });
}

void LatestJob::cancel() {
  current_.request_stop();
  busy_ = false;
  ++run_;
  const std::lock_guard lock(mutex_);
  waiting_.reset();
}

std::optional<LatestJob::Request> LatestJob::next(const std::stop_token& quit) {
  std::unique_lock lock(mutex_);
  if (!wake_.wait(lock, quit, [this] { return waiting_.has_value(); })) return std::nullopt;
  return std::exchange(waiting_, std::nullopt);
}

void LatestJob::work(const std::stop_token& quit) {
  while (auto request = next(quit)) {
    Task task;
    task.stop = request->stop;
    Delivery delivery = request->job(task);
    QMetaObject::invokeMethod(
        owner_, [this, run = request->run, delivery = std::move(delivery)] { deliver(run, delivery); },
        Qt::QueuedConnection);
  }
}

void LatestJob::deliver(std::uint64_t run, const Delivery& delivery) {
  if (run != run_ || !busy_) return;
  busy_ = false;
  if (delivery) delivery();
}

}  // namespace stowage
