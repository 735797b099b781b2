// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QColor>
#include <QRectF>
#include <QString>
#include <QStringList>

#include "core/insight/recorded/heap_at.h"
#include "core/insight/recorded/recorded_heap.h"
#include "widgets/painters/charts/curve_chart.h"

class QPainter;

namespace stowage {

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
///  reserved ─── allocated ─── without pending frees ▒▒▒ largest free block ───
///  ┌──────────────────┐
///  │  forward │ back… │   annotations as bands with their names
///  │ ▟██▙▁▁▟█████▙    │   a red line, with a label, where the device had no memory left
///  └──────────────────┘
/// ```
struct HeapChart {
  std::shared_ptr<const HeapTimeline> timeline;
  std::shared_ptr<const StepCurve> largest;  ///< the largest free block; null while it is computed
  std::optional<Lifetime> range{};           ///< the steps shown; none: all
  std::optional<HeapStep> marked{};          ///< a line there, below the labels

  [[nodiscard]] Lifetime shown() const;
  [[nodiscard]] CurveChart chart(const QRectF& rect) const;
};

/// Of each curve.
struct HeapColors {
  QColor reserved, active, allocated, largest;
  [[nodiscard]] static HeapColors of(const Theme& theme);
};

/// Draws it into `rect`; needs a timeline.
void paint_heap_chart(QPainter& painter, const QRectF& rect, const HeapChart& heap, const Theme& theme);

}  // namespace stowage
