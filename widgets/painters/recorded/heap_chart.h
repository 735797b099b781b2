// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/insight/recorded/heap_at.h"
#include "core/insight/recorded/recorded_heap.h"
#include "widgets/painters/charts/step_chart.h"
#include "widgets/painters/style/text.h"

namespace stowage {

/// The words of a drawn heap.
struct RecordedText {
  Q_DECLARE_TR_FUNCTIONS(stowage::Recorded)
};

/// The bytes of a recorded heap by step, ready to be drawn; and what the program called its parts.
struct HeapTimeline {
  StepCurve reserved, active, allocated;  ///< see HeapCurves
  Bytes unsplit;                          ///< by so much the blocks of the active peak are larger than their tensors
  std::vector<Lifetime> bands;            ///< the outermost annotations, ascending and apart
  std::vector<QString> names;             ///< of the bands
  std::vector<HeapOutOfMemory> failures;  ///< ascending in step
};
[[nodiscard]] HeapTimeline heap_timeline(const RecordedHeap& history);
/// What was allocated, with that of it whose free waits for its stream, in words.
[[nodiscard]] QString allocated_text(Bytes allocated, Bytes pending);
/// What is said of an event: bytes, the annotation it lies in, and whether the device had no memory left.
[[nodiscard]] QStringList heap_event_lines(const HeapTimeline& timeline, HeapStep event);

/// The memory of a recorded heap over time:
/// ```
///  ┌──────────────────┐
///  │  forward │ back… │   annotations as bands with their names
///  │ ▟██▙▁▁▟█████▙    │   a red line, with a label, where the device had no memory left
///  └──────────────────┘
///  ■ reserved  ■ allocated  ■ without pending frees  ■ largest free block
/// ```
struct HeapChart {
  std::shared_ptr<const HeapTimeline> timeline;
  std::shared_ptr<const StepCurve> largest;  ///< the largest free block; null while it is computed
  std::optional<Lifetime> range{};           ///< the steps shown; none: all
  std::optional<HeapStep> marked{};          ///< a line there, below the labels

  [[nodiscard]] Lifetime shown() const;
};

/// The colour of each curve.
struct HeapColors {
  QColor reserved, active, allocated, largest;
  [[nodiscard]] static HeapColors of(const Theme& theme);
};

/// Draws it into `rect`, and returns where the curves are; needs a timeline.
CurveChart paint_heap_chart(QPainter& painter, const QRectF& rect, const HeapChart& heap, const Theme& theme);

// Parts, also of other charts over the same events; to be drawn without smoothing.
/// Where the names of the annotations have room; null where there is too little, or one is out of view.
[[nodiscard]] std::vector<QRectF> annotation_lines(const StepChart& chart, const HeapTimeline& heap);
void paint_annotation_names(QPainter& painter, const StepChart& chart, const HeapTimeline& heap, const Theme& theme);
/// Lines where the device had no memory left, from the top of the plot to `bottom`.
void paint_failures(QPainter& painter, const StepChart& chart, double bottom, const HeapTimeline& heap,
                    const Theme& theme);
/// Their labels, as many as have room `below` the top of the plot, beside those that are there: they join these.
[[nodiscard]] std::vector<PlacedLabel> failure_labels(const StepChart& chart, const HeapTimeline& heap, double below,
                                                      LabelRoom& room);

}  // namespace stowage
