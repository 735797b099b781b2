// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/heap_map/latest_worker.h"

#include <QMetaObject>

namespace stowage {

LatestWorker::LatestWorker(QObject* parent)
    : QObject(parent), thread_([this](const std::stop_token& stop) { loop(stop); }) {}

LatestWorker::~LatestWorker() {
  thread_.request_stop();
  thread_.join();
}

void LatestWorker::run(Job job) {
  ++wanted_;
  const std::scoped_lock lock(mutex_);
  next_ = std::move(job);
  next_id_ = wanted_;
  wake_.notify_one();
}

void LatestWorker::cancel() {
  delivered_ = ++wanted_;
  const std::scoped_lock lock(mutex_);
  next_ = nullptr;
}

void LatestWorker::loop(const std::stop_token& stop) {
  while (true) {
    Job job;
    std::uint64_t id = 0;
    {
      std::unique_lock lock(mutex_);
      if (!wake_.wait(lock, stop, [this] { return next_ != nullptr; })) return;
      job = std::exchange(next_, nullptr);
      id = next_id_;
    }
    Deliver deliver = job();
    QMetaObject::invokeMethod(
        this,
        [this, id, deliver = std::move(deliver)] {
          if (id != wanted_) return;
          delivered_ = id;
          deliver();
        },
        Qt::QueuedConnection);
  }
}

}  // namespace stowage
