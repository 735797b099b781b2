// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QObject>

#include "app/session/planner_job.h"
#include "core/layout/strategy.h"
#include "widgets/base/worker.h"

namespace stowage {

/// One strategy run in the background because the user asked for it, on what a planning has found out of the graph. It
/// has a minute. Signals come on the GUI thread, and only from the last start().
class StrategyRun final : public QObject {
  Q_OBJECT

 public:
  explicit StrategyRun(QObject* parent = nullptr);

  /// Cancels the run before, if any. A strategy that improves a plan goes on from `best`, where that is valid on this
  /// ground; each time it draws other random numbers.
  void start(const LayoutStrategy& strategy, const PlanView& ground, Bytes alignment,
             std::shared_ptr<const Plan> best = nullptr);
  /// False where nothing ran.
  bool cancel();
  /// Asks a strategy that has told of a plan for the best so far: done() comes soon, however often it is asked. False
  /// where there is none to ask.
  bool finish();
  /// What runs, or null.
  [[nodiscard]] const LayoutStrategy* strategy() const { return strategy_; }

 signals:
  /// It made a plan, with the bounds that are known.
  void done(const stowage::StrategyOutcome& outcome);
  void failed(const stowage::LayoutStrategy* strategy, const stowage::Error& error);
  /// A strategy that improves its plan as it runs has a better plan, or a better bound.
  void improved(const stowage::Improvement& improvement);
  void progress(double fraction);
  /// strategy() is another.
  void changed();

 private:
  void set_strategy(const LayoutStrategy* strategy);

  const LayoutStrategy* strategy_ = nullptr;
  bool has_plan_ = false;   // the current run told of one
  std::uint64_t runs_ = 0;  // begun so far
  Worker worker_{this};
};

}  // namespace stowage
