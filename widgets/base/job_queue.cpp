// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/job_queue.h"

#include <utility>

#include "widgets/base/background.h"

namespace stowage {

JobQueue::JobQueue(QObject* parent)
    : QObject(parent),
      entry_(this, {.text = [this] { return pieces_.front().text; },
                    .cancel = [this] { return end_first(); },
                    .can_cancel = [this] { return pieces_.front().can_be_ended; }}),
      worker_(std::make_unique<Worker>()) {
  connect(worker_.get(), &Worker::progress, this, [this](double fraction) { entry_.report(fraction); });
  connect(worker_.get(), &Worker::failed, this,
          [this](const Error& error) { delivery_ = [failed = pieces_.front().failed, error] { failed(error); }; });
  connect(worker_.get(), &Worker::running_changed, this, [this] {
    if (!worker_->running()) take_end();
  });
  join();
}

/// What waits is done here: whoever asked for it was told of nothing yet.
JobQueue::~JobQueue() {
  end_all();
  worker_.reset();  // waits
  for (std::size_t k = 1; k < pieces_.size(); ++k) (void)attempt([&] { pieces_[k].work({}); });
}

void JobQueue::join() {
  entry_.join([this] { return running(); }, [this] { end_all(); });
}

void JobQueue::add(Piece piece) {
  join();
  pieces_.push_back(std::move(piece));
  if (pieces_.size() == 1) start_next();
}

void JobQueue::start_next() {
  stop_ = {};
  worker_->start([this, work = pieces_.front().work, stop = stop_.get_token()](const Worker::Run& run) {
    Task task = run.task();
    task.stop = stop;
    run.post([this, delivery = work(task)] { delivery_ = delivery; });
  });
  entry_.report();
}

/// What it says may ask for more, or ask whether this is done.
void JobQueue::take_end() {
  pieces_.pop_front();
  const Delivery delivery = std::exchange(delivery_, nullptr);
  if (running()) start_next();
  if (delivery) delivery();
  entry_.report();
  if (!running()) emit emptied();
}

/// It says itself how it ended.
QString JobQueue::end_first() {
  stop_.request_stop();
  return {};
}

/// Those that wait are dropped: they have begun nothing.
void JobQueue::end_all() {
  for (std::size_t k = pieces_.size(); k-- > 1;)
    if (pieces_[k].can_be_ended) pieces_.erase(pieces_.begin() + static_cast<std::ptrdiff_t>(k));
  if (running() && pieces_.front().can_be_ended) stop_.request_stop();
}

}  // namespace stowage
