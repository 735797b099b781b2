// SPDX-License-Identifier: Apache-2.0
// The views of a recorded heap as pages for a file.
#pragma once

#include "widgets/painters/page/export.h"
#include "widgets/painters/recorded/frame_rows.h"
#include "widgets/painters/recorded/heap_chart.h"
#include "widgets/painters/recorded/heap_strip.h"

namespace stowage {

/// "Event 12 of 400, after 3.10 s: reserved 12.0 MiB · …".
[[nodiscard]] QString heap_facts(const RecordedHeap& history, const HeapStrips& strips);

/// The curves, with a line at the step whose strips are drawn below them.
struct HeapPicture {
  QString title;
  QStringList lines;  ///< said above the chart
  HeapChart chart;    ///< with a timeline
  std::shared_ptr<const RecordedHeap> history;
  std::shared_ptr<const HeapStrips> strips;
  std::shared_ptr<const Coloring> coloring;  ///< may be null
  std::shared_ptr<const Graph> graph;        ///< that it is of
  std::vector<std::uint8_t> hidden;
  std::vector<TensorId> lit;
};
/// Of very many segments the first, and how many more there are.
[[nodiscard]] Drawing heap_drawing(HeapPicture picture);
/// The heap of a view with a history: where an allocation failed, at its last failure, otherwise at the event with the
/// most bytes in blocks. Errors: cancelled, timed_out; bad_input where the view has no history.
[[nodiscard]] Result<Drawing> recorded_drawing(const PlanView& view, const DrawingLook& look = {},
                                               const Task& task = {});

/// A line of the tree of frames.
struct FrameLine {
  std::size_t row = 0;  ///< into FrameRows::rows
  int depth = 0;
};
/// Those lines, and how many more there are where they are very many. `words`: said above them.
[[nodiscard]] Drawing frames_drawing(const QString& title, const QString& words, std::shared_ptr<const FrameRows> rows,
                                     std::vector<FrameLine> lines);

}  // namespace stowage
