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
#include "app/session/planning_work.h"
#include "widgets/base/worker.h"
#include "widgets/painters/model/plan_set.h"

namespace stowage {

class OpenDocument;

/// The results for the document as it is now, and which of them is shown. All is planned again whenever the document is
/// revised, unless its plans hold; what was shown stays until its successor is there. Where every live strategy has
/// ended above the bound, `auto` runs of itself. Strategies that are not live run when asked to, beside all that; their
/// plans are forgotten when all is planned again.
///
/// After an edit the row of `auto` begins with the plan that was shown, where that still holds, or with a smaller one
/// that is known of the graph: one that the edit promised, or that was shown of it before an undo.
///
/// Until the user chooses, the best plan is shown (ties: the first of the table), or the one that came with the file.
/// That one was made for the graph as it was then: after edits it is measured and validated again.
///
/// What the plans need goes to the steps of the undo stack as soon as it is known (OpenDocument::set_footprints()).
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
  [[nodiscard]] bool running() const { return is_planning() || run_strategy_; }
  [[nodiscard]] Stage stage() const;
  /// How many strategies have ended in this planning, as announced by plans_changed().
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
  /// Asks a run that has a plan already for that, which comes soon; false where none has, and the run ends without.
  bool cancel_run();
  /// What runs so, or null.
  [[nodiscard]] const LayoutStrategy* run_strategy() const { return run_strategy_; }
  /// Whether the user asked for that; otherwise it runs of itself.
  [[nodiscard]] bool run_was_asked_for() const { return asked_; }
  /// Whether a run made the plan shown, or it was kept as the plan of one.
  [[nodiscard]] bool shows_run() const;
  /// How long the run that made the plan shown took, in milliseconds; none where no run made it, and where the last run
  /// kept the plan that there was.
  [[nodiscard]] std::optional<double> run_took() const;
  /// Pins the plan of a choice as it is now; nothing where there is none.
  void pin_baseline(Choice choice);
  void unpin_baseline();
  /// What the user chose on a document that is suspended.
  struct Wishes {
    std::optional<Choice> chosen;
    std::shared_ptr<const PlanView> baseline;
  };
  [[nodiscard]] Wishes wishes() const { return {chosen_, results_.baseline()}; }
  /// The document is back, and planned again. A plan that only a run on request makes is not.
  void bring_back(const Wishes& wishes);
  /// The next edit puts the graph into the order of that name: order_planned() will say what that did.
  void announce_order(const QString& name);
  /// Keeps what is there, and shows the best of it where the plan wished for is not.
  void cancel();
  /// Plans from the beginning, also after cancel(). A document must be open.
  void start();

 signals:
  void started();
  /// stage() or strategies_done() is another.
  void stage_changed();
  /// The choice has no plan, and none is on its way.
  void refused(const stowage::LayoutStrategy* choice);
  /// run_strategy() is another.
  void run_changed();
  /// A run that was asked for failed, or a strategy's plan was not safe.
  void run_failed(const stowage::LayoutStrategy* strategy, const stowage::Error& error);
  /// It found nothing better than the plan of its run before, which stays.
  void run_kept(const stowage::LayoutStrategy* strategy);
  /// A run that was asked for has a better plan, or a better bound.
  void run_improved(const stowage::Improvement& improvement);
  /// running() is another.
  void running_changed();
  /// All that comes of itself for the document as it is now has come. Never where any of it was cancelled.
  void finished();
  /// The graph was planned in the order that was announced, as far as it was before.
  void order_planned(const QString& name, const stowage::FootprintChange& change);
  void failed(const stowage::Error& error);
  void progress(double fraction);
  /// Another plan, another graph, better bounds, or nothing more to come.
  void view_changed();
  /// results() are others. Strategies that end are announced a little late, together with those that end soon after;
  /// but at once when the last of the standard ten has.
  void plans_changed();
  void baseline_changed();
  /// results().imported_check() is another.
  void imported_checked();

 private:
  struct Announced {
    QString order;
    std::uint64_t revision;  ///< of the document before
  };

  void on_replaced();
  void on_revised();
  void rename();
  [[nodiscard]] std::vector<std::shared_ptr<const Plan>> known_plans() const;
  void remember_shown();
  void announce_gathered();
  void on_end();
  void measure();
  void check_announced();

  void on_groundwork(const Groundwork& groundwork);
  void on_kept(const std::shared_ptr<const Plan>& plan);
  void on_outcome(const StrategyOutcome& outcome);
  void on_planned(double milliseconds);
  void on_bounds(const std::shared_ptr<const Bounds>& bounds);
  void raise_bound(Bytes proved);
  bool show_wish_or_best();

  void check_imported();
  void on_check(const Result<Validation>& check);
  void show_imported();

  bool start_automatic();
  void start_run(const LayoutStrategy& strategy, bool asked);
  void set_run(const LayoutStrategy* strategy);
  void stop_run();
  void forget_runs();
  void on_improved(const Improvement& improvement);
  void on_run_done(const StrategyOutcome& outcome);
  void on_run_failed(const LayoutStrategy& strategy, const Error& error);

  [[nodiscard]] bool is_planning() const { return live_.running() || checker_.running(); }
  /// Whose plan is to be shown while others end: what is shown does not jump.
  [[nodiscard]] std::optional<Choice> wanted() const { return chosen_ ? chosen_ : shown_; }
  void show(Choice choice);
  void set_baseline(std::shared_ptr<const PlanView> baseline);

  OpenDocument* document_;
  std::optional<std::uint64_t> unsafe_pairs_;
  PlanSet results_;
  PlanView view_;
  /// Graphs that were planned, the last ones, with the plans that were shown of them: undo and redo bring them back.
  std::vector<std::pair<std::weak_ptr<const Graph>, std::shared_ptr<const Plan>>> remembered_;
  std::map<std::size_t, std::shared_ptr<const PlanView>> baselines_;  // of the memory spaces that are not shown
  std::size_t space_ = 0;                                             // that is planned
  std::uint64_t revision_ = 0;                                        // of the document, that is planned
  std::optional<Choice> chosen_, shown_;
  std::optional<Choice> chosen_before_run_;
  std::optional<Announced> announced_;

  const LayoutStrategy* run_strategy_ = nullptr;  // what run_ runs
  bool asked_ = false;                            // for that run
  bool run_has_plan_ = false;                     // that run announced one
  Choice kept_ = nullptr;                         // whose last run found no smaller plan
  std::uint64_t runs_ = 0;                        // begun so far: each draws other random numbers
  bool automatic_due_ = false;                    // once all that is live has ended
  bool settled_ = false;                          // Automatic has ended, or could find nothing better

  std::chrono::steady_clock::time_point begin_;
  QTimer gathering_;                  // until the strategies that have ended are announced
  std::size_t gathered_ = 0;          // strategies that have ended, and are not announced
  bool bounds_gathered_ = false;      // with the clique, and not announced
  std::size_t done_ = 0;              // strategies announced
  std::ptrdiff_t standard_left_ = 0;  // standard strategies that have not ended
  bool fresh_ = false;                // what is shown belongs to this planning
  bool cancelled_ = false;
  std::optional<double> took_;
  std::optional<Bytes> least_live_;  // the least footprint when the live strategies had ended

  Worker live_{this}, checker_{this}, run_{this};  // of live strategies, the imported plan, one strategy; last
};

}  // namespace stowage
