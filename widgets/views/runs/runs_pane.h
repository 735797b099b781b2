// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include <QElapsedTimer>
#include <QTimer>

#include "core/insight/simulate/run.h"
#include "widgets/base/latest_job.h"
#include "widgets/base/pane.h"
#include "widgets/views/runs/played_run.h"

class QComboBox;
class QLabel;
class QPushButton;
class QSlider;
class QSpinBox;

namespace stowage {

class MediaButton;
class RunChart;
class SpeedBox;
struct PlayedMoment;

/// Plays random legal executions of the graph: what runs, what is alive, the observed peak. *Break it* leaves out a
/// wait between streams and stops at the first overwrite. The moment shown is shared, so that other views paint it;
/// it goes when this pane is hidden or another graph is shown.
class RunsPane final : public Pane {
  Q_OBJECT

 public:
  /// `state` must outlive the pane.
  explicit RunsPane(ViewState& state, QWidget* parent = nullptr);

  [[nodiscard]] Drawing drawing() const override;
  [[nodiscard]] std::optional<PictureWords> picture() const override;

  /// The run shown; null while there is none.
  [[nodiscard]] const std::shared_ptr<const PlayedRun>& run() const { return run_; }
  /// The moment shown, or none.
  [[nodiscard]] std::optional<std::size_t> moment() const { return moment_; }
  [[nodiscard]] bool playing() const { return timer_.isActive(); }
  /// Whether a run is being simulated or a broken one searched for.
  [[nodiscard]] bool busy() const { return job_.busy(); }

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void take_graph(const std::shared_ptr<const Graph>& graph) override;
  void take_view(const PlanView& view) override;
  /// A moment that is shown elsewhere ends with its graph.
  [[nodiscard]] bool may_wait() const override { return Pane::may_wait() && !moment_; }
  // runs_pane_controls.cpp
  void make_player(QLayout* line);
  void make_seed(QLayout* line);
  void make_breaker(QLayout* line);
  void fill_waits();
  void show_controls();
  void show_words();

  [[nodiscard]] bool usable() const;
  void refresh();
  void simulate_run(std::uint64_t seed, std::optional<Sync> without, bool to_overwrite);
  void take_run(const std::shared_ptr<const PlayedRun>& run, bool to_overwrite);
  void drop_run();
  void show_chart();
  void go_to(std::size_t moment);
  void step(int by);
  void toggle_playing();
  void pause();
  void tick();
  void end_playing();
  void break_or_mend();
  QString stop_job();
  void search();
  void take_search(const Result<BreakSearch>& search, std::size_t runs);

  std::shared_ptr<const Graph> graph_;  // the newest
  PlanView view_;
  std::shared_ptr<const PlayedRun> run_;
  std::optional<std::size_t> moment_;
  double time_ = 0;                             // of the play head
  std::shared_ptr<const PlayedMoment> shared_;  // the moment set by this pane
  QString outcome_;                             // of the last search
  bool searching_ = false;
  bool dirty_ = false;  // something changed while the pane was hidden

  MediaButton *first_, *back_, *play_, *forward_, *last_;
  QSlider* scrubber_;
  SpeedBox* speed_;
  QSpinBox* seed_;
  QPushButton* another_;
  QComboBox* waits_;
  QPushButton* break_;
  QLabel *place_, *words_;
  RunChart* chart_;
  QTimer timer_;
  QElapsedTimer since_;  // the last tick
  LatestJob job_;
};

}  // namespace stowage
