// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <QObject>
#include <QTimer>

#include "app/session/document_step.h"
#include "app/session/planner_job.h"
#include "app/session/strategy_run.h"
#include "widgets/base/worker.h"
#include "widgets/painters/model/plan_set.h"

namespace stowage {

class OpenDocument;

/// The results for the document as it is now, and which of them is shown. Plans anew whenever the document is revised;
/// what was shown stays until its successor is there. Where all that is live has ended above the bound, `auto` runs of
/// itself. Strategies that are not live run when asked to, beside all that; their plans are forgotten when the document
/// is revised.
///
/// After an edit the row of `auto` begins with the plan that was shown, where that still holds, or with a smaller one
/// that is known of the graph: one that the edit promised, or that was shown of it before an undo.
///
/// Until the user chooses, the best plan is shown (ties: the first of the table), or the one that came with the file.
/// That one was made for the graph as it was then: after edits it is measured and validated anew.
class Planning final : public QObject {
  Q_OBJECT

 public:
  using Choice = PlanSet::Choice;
  /// What runs in the background.
  enum class Stage { idle, relating, planning, bounding, checking, running };

  /// `document` must outlive this.
  explicit Planning(OpenDocument* document, QObject* parent = nullptr);

  /// What every view shows.
  [[nodiscard]] const PlanView& view() const { return view_; }
  /// All plans, and what is known of them.
  [[nodiscard]] const PlanSet& results() const { return results_; }
  /// The results with the plan of any choice. Until this planning has made it, that of the planning before (`stale`);
  /// an empty view where there is none. Cheap: everything in it is shared.
  [[nodiscard]] PlanView view_of(Choice choice) const;
  /// Whose plan the views show; none while there is none.
  [[nodiscard]] std::optional<Choice> shown() const { return shown_; }
  /// What the plan that the user chose, or the smallest of all, needs; none until all live strategies have ended, for
  /// the imported plan, and where the graph leaves something uncounted.
  [[nodiscard]] std::optional<Footprints> footprints() const;
  /// The plan shown with all that is proved of it, for saving; null where there is none.
  [[nodiscard]] std::unique_ptr<const Plan> proved_plan() const;
  /// None until they are counted.
  [[nodiscard]] std::optional<std::uint64_t> unsafe_pairs() const { return unsafe_pairs_; }
  /// From the start until every strategy had ended, in milliseconds; none while planning.
  [[nodiscard]] std::optional<double> took() const { return took_; }
  [[nodiscard]] bool running() const { return is_planning() || run_.strategy(); }
  [[nodiscard]] Stage stage() const;
  /// How many strategies have ended in this planning, as told by plans_changed().
  [[nodiscard]] std::size_t strategies_done() const { return done_; }
  /// Whether anything that came of itself was cancelled before its end.
  [[nodiscard]] bool cancelled() const { return cancelled_; }

  /// The user wants to see this plan, now or as soon as it is there. Where it will not come, what is shown stays:
  /// refused().
  void choose(Choice choice);
  /// Shows a plan that the strategy made for the document as it is now, elsewhere, in `milliseconds`. Of that and the
  /// strategy's own, the better stays.
  void take_plan(const LayoutStrategy& strategy, const Plan& plan, double milliseconds);
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
  /// Whether a run made the plan shown, or it was kept as the plan of one.
  [[nodiscard]] bool shows_run() const;
  /// How long the run that made the plan shown took, in milliseconds; none where no run made it, and where the last run
  /// kept the plan that there was.
  [[nodiscard]] std::optional<double> run_took() const;
  /// Pins the plan of a choice as it is now; nothing where there is none.
  void pin_baseline(Choice choice);
  void unpin_baseline();
  /// What the user chose on a document that is set aside.
  struct Wishes {
    std::optional<Choice> chosen;
    std::shared_ptr<const PlanView> baseline;
  };
  [[nodiscard]] Wishes wishes() const { return {chosen_, results_.baseline()}; }
  /// The document is back, and planned again. A plan that only a run on request makes is not.
  void bring_back(const Wishes& wishes);
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
  /// run_strategy() is another.
  void run_changed();
  /// One that was asked for, or one whose plan was not safe.
  void run_failed(const stowage::LayoutStrategy* strategy, const stowage::Error& error);
  /// It found nothing better than the plan of its run before, which stays.
  void run_kept(const stowage::LayoutStrategy* strategy);
  /// As StrategyRun says it, of a run that was asked for.
  void run_improved(const stowage::Improvement& improvement);
  /// running() is another.
  void running_changed();
  /// All that comes of itself for the document as it is now has come. Not where any of it was cancelled.
  void ended();
  void failed(const stowage::Error& error);
  void progress(double fraction);
  /// Another plan, another graph, better bounds, or nothing more to come.
  void view_changed();
  /// results() are others. Of strategies that end it is told a little late, together with those that end soon after;
  /// but at once when the last of the standard ten has.
  void plans_changed();
  void baseline_changed();
  /// results().imported_check() is another.
  void imported_checked();

