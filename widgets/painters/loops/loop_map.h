// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/insight/loops/loop_plan.h"
#include "widgets/painters/heap_map/heap_map_painter.h"

namespace stowage {

/// The words of all files of the folder.
struct LoopMapText {
  Q_DECLARE_TR_FUNCTIONS(stowage::LoopMap)
};

/// One loop of a graph, as its views show it; keeps all alive that it refers to.
struct ShownLoop {
  std::shared_ptr<const LoopPlan> plan;
  std::shared_ptr<const Graph> around;  ///< what encloses it, as the file has it
  std::optional<std::size_t> parent;    ///< the loop around it, in the same list
  std::vector<std::string> path;        ///< names of the loops, outermost first, the loop itself last
};
/// All loops of a planned graph, each followed by those in its body. `graph` as it was given to plan_loops.
[[nodiscard]] std::vector<ShownLoop> loops_of(const std::shared_ptr<const Graph>& graph,
                                              const std::shared_ptr<const LoopsPlan>& loops);

/// The unrolled body of a loop, and what stands where in its heap map: time from left to right, copy after copy, each
/// ended by its exit test; the places of each ring one above the other.
/// ```
///   c % 2 = 0  ░ c % 2 = 1  ░      ░ exit tests
///  ┌─────────┐░┌─────────┐ ░
///  │ y@start │░│ y@1     │ ░       place 1 of the ring
///  └─────────┘░└─────────┘ ░
/// ```
struct LoopMap {
  struct Place {
    std::int64_t low = 0, high = 0;
  };
  ShownLoop loop;
  PlanView view;  ///< of the unrolled body
  std::size_t copies = 1;
  std::size_t steps = 1;                   ///< of one copy, its exit test last
  std::vector<std::vector<Place>> places;  ///< by ring, by slot; empty for one that lies outside
};
/// A pass over the unrolled body: not on the GUI's thread.
[[nodiscard]] std::shared_ptr<const LoopMap> make_loop_map(ShownLoop loop);

/// The ring of a tensor of the body, or none.
[[nodiscard]] std::optional<std::size_t> ring_of(const LoopPlan& loop, TensorId t);
/// What goes round together with a tensor of the body, in the unrolled one: all values of its ring; of a tensor without
/// one, its own in every copy. Ascending.
[[nodiscard]] std::vector<TensorId> values_of(const LoopPlan& loop, TensorId t);
/// The tensor of the body whose value that of the unrolled one is; none for a tensor that has been renamed.
[[nodiscard]] TensorId body_tensor(const LoopPlan& loop, TensorId value);
/// What the loop leaves behind: what the body marks as output and what has the id of a tensor that the operator makes;
/// where there is neither, the ends of the rings.
[[nodiscard]] std::vector<TensorId> results_of(const ShownLoop& loop);

/// What is lit in a loop's map.
struct LoopLight {
  std::optional<std::size_t> copy{};
  std::optional<std::size_t> ring{};
};
/// Over a heap map of the unrolled body: exit tests and ends of copies, the places of the ring that is lit, and a veil
/// on the copies that are not. Copies that are narrower than a few pixels are not parted.
/// They leave the labels of footprint and bound alone. `scene`: of the map.
void paint_loop_marks(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapScene& scene, const LoopMap& map,
                      const LoopLight& light, const Theme& theme);
/// The names of the copies, in a strip above the map.
void paint_copy_names(QPainter& painter, const QRectF& strip, const HeapMapGeometry& geometry, const LoopMap& map,
                      const LoopLight& light, const Theme& theme);
/// The height of that strip in logical pixels.
inline constexpr double kCopyStrip = 18;

/// The page to export: names, map and marks. `content` is of the map's view.
[[nodiscard]] Drawing loop_drawing(std::shared_ptr<const LoopMap> map, HeapMapContent content, const LoopLight& light,
                                   std::vector<TensorId> selected);

/// "4,096", counted from where the loop's memory begins as its map shows it; "(w)" for the tensor w outside.
[[nodiscard]] QString place_text(const ShownLoop& loop, const LoopPlace& place);
/// The same in a sentence: the place, its ring and its buffer. `t` is the tensor that lies there.
[[nodiscard]] QString place_details(const LoopMap& map, TensorId t, const LoopPlace& place);
/// "y@1, 4.00 KiB at 4,096: place 1 of the ring of y": a value of the unrolled body.
[[nodiscard]] QString value_text(const LoopMap& map, TensorId value);
/// "train / refine": the loop itself last.
[[nodiscard]] QString loop_title(const ShownLoop& loop);
/// Which loop, when all comes round, what it needs and in how many buffers, by which rule; and whether they were
/// joined.
[[nodiscard]] QString loop_summary(const ShownLoop& loop);
/// Where the results lie after iterations 0 … `iteration`; the first few of them.
[[nodiscard]] QString results_text(const ShownLoop& loop, std::size_t iteration);

}  // namespace stowage
