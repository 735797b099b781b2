// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>

#include <QObject>

#include "app/window/planner_job.h"
#include "widgets/painters/plan_view.h"

namespace stowage {

class OpenDocument;

/// The results for the document as it is now, and which of them is shown. Plans anew whenever the document is revised;
/// what was shown stays until its successor is there.
///
/// Until the user chooses, the best plan is shown (ties: the first of the table), or the one that came with the file.
class Planning final : public QObject {
  Q_OBJECT

 public:
  /// A strategy's plan, or (null) the imported one.
  using Choice = const LayoutStrategy*;
  /// What runs in the background.
  enum class Stage { idle, relating, planning, bounding };

  /// `document` must outlive this.
  explicit Planning(OpenDocument* document, QObject* parent = nullptr);

  /// What every view shows.
  [[nodiscard]] const PlanView& view() const { return view_; }
  /// Whose plan that is; none while there is none.
  [[nodiscard]] std::optional<Choice> shown() const { return shown_; }
  /// The plan shown with all that is proved of it, for saving; null where there is none.
  [[nodiscard]] std::unique_ptr<const Plan> proved_plan() const;
  [[nodiscard]] const std::optional<Groundwork>& groundwork() const { return groundwork_; }
  /// From the start until every strategy had ended, in milliseconds; none while planning.
  [[nodiscard]] std::optional<double> took() const { return took_; }
  [[nodiscard]] bool running() const { return job_.running(); }
  [[nodiscard]] Stage stage() const;
  /// How many strategies have ended in this planning.
  [[nodiscard]] std::size_t strategies_done() const { return done_; }
  /// Whether this planning was cancelled before it came to its end.
  [[nodiscard]] bool cancelled() const { return cancelled_; }

  /// The user wants to see this plan, now or as soon as it is there. Where it will not come, what is shown stays:
  /// refused().
  void choose(Choice choice);
  /// Keeps what is there, and shows the best of it where the plan wished for is not.
  void cancel();
  /// Plans from the beginning, also after cancel(). A document must be open.
  void start();

 signals:
  void started();
  /// stage() or strategies_done() is another.
  void stage_changed();
  /// There is no plan for this choice, and none is on its way.
  void refused(const stowage::LayoutStrategy* choice);
  void prepared();
  void strategy_done(const stowage::StrategyOutcome& outcome);
  void bounds_changed(const std::shared_ptr<const stowage::Bounds>& bounds);
  /// All that will come has come, or was cancelled.
  void ended();
  void failed(const stowage::Error& error);
  void progress(double fraction);
  /// Another plan, another graph, or better bounds.
  void view_changed();

 private:
  void forget();
  void take_groundwork(const Groundwork& groundwork);
  void take_outcome(const StrategyOutcome& outcome);
  void take_bounds(std::shared_ptr<const Bounds> bounds);
  void finish_strategies(double milliseconds);
  void show_wish_or_best();
  void take_imported();
  [[nodiscard]] std::shared_ptr<const Plan> plan_of(Choice choice) const;
  [[nodiscard]] PlanView view_with(std::shared_ptr<const Plan> plan) const;
  void show(Choice choice);

  OpenDocument* document_;
  PlannerJob job_;
  std::optional<Groundwork> groundwork_;
  std::map<Choice, std::shared_ptr<const Plan>> plans_;  // of this planning
  std::optional<Choice> chosen_, shown_;
  std::chrono::steady_clock::time_point begin_;
  bool fresh_ = false;  // what is shown belongs to this planning
  std::optional<double> took_;
  std::size_t done_ = 0;
  bool prepared_ = false;  // the groundwork is that of this planning
  bool cancelled_ = false;
  PlanView view_;
};

}  // namespace stowage
