// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/painters/page/page.h"
#include "widgets/painters/recorded/heap_chart.h"

namespace stowage {

/// A stretch of addresses that is drawn as one: a segment, the touching pieces of an expandable one, or allocations
/// that no recorded segment holds.
struct HeapStrip {
  std::uint64_t address = 0;
  Bytes size{}, used{};  ///< used: in use or pending
  Bytes largest_hole{};
  std::uint32_t segment = kNoneInHeap;  ///< the first piece, into RecordedHeap::segments
  std::uint32_t pieces = 0;             ///< segments that it is made of; 0: of none
  std::size_t first = 0, last = 0;      ///< HeapAt::stretches[first … last)

  [[nodiscard]] std::uint64_t end() const { return address + static_cast<std::uint64_t>(size.count); }
  [[nodiscard]] Bytes idle() const { return size - used; }
};

/// The heap of one step, strip by strip.
struct HeapStrips {
  HeapStep step = 0;
  HeapAt heap;
  std::vector<HeapStrip> strips{};    ///< ascending in address
  Bytes longest{};                    ///< of a strip
  std::vector<std::uint32_t> rows{};  ///< into strips: from top to bottom
  bool streams = false;               ///< segments are of several
  std::vector<QString> marks{};       ///< by strip: stream, pool and kind, as far as segments differ in them
  qsizetype longest_mark = 0;         ///< characters
};
/// By what the strips are put one below the other.
enum class StripOrder : std::uint8_t { address, hole, idle, size, stream };
[[nodiscard]] HeapStrips heap_strips(const RecordedHeap& history, HeapStep step,
                                     StripOrder order = StripOrder::address);

/// "graph pool (0, 3)"; empty for the common pool, and where none is recorded.
[[nodiscard]] QString pool_name(const RecordedHeap& history, const HeapSegment& segment);

/// 1 − largest / free: 0 where all that is free is one hole, or nothing is.
[[nodiscard]] double fragmentation_of(const HeapAt& heap);

/// Where the strips are, one below the other, their lengths in proportion:
/// ```
///  0x7f06c4000000  20 MiB  stream 0 │███████░░░░██████▒▒▒▒▒░░│
///  0x7f06c6000000   2 MiB  stream 7 │██░│
/// ```
class HeapStripsLayout {
 public:
  /// `top`, `width`: of the place for all of them.
  HeapStripsLayout(const HeapStrips& strips, double top, double width);

  [[nodiscard]] static double height_of(std::size_t strips);
  [[nodiscard]] QRectF row(std::size_t strip) const;
  [[nodiscard]] QRectF bar(std::size_t strip) const;
  /// A stretch within a strip.
  [[nodiscard]] QRectF place(std::size_t strip, const HeapStretch& stretch) const;
  /// Rows that meet [top, bottom): from, to, into HeapStrips::rows.
  [[nodiscard]] std::pair<std::size_t, std::size_t> rows_in(double top, double bottom) const;
  /// The strip whose row is there, beside its bar, too.
  [[nodiscard]] std::optional<std::size_t> strip_at(QPointF at) const;
  /// Into HeapAt::stretches; none beside the bars.
  [[nodiscard]] std::optional<std::size_t> stretch_at(QPointF at) const;
  /// The strip that a stretch is in.
  [[nodiscard]] std::size_t strip_of(std::size_t stretch) const;

 private:
  const HeapStrips& strips_;
  std::vector<std::uint32_t> row_of_;  // by strip
  double top_, left_, width_;
};

/// How strips are drawn; `coloring` and the graph that it is of may be null until there is one, and tensors that the
/// graph has not are neutral.
struct HeapStripsLook {
  std::shared_ptr<const RecordedHeap> history;
  std::shared_ptr<const Coloring> coloring;
  std::shared_ptr<const Graph> graph;
  std::span<const std::uint8_t> hidden{};  ///< classes that the legend switched off
  std::span<const TensorId> lit{};         ///< selected; sorted
  TensorId hovered{};
};

/// Draws the strips of [top, bottom): allocations as the map colours their tensors, those whose free is pending
/// hatched, holes plain, the largest of them framed and named. A pixel that holds several shows the one with the most
/// bytes in it, but what is lit before all. O(stretches in view + pixels).
void paint_heap_strips(QPainter& painter, const HeapStrips& strips, const HeapStripsLayout& layout, double top,
                       double bottom, const HeapStripsLook& look, const Theme& theme);

/// "stream 7"; `stream`: into RecordedHeap::streams.
[[nodiscard]] QString stream_name(const RecordedHeap& history, std::uint32_t stream);
/// As the graph has it; neutral where no operator of the graph is on it.
[[nodiscard]] Fill heap_stream_fill(const RecordedHeap& history, std::uint32_t stream, const Graph& graph,
                                    const Theme& theme);
/// Its name behind a round mark in its colour, as HTML: the boxes of the legend are square, so that a stream is never
/// taken for a class. The mark has lines where the fill is hatched.
[[nodiscard]] QString stream_html(const RecordedHeap& history, std::uint32_t stream, const Graph& graph,
                                  const Theme& theme);

/// "Event 12 of 400, after 3.10 s: reserved 12.0 MiB · …".
[[nodiscard]] QString heap_facts(const RecordedHeap& history, const HeapStrips& strips);
/// The same in fewer words, parted by " · ", for a line in which not all may have room.
[[nodiscard]] QString heap_facts_brief(const RecordedHeap& history, const HeapStrips& strips);

/// The curves, with a line at the step whose strips are drawn below them.
struct HeapPicture {
  QString title;
  QStringList lines;  ///< said above the chart
  HeapChart chart;    ///< with a timeline
  std::shared_ptr<const RecordedHeap> history;
  std::shared_ptr<const HeapStrips> strips;
  std::shared_ptr<const Coloring> coloring;  ///< may be null
  std::shared_ptr<const Graph> graph;        ///< that it is of
  std::vector<std::uint8_t> hidden{};
  std::vector<TensorId> lit{};
};
/// Draws the first of very many segments, and how many more there are.
[[nodiscard]] Drawing heap_drawing(HeapPicture picture);
/// The heap of a view with a history: where an allocation failed, at its last failure, otherwise at the event with the
/// most bytes in blocks. Errors: cancelled, timed_out; bad_input where the view has no history.
[[nodiscard]] Result<Drawing> recorded_drawing(const PlanView& view, const DrawingLook& look = {},
                                               const Task& task = {});

}  // namespace stowage
