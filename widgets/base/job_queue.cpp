// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/job_queue.h"

#include <utility>

#include "widgets/base/worker.h"

namespace stowage {

/// A piece that is asked to end says itself how it ended.
JobQueue::JobQueue(QObject* parent) : QObject(parent) {
  const auto cancel = [this] {
    worker_->finish();
    return QString();
  };
  Jobs::Job job{.text = [this] { return pieces_.front().text; },
                .cancel = cancel,
                .can_cancel = [this] { return pieces_.front().can_be_ended; }};
  worker_ = std::make_unique<Worker>(this, std::move(job), Worker::Pace::in_turn);
  connect(worker_.get(), &Worker::failed, this,
          [this](const Error& error) { take_end([failed = pieces_.front().failed, error] { failed(error); }); });
}

/// Does what waits here: no end of it was announced yet.
JobQueue::~JobQueue() {
  end_all();
  worker_.reset();  // waits
  for (std::size_t k = 1; k < pieces_.size(); ++k) (void)attempt([&] { pieces_[k].work({}); });
}

void JobQueue::add(Piece piece) {
  pieces_.push_back(std::move(piece));
  if (pieces_.size() == 1) start_next();
}

void JobQueue::start_next() {
  const Piece& first = pieces_.front();
  worker_->start([this, work = first.work, can_be_ended = first.can_be_ended](const Worker::Run& run) {
    Task task = run.task();
    if (!can_be_ended) task.stop = {};
    run.end_with([this, delivery = work(task)] { take_end(delivery); });
  });
}

/// What it says may ask for more, or ask whether this is done.
void JobQueue::take_end(const Delivery& delivery) {
  pieces_.pop_front();
  if (running()) start_next();
  if (delivery) delivery();
  if (!running()) emit emptied();
}

/// Those that wait are dropped: they have begun nothing.
void JobQueue::end_all() {
  for (std::size_t k = pieces_.size(); k-- > 1;)
    if (pieces_[k].can_be_ended) pieces_.erase(pieces_.begin() + static_cast<std::ptrdiff_t>(k));
  worker_->finish();
}

}  // namespace stowage
