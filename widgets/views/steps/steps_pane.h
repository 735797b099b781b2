// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include <QTimer>

#include "widgets/base/latest_job.h"
#include "widgets/base/pane.h"
#include "widgets/painters/steps/step_scene.h"

class QBoxLayout;
class QCheckBox;
class QComboBox;
class QLabel;
class QSlider;
class QSplitter;
class QTableView;
class QToolButton;

namespace stowage {

class GapModel;
class MediaButton;
class StepCode;
class SpeedBox;
class StepView;

/// Steps through a SOMAS planner: its pseudocode with the current line, the block at hand, what forbids it places, the
/// gaps, the choice and its reason. The steps are recorded from the planner itself, in the background.
class StepsPane final : public Pane {
  Q_OBJECT

 public:
  /// `state` must outlive the pane.
  explicit StepsPane(ViewState& state, QWidget* parent = nullptr);
  ~StepsPane() override;

  /// The picture of the step shown, with its words.
  [[nodiscard]] Drawing drawing() const override;
  [[nodiscard]] std::optional<PictureWords> picture() const override;

  /// What all pictures are made from; null while there is nothing to step through.
  [[nodiscard]] const std::shared_ptr<const StepSource>& source() const { return source_; }
  /// The step shown; null while there is none.
  [[nodiscard]] const std::shared_ptr<const StepScene>& scene() const { return scene_; }
  [[nodiscard]] bool playing() const { return timer_.isActive(); }
  /// Whether a planner is being recorded.
  [[nodiscard]] bool busy() const { return job_.busy(); }
  /// Whether pictures come closer to what is small.
  [[nodiscard]] bool closer() const;

 public slots:
  /// Pauses, and shows that step, or the last there is.
  void go_to(std::size_t step);
  /// The first step of the block of a tensor; does nothing where it is in none.
  void run_to(TensorId t);

 protected:
  void take_view(const PlanView& view) override;
  void hideEvent(QHideEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  // steps_pane_controls.cpp
  [[nodiscard]] QWidget* make_bar();
  void make_player(QBoxLayout* line);
  void make_chooser(QBoxLayout* line);
  void make_scrubber(QBoxLayout* line);
  void make_links(QBoxLayout* line);
  QToolButton* add_button(QBoxLayout* line, const char* object, const QString& text, const QString& tip);
  void arrange();
  void make_body();
  void show_controls();
  void show_chooser();

  [[nodiscard]] bool usable() const;
  [[nodiscard]] const LayoutStrategy* shown_strategy() const;
  [[nodiscard]] const LayoutStrategy* strategy() const;
  [[nodiscard]] TensorId wanted() const;
  void refresh();
  void take(const Result<StepSource>& made);
  void drop(const QString& sentence);
  QString stop_recording();
  void recolor();
  void show_step(std::size_t step);
  void step(int by);
  void step_block(int by);
  void toggle_playing();
  void pause();
  [[nodiscard]] int beat() const;
  void tick();
  void select_block();

  PlanView view_;
  std::shared_ptr<const StepSource> source_;
  std::shared_ptr<const StepScene> scene_;

  QBoxLayout* bar_;  // of two groups: in one line, or each in one of its own
  MediaButton *first_, *back_, *play_, *forward_, *last_;
  QToolButton *block_back_, *block_on_, *run_to_, *select_;
  QComboBox* chooser_;
  SpeedBox* speed_;
  QSlider* slider_;
  QCheckBox* closer_;
  QLabel *place_, *words_;
  QSplitter *split_, *words_and_gaps_;
  bool arranged_ = false;
  StepCode* code_;
  StepView* picture_;
  GapModel* gaps_;
  QTableView* table_;
  QTimer timer_{this};
  LatestJob job_;
};

}  // namespace stowage
