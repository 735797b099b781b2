// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include "core/insight/recorded/out_of_memory.h"
#include "core/insight/recorded/recorded_heap.h"
#include "widgets/base/latest_job.h"
#include "widgets/base/pane.h"
#include "widgets/base/worker.h"
#include "widgets/painters/recorded/heap_chart.h"
#include "widgets/painters/recorded/heap_strip.h"
#include "widgets/views/recorded/heap_head.h"
#include "widgets/views/recorded/heap_words.h"

class QLabel;
class QScrollArea;

namespace stowage {

class HeapStripView;

/// The heap of a recorded program as it was: why its device had no memory left, its peaks, its segments at the event of
/// the time cursor with what lay in them, and what a static plan of the same lifetimes saves. Its memory over time
/// stands below the heap map, on the same axis.
class HeapPane final : public Pane {
  Q_OBJECT

 public:
  explicit HeapPane(ViewState& state, QWidget* parent = nullptr);

  /// What is shown, with the graph made of it as it is now; both null where the document has no history.
  void set_history(std::shared_ptr<const RecordedHeap> history, std::shared_ptr<const Graph> graph);
  /// Those of the file, in case there are several.
  void set_devices(const std::vector<RecordedDevice>& devices);
  /// The best plan that there is, to compare with where the one shown is the recorded one; may be null.
  void set_best_plan(std::shared_ptr<const Plan> plan);
  /// The map's; connect HeapMapWidget::coloring_changed to it.
  void set_coloring(std::shared_ptr<const stowage::Coloring> coloring, const stowage::PlanView& view);

  /// The step that is shown: the one that was picked, or the one with the most active bytes.
  [[nodiscard]] std::optional<HeapStep> step() const;
  [[nodiscard]] bool busy() const {
    return strips_job_.busy() || timeline_.running() || failure_job_.busy() || plans_job_.busy();
  }
  /// What the heap was at the step, in a line; and what a plan saves.
  [[nodiscard]] QString facts() const;
  [[nodiscard]] QString saving() const;
  /// The curves over time, and all segments of the step.
  [[nodiscard]] Drawing drawing() const override;
  [[nodiscard]] std::optional<PictureWords> picture() const override;
  /// What stands above the pictures makes place for them.
  [[nodiscard]] QSize minimumSizeHint() const override { return {200, 120}; }

 signals:
  /// Another step was picked, here or by the time cursor; none: the one of the peak.
  void step_changed(std::optional<stowage::HeapStep> step);
  /// The heap of another device of the file is wanted.
  void device_chosen(std::int64_t number);

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void take_view(const PlanView& view) override;
  void follow_cursor();
  void pick(HeapStep step);
  void move(int steps);
  void take_step(std::optional<HeapStep> step);
  void compute();
  QString stop();
  void compute_strips();
  void show_chart();
  void show_words();
  void jump(HeapHead::Jump to);
  void show_pieces();
  void show_failure(std::size_t failure);
  void compute_other_plan();
  [[nodiscard]] StaticPlans static_plans() const;
  [[nodiscard]] HeapHeadline headline() const;

  std::shared_ptr<const RecordedHeap> history_;
  std::shared_ptr<const Graph> graph_;
  bool serial_ = false;  // one operator of the graph after the other
  std::shared_ptr<const Plan> shown_plan_, best_plan_;
  HeapChart heap_;
  bool computed_ = false;                // or it is being computed
  std::optional<HeapStep> step_;         // picked
  std::optional<HeapStep> worst_;        // the most fragmented; none until that is computed
  std::size_t failure_ = 0;              // shown, of RecordedHeap::out_of_memory
  FailedAllocation why_;                 // of it
  std::optional<Bytes> other_plan_;      // for the other reading of the streams
  StripOrder order_{}, strips_order_{};  // wanted, and of what is shown
  HeapHead* head_;
  QLabel *facts_, *saving_;
  HeapStripView* strips_;
  QScrollArea* scroll_;

  Worker timeline_{this,
                   {.text = [] { return tr("Measuring the free memory…"); }, .cancel = [this] { return stop(); }}};
  LatestJob failure_job_{this}, plans_job_{this};
  LatestJob strips_job_{this};  // last: destroyed first
};

}  // namespace stowage
