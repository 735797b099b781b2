// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <functional>
#include <memory>

#include <QObject>
#include <QString>

#include "core/base/task.h"
#include "widgets/base/worker.h"

namespace stowage {

/// Background work whose every piece matters, such as writing files: one after the other, in the order they were
/// asked for. None is dropped, and each says how it ended. The destructor waits until all are done.
class JobQueue final : public QObject {
  Q_OBJECT

 public:
  /// What a piece hands back.
  using Delivery = Worker::Delivery;
  struct Piece {
    QString text;  ///< for the status bar
    /// Called in the background.
    std::function<Delivery(const Task&)> work;
    /// Called on the GUI thread where the work threw, since memory ran out.
    std::function<void(const Error&)> failed;
    /// It ends soon after its task says so, and reports that. Otherwise it is always brought to its end.
    bool can_be_ended = false;
  };

  /// In the list of jobs that `parent` leads to.
  explicit JobQueue(QObject* parent = nullptr);
  ~JobQueue() override;

  void add(Piece piece);
  /// Whether anything is worked at or waits.
  [[nodiscard]] bool running() const { return !pieces_.empty(); }
  /// Ends what can be ended and is not wanted any more, and waits for none.
  void end_all();

 signals:
  /// All that was asked for is done.
  void emptied();

 private:
  void start_next();
  void take_end(const Delivery& delivery);

  std::deque<Piece> pieces_;  // the first is worked at
  std::unique_ptr<Worker> worker_;
};

}  // namespace stowage