 private:
  void forget();
  void follow_revision();
  void take_groundwork(const Groundwork& groundwork);
  void take_kept(std::shared_ptr<const Plan> plan);
  [[nodiscard]] std::vector<std::shared_ptr<const Plan>> known_plans() const;
  void remember_shown();
  void take_outcome(const StrategyOutcome& outcome);
  void tell_gathered();
  void take_bounds(std::shared_ptr<const Bounds> bounds);
  void raise_bound(Bytes proved);
  void finish_strategies(double milliseconds);
  bool show_wish_or_best();
  void take_imported();
  void check_imported();
  void take_check(const Result<Validation>& check);
  void show_imported();
  void take_end();
  bool start_automatic();
  void start_run(const LayoutStrategy& strategy, bool asked);
  void take_run(const StrategyOutcome& outcome);
  void take_run_change();
  void stop_run();
  void forget_runs();
  [[nodiscard]] bool is_planning() const { return job_.running() || checker_.running(); }
  /// Whose plan is to be shown while others end: what is shown does not jump.
  [[nodiscard]] std::optional<Choice> wanted() const { return chosen_ ? chosen_ : shown_; }
  void show(Choice choice);
  void set_baseline(std::shared_ptr<const PlanView> baseline);

  OpenDocument* document_;
  PlannerJob job_;
  Worker checker_{this};  // of the imported plan
  StrategyRun run_;
  std::optional<std::uint64_t> unsafe_pairs_;
  PlanSet results_;
  PlanView view_;
  /// Graphs that were planned, the last ones, with the plans that were shown of them: undo and redo bring them back.
  std::vector<std::pair<std::weak_ptr<const Graph>, std::shared_ptr<const Plan>>> remembered_;
  std::map<std::size_t, std::shared_ptr<const PlanView>> baselines_;  // of the memory spaces that are not shown
  std::size_t space_ = 0;                                             // that is planned
  std::optional<Choice> chosen_, shown_;
  std::optional<Choice> chosen_before_run_;
  bool automatic_due_ = false;  // once all that is live has ended
  bool asked_ = false;          // for the run of now
  Choice kept_ = nullptr;       // whose last run found no smaller plan
  std::chrono::steady_clock::time_point begin_, run_begin_;
  QTimer gathering_;             // until what has ended is told
  std::size_t untold_ = 0;       // strategies that have ended
  bool bounded_untold_ = false;  // with the clique
  bool fresh_ = false;           // what is shown belongs to this planning
  std::optional<double> took_;
  std::size_t done_ = 0;
  std::ptrdiff_t standard_left_ = 0;  // standard strategies that have not ended
  bool cancelled_ = false;
  std::optional<Bytes> live_;   // the least footprint when the live strategies had ended
  bool settled_ = false;        // Automatic has ended, or could find nothing better
  std::uint64_t revision_ = 0;  // of the document, that is planned
};

}  // namespace stowage
