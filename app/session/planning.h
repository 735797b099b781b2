// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QTimer>

#include "app/session/planner_job.h"
#include "app/session/strategy_run.h"
#include "core/check/validator.h"
#include "widgets/base/worker.h"
#include "widgets/painters/model/plan_view.h"

namespace stowage {

class OpenDocument;

/// The results for the document as it is now, and which of them is shown. Plans anew whenever the document is revised;
/// what was shown stays until its successor is there. Where all that is live has ended above the bound, `auto` runs of
/// itself. Strategies that are not live run when asked to, beside all that; their plans are forgotten when the document
/// is revised.
///
/// Until the user chooses, the best plan is shown (ties: the first of the table), or the one that came with the file.
/// That one was made for the graph as it was then: after edits it is measured and validated anew.
class Planning final : public QObject {
  Q_OBJECT

 public:
  /// A strategy's plan, or (null) the imported one.
  using Choice = const LayoutStrategy*;
  /// What runs in the background.
  enum class Stage { idle, relating, planning, bounding, checking, running };

  /// `document` must outlive this.
  explicit Planning(OpenDocument* document, QObject* parent = nullptr);

  /// What every view shows.
  [[nodiscard]] const PlanView& view() const { return view_; }
  /// The results with the plan of any choice. Until this planning has made it, that of the planning before (`stale`);
  /// an empty view where there is none. Cheap: everything in it is shared.
  [[nodiscard]] PlanView view_of(Choice choice) const;
  /// What the user pinned to compare with, or null; every view carries it.
  [[nodiscard]] const std::shared_ptr<const PlanView>& baseline() const { return baseline_; }
  /// Whether the imported plan is safe for the graph as it is now; none while that is being found out, and where there
  /// is no such plan. bad_input where it is no plan for this graph at all.
  [[nodiscard]] const std::optional<Result<Validation>>& imported_check() const { return check_; }
  /// Whose plan the views show; none while there is none.
  [[nodiscard]] std::optional<Choice> shown() const { return shown_; }
  /// The plan shown with all that is proved of it, for saving; null where there is none.
  [[nodiscard]] std::unique_ptr<const Plan> proved_plan() const;
  /// The footprint of the smallest plan that was made here for the graph as it is now; none while there is none.
  [[nodiscard]] std::optional<Bytes> smallest_of_ours() const;
  [[nodiscard]] const std::optional<Groundwork>& groundwork() const { return groundwork_; }
  /// From the start until every strategy had ended, in milliseconds; none while planning.
  [[nodiscard]] std::optional<double> took() const { return took_; }
  [[nodiscard]] bool running() const { return is_planning() || run_.strategy(); }
  [[nodiscard]] Stage stage() const;
  /// How many strategies have ended in this planning, as told by strategies_ended().
  [[nodiscard]] std::size_t strategies_done() const { return done_; }
  /// Whether this planning was cancelled before it came to its end.
  [[nodiscard]] bool cancelled() const { return cancelled_; }

  /// The user wants to see this plan, now or as soon as it is there. Where it will not come, what is shown stays:
  /// refused().
  void choose(Choice choice);
  /// Whether the best plan is shown, whichever that is: the user chose none.
  [[nodiscard]] bool follows_best() const { return !chosen_; }
  /// Forgets what was chosen: the best is shown, now or as soon as all have ended.
  void follow_best();
  /// Runs a strategy that is not live; its plan is shown when it is there. Another that runs is cancelled. refused()
  /// while too little is known of the graph.
  void run(const LayoutStrategy& strategy);
  /// One that has a plan already gives it; false where none has, and the run ends without.
  bool cancel_run();
  /// What runs so, or null.
  [[nodiscard]] const LayoutStrategy* run_strategy() const { return run_.strategy(); }
  /// Whether the user asked for that; else it runs of itself.
  [[nodiscard]] bool run_was_asked_for() const { return asked_; }
  /// How long the run that made the plan shown took, in milliseconds; none where no run made it.
  [[nodiscard]] std::optional<double> run_took() const;
  /// Pins the plan of a choice as it is now; nothing where there is none.
  void pin_baseline(Choice choice);
  void unpin_baseline();
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
  /// Told a little late, together with those that end soon after; but at once when the last of the standard ten has.
  void strategies_ended(const std::vector<stowage::StrategyOutcome>& outcomes);
  void bounds_changed(const std::shared_ptr<const stowage::Bounds>& bounds);
  /// A strategy that was run has proved that no plan is smaller than this: more than the bounds say. Holds until the
  /// next planning.
  void bound_proved(stowage::Bytes bound);
  /// run_strategy() is another.
  void run_changed();
  /// One that was asked for.
  void run_failed(const stowage::LayoutStrategy* strategy, const stowage::Error& error);
  /// It found nothing better than the plan of its run before, which stays.
  void run_kept(const stowage::LayoutStrategy* strategy);
  /// As StrategyRun says it, of a run that was asked for.
  void run_improved(const stowage::Improvement& improvement);
  /// All that will come has come, or was cancelled.
  void ended();
  void failed(const stowage::Error& error);
  void progress(double fraction);
  /// Another plan, another graph, better bounds, or nothing more to come.
  void view_changed();
  /// view_of() answers otherwise for some choice.
  void plans_changed();
  void baseline_changed();
  /// imported_check() is another.
  void imported_checked();

