// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/recorded/heap_pane.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include <QLabel>
#include <QLocale>
#include <QScrollArea>
#include <QSplitter>
#include <QVBoxLayout>

#include "core/recorded/fragmentation.h"
#include "core/recorded/heap_steps.h"
#include "core/safety/chains.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/base/view_state.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/views/recorded/heap_chart_view.h"
#include "widgets/views/recorded/heap_drawing.h"
#include "widgets/views/recorded/heap_strip_view.h"

namespace stowage {
namespace {

constexpr int kLow = 220;  // pixels

QLabel* make_line(const char* object) {
  auto* label = new QLabel;
  label->setObjectName(object);
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  label->setContentsMargins(8, 2, 8, 2);
  label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  return label;
}

QString percent(double share) {
  return QLocale().toString(100 * share, 'f', 0) + '%';
}

}  // namespace

HeapPane::HeapPane(ViewState& state, QWidget* parent)
    : Pane(state, parent),
      facts_(make_line("heap_facts")),
      saving_(make_line("heap_saving")),
      chart_(new HeapChartView),
      strips_(new HeapStripView(state)),
      scroll_(new QScrollArea),
      split_(new QSplitter(Qt::Vertical)) {
  setObjectName("heap_pane");
  setAccessibleName(tr("The heap as it was"));
  scroll_->setWidget(strips_);
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setFocusPolicy(Qt::NoFocus);
  split_->addWidget(chart_);
  split_->addWidget(scroll_);
  split_->setSizes({1000, 1200});
  split_->setChildrenCollapsible(false);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(saving_);
  rows->addWidget(facts_);
  rows->addWidget(split_, 1);
  setFocusProxy(chart_);
  offer_image(chart_);
  offer_image(strips_);
  connect(chart_, &HeapChartView::step_picked, this, &HeapPane::pick);
  connect(chart_, &HeapChartView::moved, this, &HeapPane::move);
  connect(strips_, &HeapStripView::moved, this, &HeapPane::move);
  connect(strips_, &HeapStripView::shown_wanted, this,
          [this](const QRect& part) { scroll_->ensureVisible(0, part.center().y(), 0, part.height()); });
  connect(&state, &ViewState::time_cursor_changed, this, &HeapPane::follow_cursor);
  connect(&state, &ViewState::time_range_changed, this, &HeapPane::show_chart);
  follow_numbers(this, [this] { show_words(); });
}

void HeapPane::set_history(std::shared_ptr<const RecordedHeap> history, std::shared_ptr<const Graph> graph) {
  graph_ = std::move(graph);
  serial_ = graph_ && chain_of_all(*graph_).has_value();
  if (history == history_) return show_chart();
  history_ = std::move(history);
  timeline_.cancel();
  strips_job_.cancel();
  computed_ = false;
  heap_ = {};
  shown_plan_ = best_plan_ = nullptr;
  strips_->set_strips(history_, nullptr);
  chart_->set_heap(heap_);
  take_step(std::nullopt);
  if (isVisible()) compute();
}

void HeapPane::set_best_plan(std::shared_ptr<const Plan> plan) {
  best_plan_ = std::move(plan);
  show_words();
}

void HeapPane::set_coloring(std::shared_ptr<const Coloring> coloring, const PlanView& view) {
  strips_->set_coloring(std::move(coloring), view.graph ? view.graph->tensor_count() : 0);
}

void HeapPane::take_view(const PlanView& view) {
  shown_plan_ = view.plan;
  show_words();
}

void HeapPane::showEvent(QShowEvent* event) {
  Pane::showEvent(event);
  compute();
}

/// The curves at once, then the largest hole of every step, which takes longer; the segments of a step beside that.
void HeapPane::compute() {
  if (!history_) return;
  compute_strips();
  if (std::exchange(computed_, true)) return;
  timeline_.start([this, history = history_](const Worker::Run& run) {
    auto timeline = std::make_shared<const HeapTimeline>(heap_timeline(*history));
    run.post([this, timeline] {
      heap_.timeline = timeline;
      show_chart();
      if (!step_) compute_strips();
    });
    auto free = fragmentation(*history, run.task());
    if (!free) return;
    auto largest = std::make_shared<const StepCurve>(std::move(free->largest));
    run.post([this, largest] {
      heap_.largest = largest;
      show_chart();
    });
  });
}

QString HeapPane::stop() {
  timeline_.cancel();
  return tr("Cancelled. The largest hole of each step is not shown.");
}

std::optional<HeapStep> HeapPane::step() const {
  if (step_) return step_;
  if (!heap_.timeline) return std::nullopt;
  return static_cast<HeapStep>(heap_.timeline->active.peak_step());
}

/// Where the time cursor is in the same step of the graph as what was picked here, that stays.
void HeapPane::follow_cursor() {
  if (!history_ || !graph_ || !steps_match(*graph_, *history_)) return;
  const auto cursor = state().time_cursor();
  if (!cursor || *cursor >= graph_->operator_count()) return take_step(std::nullopt);
  if (step_ && graph_step_of(*graph_, *step_) == *cursor) return;
  take_step(heap_step_of(*graph_, *history_, *cursor));
}

void HeapPane::pick(HeapStep step) {
  if (!history_) return;
  take_step(std::min(step, history_->last_step()));
  if (graph_ && steps_match(*graph_, *history_)) state().set_time_cursor(graph_step_of(*graph_, step));
}

void HeapPane::move(int steps) {
  if (!history_ || !step()) return;
  const std::int64_t to = std::int64_t{*step()} + steps;
  pick(static_cast<HeapStep>(std::clamp<std::int64_t>(to, 0, history_->last_step())));
}

void HeapPane::take_step(std::optional<HeapStep> step) {
  if (step_ != step) {
    step_ = step;
    emit step_changed(step_);
  }
  if (isVisible()) compute_strips();
  chart_->set_step(this->step());
  show_words();
}

/// Until they are there, those of before stay.
void HeapPane::compute_strips() {
  const auto at = step();
  chart_->set_step(at);
  if (!at || (strips_->strips() && strips_->strips()->step == *at && !strips_job_.busy())) return;
  strips_job_.start([this, history = history_, step = *at](const Task&) -> LatestJob::Delivery {
    return [this, history, strips = std::make_shared<const HeapStrips>(heap_strips(*history, step))] {
      strips_->set_strips(history, strips);
      show_words();
    };
  });
}

/// Narrowed to the range of time that all views are.
void HeapPane::show_chart() {
  heap_.range.reset();
  const auto range = state().time_range();
  if (range && history_ && graph_ && steps_match(*graph_, *history_) && range->begin < graph_->operator_count()) {
    const auto times = graph_->times();
    heap_.range = Lifetime{static_cast<std::uint32_t>(times[range->begin]),
                           static_cast<std::uint32_t>(times[std::min(range->end, graph_->operator_count())])};
  }
  chart_->set_heap(heap_);
  chart_->set_step(step());
  show_words();
}

QString HeapPane::facts() const {
  const auto& strips = strips_->strips();
  if (!strips || !history_) return {};
  const HeapAt& heap = strips->heap;
  QString where = tr("Step %L1 of %L2").arg(strips->step).arg(history_->last_step());
  if (strips->step < history_->times.size())
    where =
        tr("%1, after %2")
            .arg(where,
                 human_duration(static_cast<double>(history_->times[strips->step] - history_->times.front()) / 1000));
  return tr("%1: reserved %2 · allocated %3 · free pending %4 · free in holes %5 · largest free block %6 · "
            "fragmentation %7")
      .arg(where, human_bytes(heap.reserved), human_bytes(heap.in_use), human_bytes(heap.pending),
           human_bytes(heap.free), human_bytes(heap.largest.size), percent(fragmentation_of(heap)));
}

/// The recorded placement is no plan to compare with: its footprint is that of all addresses.
QString HeapPane::saving() const {
  if (!heap_.timeline) return {};
  const Bytes reserved = heap_.timeline->reserved.peak();
  if (history_->segments.empty()) return tr("No segments recorded: what was reserved is not known.");
  const bool recorded = !shown_plan_ || shown_plan_->strategy == "recorded";
  const std::shared_ptr<const Plan>& plan = recorded ? best_plan_ : shown_plan_;
  if (!plan || plan->strategy == "recorded") return tr("Reserved %1 at its peak.").arg(human_bytes(reserved));
  const Bytes saved = reserved - plan->footprint;
  const double share = reserved.count > 0 ? static_cast<double>(saved.count) / static_cast<double>(reserved.count) : 0;
  const QString text =
      saved.count >= 0
          ? tr("Reserved %1 at its peak; the same lifetimes planned (%2) have a footprint of %3: %4 less than reserved "
               "(%5).")
          : tr("Reserved %1 at its peak; the same lifetimes planned (%2) have a footprint of %3: %4 more than reserved "
               "(%5).");
  return text.arg(human_bytes(reserved), QString::fromStdString(plan->strategy), human_bytes(plan->footprint),
                  human_bytes({std::abs(saved.count)}), percent(std::abs(share))) +
         condition();
}

/// What the plan takes for granted of the streams.
QString HeapPane::condition() const {
  if (!graph_ || graph_->stream_count() < 2) return {};
  return ' ' + (serial_ ? tr("This holds only if the streams keep the host's order.")
                        : tr("No stream reuses the memory of another stream."));
}

Drawing HeapPane::drawing() const {
  const auto& strips = strips_->strips();
  if (!heap_.timeline || !strips || !history_) return {};
  return heap_drawing({.title = graph_ ? text_of(graph_->name()) : QString(),
                       .lines = {saving(), facts()},
                       .chart = heap_,
                       .history = history_,
                       .strips = strips,
                       .coloring = strips_->coloring(),
                       .tensors = strips_->colored_tensors(),
                       .hidden = state().hidden_classes(),
                       .lit = state().selected_tensors()});
}

/// In a low dock the words keep to a line each, and the drawings stand side by side.
void HeapPane::show_words() {
  const bool low = height() < kLow;
  for (const auto& [label, text] : {std::pair(facts_, facts()), std::pair(saving_, saving())}) {
    const int room = width() - label->contentsMargins().left() - label->contentsMargins().right();
    const QString shown = low ? label->fontMetrics().elidedText(text, Qt::ElideRight, room) : text;
    label->setWordWrap(!low);
    label->setText(shown);
    label->setToolTip(shown == text ? QString() : text);
  }
}

void HeapPane::resizeEvent(QResizeEvent* event) {
  Pane::resizeEvent(event);
  split_->setOrientation(height() < kLow ? Qt::Horizontal : Qt::Vertical);
  show_words();
}

std::optional<PictureWords> HeapPane::picture() const {
  return PictureWords{"heap", tr("Recorded he&ap…"), tr("Export image of the recorded heap"), "-heap"};
}

}  // namespace stowage
