// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/runs/runs_pane.h"

#include <algorithm>
#include <utility>

#include <QComboBox>
#include <QKeyEvent>
#include <QPointer>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>

#include "widgets/base/view_state.h"
#include "widgets/controls/media_controls.h"
#include "widgets/painters/style/facts.h"
#include "widgets/views/runs/run_chart.h"

namespace stowage {
namespace {

constexpr int kFrame = 33;                                               // milliseconds between two ticks
constexpr int kSlowestFrame = 500;                                       // where painting a moment takes long
constexpr int kShareOfTime = 4;                                          // painting takes at most one part in so many
constexpr double kPerEvent = 400, kShortest = 5'000, kLongest = 60'000;  // milliseconds a run takes at speed 1
constexpr std::size_t kMostRuns = 1'000, kLeastRuns = 30;                // that a search looks at
constexpr std::size_t kMostSteps = 20'000'000;                           // and of how many operators in all, about

/// How long the whole run is played at speed 1.
double playing_time(const PlayedRun& run) {
  return std::clamp(kPerEvent * static_cast<double>(run.last_moment()), kShortest, kLongest);
}

}  // namespace

void RunsPane::take_graph(const std::shared_ptr<const Graph>& graph) {
  if (graph == graph_) return;
  graph_ = graph;
  drop_run();
}

void RunsPane::take_view(const PlanView& view) {
  view_ = view;
  if (!view.stale) graph_ = view.graph;
  if (!usable()) return drop_run();
  if (run_ && run_->graph == view.graph && run_->plan == view.plan) return show_chart();
  if (run_ && run_->graph != view.graph) drop_run();
  refresh();
}

Drawing RunsPane::drawing() const {
  return chart_->drawing();
}

/// A plan of the graph that the shared state speaks of.
bool RunsPane::usable() const {
  return view_.graph && view_.plan && !view_.stale && view_.graph == graph_;
}

void RunsPane::showEvent(QShowEvent* event) {
  Pane::showEvent(event);
  if (dirty_) refresh();
}

/// Behind another tab of its place the moment stays: the view in front shows it.
void RunsPane::hideEvent(QHideEvent* event) {
  if (!parentWidget() || !parentWidget()->isVisible()) end_playing();
  Pane::hideEvent(event);
}

void RunsPane::refresh() {
  dirty_ = !isVisible();
  if (dirty_ || !usable()) return;
  const bool same_graph = run_ && run_->graph == view_.graph;
  simulate_run(same_graph ? run_->seed : static_cast<std::uint64_t>(seed_->value()),
               same_graph ? run_->without : std::nullopt, false);
}

void RunsPane::simulate_run(std::uint64_t seed, std::optional<Sync> without, bool to_overwrite) {
  searching_ = false;
  job_.start([this, graph = view_.graph, plan = view_.plan, seed, without,
              to_overwrite](const Task& task) -> LatestJob::Delivery {
    auto run = make_played_run(graph, plan, seed, without, task);
    return [this, run = std::move(run), to_overwrite] {
      if (run) return take_run(*run, to_overwrite);
      drop_run();
      chart_->set_run(nullptr, {}, tr("No run. %1").arg(QString::fromStdString(run.error().text())));
    };
  });
  show_controls();
}

/// Another plan for the run shown keeps the moment; another run begins before its first event.
void RunsPane::take_run(const std::shared_ptr<const PlayedRun>& run, bool to_overwrite) {
  const bool same = run_ && run_->graph == run->graph && run_->seed == run->seed && run_->without == run->without;
  const bool same_graph = run_ && run_->graph == run->graph;
  const bool keeps_moment = same && moment_;
  const std::size_t moment = moment_.value_or(0);
  pause();
  run_ = run;
  if (!same_graph) fill_waits();
  show_chart();
  const auto& overwrite = run->memory.overwrite();
  if (to_overwrite && overwrite) {
    go_to(run->memory.overwrite_moment());
    state().select_tensors({overwrite->overwritten, overwrite->overwriting});
    emit pair_picked();
  } else if (keeps_moment) {
    go_to(moment);
  } else {
    end_playing();
  }
  show_controls();
}

void RunsPane::drop_run() {
  job_.cancel();
  searching_ = false;
  outcome_.clear();
  end_playing();
  run_ = nullptr;
  fill_waits();
  show_chart();
  show_controls();
}

void RunsPane::show_chart() {
  chart_->set_run(run_, bound_of_plan(view_),
                  !view_.graph || !graph_ ? tr("Nothing is open.") : tr("A run is shown once there is a plan."));
  show_words();
}

void RunsPane::go_to(std::size_t moment) {
  if (!run_) return;
  moment_ = std::min(moment, run_->last_moment());
  time_ = static_cast<double>(run_->time_of(*moment_));
  shared_ = played_moment(*run_->graph, run_->memory, *moment_);
  state().set_moment(shared_);
  chart_->set_head(time_);
  show_controls();
}

void RunsPane::step(int by) {
  pause();
  if (!moment_) return go_to(by > 0 ? 1 : 0);
  if (by < 0 && *moment_ == 0) return;
  go_to(*moment_ + static_cast<std::size_t>(by));
}

void RunsPane::toggle_playing() {
  if (!run_) return;
  if (playing()) return pause();
  if (!moment_ || *moment_ == run_->last_moment()) go_to(0);
  since_.start();
  timer_.start(kFrame);
  show_controls();
}

void RunsPane::pause() {
  timer_.stop();
  show_controls();
}

/// Moves the head by the time that has gone, and stops at the end and at an overwrite.
void RunsPane::tick() {
  if (!run_ || !moment_) return pause();
  const double speed = speed_->factor();
  const auto duration = static_cast<double>(run_->duration());
  const double time = time_ + static_cast<double>(since_.restart()) * speed * duration / playing_time(*run_);
  std::size_t moment = time >= duration ? run_->last_moment() : run_->moment_at(static_cast<std::int64_t>(time));
  const std::size_t overwrite = run_->memory.overwrite_moment();
  const bool breaks = run_->memory.overwrite() && *moment_ < overwrite && overwrite <= moment;
  if (breaks) moment = overwrite;
  if (moment != *moment_) {
    QElapsedTimer cost;
    cost.start();
    const QPointer<RunsPane> alive(this);
    go_to(moment);
    if (!alive || !playing()) return;
    timer_.setInterval(std::clamp(kShareOfTime * static_cast<int>(cost.elapsed()), kFrame, kSlowestFrame));
  }
  if (breaks || moment == run_->last_moment()) return pause();
  time_ = time;
  chart_->set_head(time_);
}

/// No moment is shown any more; that of another view stays.
void RunsPane::end_playing() {
  timer_.stop();
  moment_.reset();
  chart_->set_head(std::nullopt);
  const auto mine = std::exchange(shared_, nullptr);
  if (mine && state().moment() == mine) state().set_moment(nullptr);
  show_controls();
}

void RunsPane::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Space:
      return toggle_playing();
    case Qt::Key_Left:
      return step(-1);
    case Qt::Key_Right:
      return step(+1);
    case Qt::Key_Home:
      return pause(), go_to(0);
    case Qt::Key_End:
      return pause(), go_to(run_ ? run_->last_moment() : 0);
    case Qt::Key_Escape:
      if (moment_) return end_playing();
      break;
    default:
      break;
  }
  Pane::keyPressEvent(event);
}