 private:
  void forget();
  void take_groundwork(const Groundwork& groundwork);
  void take_outcome(const StrategyOutcome& outcome);
  void gather();
  void forget_gathered();
  void tell_gathered();
  void take_bounds(std::shared_ptr<const Bounds> bounds);
  void raise_bound(Bytes proved);
  [[nodiscard]] std::shared_ptr<const Plan> with_proved(std::shared_ptr<const Plan> plan) const;
  void finish_strategies(double milliseconds);
  bool show_wish_or_best();
  void take_imported();
  void check_imported();
  void take_check(const Result<Validation>& check);
  void place_imported();
  void mark_clashes();
  void take_end();
  bool start_automatic();
  void start_run(const LayoutStrategy& strategy, bool asked);
  void take_run(const StrategyOutcome& outcome);
  void take_run_change();
  void forget_runs();
  [[nodiscard]] Choice best() const;
  [[nodiscard]] bool is_planning() const { return job_.running() || checker_.running(); }
  [[nodiscard]] std::shared_ptr<const Plan> plan_of(Choice choice) const;
  [[nodiscard]] PlanView view_with(std::shared_ptr<const Plan> plan) const;
  /// Whose plan is to be shown while others end: what is shown does not jump.
  [[nodiscard]] std::optional<Choice> wanted() const { return chosen_ ? chosen_ : shown_; }
  void show(Choice choice);
  void set_baseline(std::shared_ptr<const PlanView> baseline);

  OpenDocument* document_;
  PlannerJob job_;
  std::optional<Groundwork> groundwork_;
  Worker checker_{this};  // of the imported plan
  StrategyRun run_;
  std::optional<Choice> chosen_before_run_;
  std::map<Choice, double> run_times_;       // milliseconds, of the runs whose plans are there
  bool automatic_due_ = false;               // once all that is live has ended
  bool asked_ = false;                       // for the run of now
  Bytes proved_;                             // by runs; 0: no more than the bounds
  std::map<Choice, PlanView> views_;         // of this planning, and (stale) of the one before until they are replaced
  std::shared_ptr<const Plan> imported_;     // as it is for the graph of now
  std::optional<Result<Validation>> check_;  // of that
  std::shared_ptr<const PlanClashes> clashes_;  // that it found, where it did
  std::shared_ptr<const PlanView> baseline_;
  std::optional<Choice> chosen_, shown_;
  std::chrono::steady_clock::time_point begin_;
  std::vector<StrategyOutcome> untold_;  // ended, and not yet told
  QTimer gathering_;                     // until they are
  bool bounds_untold_ = false;           // without the clique
  bool bounded_untold_ = false;          // with it
  bool fresh_ = false;                   // what is shown belongs to this planning
  std::optional<double> took_;
  std::size_t done_ = 0;
  std::ptrdiff_t standard_left_ = 0;  // standard strategies that have not ended
  bool prepared_ = false;             // the groundwork is that of this planning
  bool cancelled_ = false;
  PlanView view_;
};

}  // namespace stowage
