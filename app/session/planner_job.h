// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <QObject>

#include "core/layout/strategy.h"
#include "widgets/base/worker.h"
#include "widgets/painters/model/plan_set.h"

namespace stowage {

/// What is known of a graph and an alignment before any plan.
struct Groundwork {
  PlanView view;  ///< without a plan; bounds without the clique
  std::uint64_t unsafe_pairs = 0;
  std::vector<RefusedStrategy> refused;  ///< that cannot plan this graph
};

/// One strategy as it ended. `plan` is null where it gave none (a time limit).
struct StrategyOutcome {
  const LayoutStrategy* strategy = nullptr;
  std::shared_ptr<const Plan> plan;
  double milliseconds = 0;
  std::optional<Error> failure{};  ///< what is wrong with the strategy, where its plan was not safe
};

/// Plans in the background: the unsafe relation, the quick bounds, every live strategy (each published as it ends), and
/// the clique bound last, since it may take longest. Signals come on the GUI thread, and only from the last start().
class PlannerJob final : public QObject {
  Q_OBJECT

 public:
  explicit PlannerJob(QObject* parent = nullptr);

  /// `first`, if not null, is the strategy that is waited for: it runs before the others. `known`: plans that may hold
  /// for this graph and alignment, too.
  void start(std::shared_ptr<const Graph> graph, Bytes alignment, const LayoutStrategy* first = nullptr,
             std::vector<std::shared_ptr<const Plan>> known = {});
  bool cancel() { return worker_.cancel(); }
  [[nodiscard]] bool running() const { return worker_.running(); }

 signals:
  void prepared(const stowage::Groundwork& groundwork);
  /// Of the known plans, the smallest that holds; of equals the first. Told before any strategy is done.
  void kept(const std::shared_ptr<const stowage::Plan>& plan);
  void strategy_done(const stowage::StrategyOutcome& outcome);
  /// Every strategy has ended; `milliseconds` since start().
  void planned(double milliseconds);
  void bounded(const std::shared_ptr<const stowage::Bounds>& bounds);
  void failed(const stowage::Error& error);
  void progress(double fraction);
  void running_changed();

 private:
  Worker worker_{this};
};

}  // namespace stowage