QString RunsPane::stop_job() {
  job_.cancel();
  outcome_ = std::exchange(searching_, false) ? tr("Search cancelled.") : tr("The run was cancelled.");
  show_controls();
  return outcome_;
}

void RunsPane::break_or_mend() {
  if (searching_) return void(stop_job());
  if (!run_) return;
  outcome_.clear();
  if (run_->without) return simulate_run(static_cast<std::uint64_t>(seed_->value()), std::nullopt, false);
  search();
}

/// Over many seeds, beginning with the one shown.
void RunsPane::search() {
  const int row = waits_->currentData().toInt();
  BreakOptions options;
  options.first_seed = run_->seed;
  options.runs =
      std::clamp(kMostSteps / std::max<std::size_t>(1, run_->graph->operator_count()), kLeastRuns, kMostRuns);
  if (row >= 0) options.sync = run_->syncs[static_cast<std::size_t>(row)];
  end_playing();
  searching_ = true;
  job_.start([this, graph = run_->graph, plan = run_->plan, options](const Task& task) -> LatestJob::Delivery {
    auto search = find_broken_run(*graph, *plan, options, task);
    return [this, search = std::move(search), runs = options.runs] { take_search(search, runs); };
  });
  show_controls();
}

void RunsPane::take_search(const Result<BreakSearch>& search, std::size_t runs) {
  searching_ = false;
  if (search && search->found) return simulate_run(search->found->seed, search->found->sync, true);
  outcome_ =
      !search ? tr("No search. %1").arg(QString::fromStdString(search.error().text()))
      : waits_->currentData().toInt() < 0
          ? tr("None of %Ln run(s), each without one of the waits, broke the plan.", nullptr, static_cast<int>(runs))
          : tr("None of %Ln run(s) without this wait broke the plan.", nullptr, static_cast<int>(runs));
  show_controls();
}

std::optional<PictureWords> RunsPane::picture() const {
  return PictureWords{"runs", tr("&Runs…"), tr("Export image of the runs"), "-runs"};
}

}  // namespace stowage
