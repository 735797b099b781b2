// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/steps/steps_pane.h"

#include <algorithm>
#include <utility>

#include <QCheckBox>
#include <QComboBox>
#include <QKeyEvent>

#include "core/papers/tables.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/media_controls.h"
#include "widgets/painters/steps/step_painter.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/views/steps/gap_model.h"
#include "widgets/views/steps/step_view.h"

namespace stowage {
namespace {

constexpr double kBeat = 700;  // milliseconds a step is shown when played at speed 1
constexpr const char* kUsual = "so.size.best";

/// Colours by difference compare two plans; here is one.
std::shared_ptr<const Coloring> coloring_of(const PlanView& view, ColorBy by) {
  return std::make_shared<const Coloring>(view, by == ColorBy::difference ? ColorBy::stream : by);
}

}  // namespace

StepsPane::~StepsPane() = default;

/// Whether there is something to record.
bool StepsPane::usable() const {
  return view_.graph && view_.lifetimes && view_.conflicts && !view_.stale;
}

/// The planner whose plan the other views show, or null where it is none that can be observed.
const LayoutStrategy* StepsPane::shown_strategy() const {
  const LayoutStrategy* shown = view_.plan ? find_layout_strategy(view_.plan->strategy) : nullptr;
  return shown && shown->recipe ? shown : nullptr;
}

const LayoutStrategy* StepsPane::strategy() const {
  const std::string id = chooser_->currentData().toString().toStdString();
  if (!id.empty()) return find_layout_strategy(id);
  const LayoutStrategy* shown = shown_strategy();
  return shown ? shown : find_layout_strategy(kUsual);
}

void StepsPane::take_view(const PlanView& view) {
  view_ = view;
  show_chooser();
  if (!view.graph) return drop(tr("Nothing is open."));
  refresh();
}

void StepsPane::hideEvent(QHideEvent* event) {
  pause();
  Pane::hideEvent(event);
}

/// Records again where the graph, the alignment or the planner is another.
void StepsPane::refresh() {
  if (!view_.graph) return;
  if (!usable()) return source_ ? void() : drop(tr("The steps are recorded once the safe pairs are known."));
  const Bytes alignment = view_.plan ? view_.plan->alignment : Bytes{1};
  const LayoutStrategy* planner = strategy();
  if (source_ && source_->view.graph == view_.graph && &source_->recording->strategy() == planner &&
      source_->recording->problem().alignment() == alignment) {
    job_.cancel();
    return;
  }
  if (view_.graph->tensor_count() > Recording::kMaxTensors) {
    return drop(tr("Graphs of up to %1 tensors can be stepped through; this one has %2.")
                    .arg(grouped(Recording::kMaxTensors), grouped(view_.graph->tensor_count())));
  }
  if (!source_) picture_->set_scene(nullptr, tr("Recording…"));
  job_.start(
      [this, view = view_, planner, alignment, by = state().color_by()](const Task& task) -> LatestJob::Delivery {
        auto recording = Recording::make(*planner, view.graph, view.conflicts, alignment, task);
        Result<StepSource> made = std::move(recording).map([&](Recording&& r) {
          return StepSource{view, std::make_shared<const Recording>(std::move(r)), coloring_of(view, by), {}};
        });
        return [this, made = std::move(made)] { take(made); };
      });
}

/// Shows the same block as before where the graph is the same, or the first.
void StepsPane::take(const Result<StepSource>& made) {
  if (!made) return drop(tr("No steps. %1").arg(QString::fromStdString(made.error().text())));
  const bool same_graph = source_ && source_->view.graph == made->view.graph;
  const TensorId at_hand =
      same_graph && scene_ ? scene_->recording().problem().block(scene_->block().block)[0] : TensorId();
  auto source = std::make_shared<StepSource>(*made);
  source->hidden = state().hidden_classes();
  source_ = std::move(source);
  scene_ = nullptr;
  pause();
  const Recording& r = *source_->recording;
  if (r.step_count() == 0) return drop(tr("This graph has no tensors to place."));
  show_step(at_hand.valid() ? r.first_step(r.place(at_hand)) : 0);
}

void StepsPane::drop(const QString& sentence) {
  job_.cancel();
  timer_.stop();
  source_ = nullptr;
  scene_ = nullptr;
  code_->set_scene(nullptr);
  gaps_->set_scene(nullptr);
  picture_->set_scene(nullptr, sentence);
  show_controls();
}

QString StepsPane::stop_recording() {
  const QString said = tr("The recording was cancelled.");
  job_.cancel();
  if (!source_) drop(said);
  return said;
}

void StepsPane::recolor() {
  if (!source_ || !scene_) return;
  auto source = std::make_shared<StepSource>(*source_);
  source->hidden = state().hidden_classes();
  if (source->coloring->by() != state().color_by()) source->coloring = coloring_of(source->view, state().color_by());
  source_ = std::move(source);
  show_step(scene_->index());
}

void StepsPane::show_step(std::size_t step) {
  if (!source_ || source_->recording->step_count() == 0) return;
  step = std::min(step, source_->recording->step_count() - 1);
  scene_ = std::make_shared<const StepScene>(source_, step, scene_.get());
  code_->set_scene(scene_);
  picture_->set_scene(scene_);
  gaps_->set_scene(scene_);
  show_controls();
}

void StepsPane::go_to(std::size_t step) {
  pause();
  show_step(step);
}

void StepsPane::run_to(TensorId t) {
  if (!source_ || t.index() >= source_->recording->graph().tensor_count()) return;
  go_to(source_->recording->first_step(source_->recording->place(t)));
}

void StepsPane::step(int by) {
  if (!scene_ || (by < 0 && scene_->index() == 0)) return;
  go_to(scene_->index() + static_cast<std::size_t>(by));
}

/// To the first step of the next block, or of this one, or of the one before.
void StepsPane::step_block(int by) {
  if (!scene_) return;
  const Recording& r = scene_->recording();
  const std::size_t block = scene_->step().block;
  if (by > 0) return go_to(block + 1 < r.block_count() ? r.first_step(block + 1) : r.step_count() - 1);
  const bool at_start = scene_->index() == r.first_step(block);
  go_to(r.first_step(at_start && block > 0 ? block - 1 : block));
}

void StepsPane::toggle_playing() {
  if (!scene_) return;
  if (playing()) return pause();
  if (scene_->index() + 1 == scene_->recording().step_count()) show_step(0);
  timer_.start(beat());
  show_controls();
}

int StepsPane::beat() const {
  return static_cast<int>(kBeat / speed_->factor());
}

void StepsPane::pause() {
  timer_.stop();
  show_controls();
}

void StepsPane::tick() {
  if (!scene_ || scene_->index() + 1 >= scene_->recording().step_count()) return pause();
  show_step(scene_->index() + 1);
}

/// The tensor to run to: of those selected, the first that is placed.
TensorId StepsPane::wanted() const {
  if (!source_) return {};
  for (TensorId t : state().selected_tensors())
    if (t.index() < source_->recording->graph().tensor_count()) return t;
  return {};
}

void StepsPane::select_block() {
  if (!scene_) return;
  const auto members = scene_->recording().problem().block(scene_->block().block);
  state().select_tensors({members.begin(), members.end()});
}

bool StepsPane::closer() const {
  return closer_->isChecked();
}

Drawing StepsPane::drawing() const {
  return scene_ ? step_drawing(scene_, picture_->frame()) : Drawing{};
}

void StepsPane::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Space:
      return toggle_playing();
    case Qt::Key_Left:
      return step(-1);
    case Qt::Key_Right:
      return step(+1);
    case Qt::Key_Up:
    case Qt::Key_PageUp:
      return step_block(-1);
    case Qt::Key_Down:
    case Qt::Key_PageDown:
      return step_block(+1);
    case Qt::Key_Home:
      return go_to(0);
    case Qt::Key_End:
      return go_to(Recording::kAll);
    default:
      break;
  }
  Pane::keyPressEvent(event);
}

std::optional<PictureWords> StepsPane::picture() const {
  return PictureWords{"steps", tr("S&teps…"), tr("Export image of the step"), "-step"};
}

}  // namespace stowage
