// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/graph/graph.h"
#include "core/graph/lifetimes.h"
#include "core/insight/recorded/recorded_heap.h"
#include "core/insight/simulate/timing.h"
#include "core/plan/bounds.h"
#include "core/plan/plan.h"
#include "core/safety/conflicts.h"

namespace stowage {

/// What a check of a plan has found to be wrong.
struct PlanClashes {
  /// Two tensors that share bytes though they must not, or one that lies wrong by itself (then `second` is invalid).
  struct Pair {
    TensorId first{}, second{};
  };
  std::vector<Pair> pairs;  ///< the first of them
  std::uint64_t count = 0;  ///< all
};

/// The results a view shows: whole values that nobody changes any more. `plan`, `bounds` and `conflicts` may be null
/// while they are being computed.
struct PlanView {
  /// Where the plan is from.
  enum class Origin : std::uint8_t { made, imported, file };

  std::shared_ptr<const Graph> graph{};
  std::shared_ptr<const std::vector<Lifetime>> lifetimes{};
  std::shared_ptr<const Conflicts> conflicts{};
  std::shared_ptr<const Plan> plan{};
  std::shared_ptr<const Bounds> bounds{};
  /// The faults of a plan that was not made here; null where nothing was found, or is not looked for.
  std::shared_ptr<const PlanClashes> clashes{};
  /// The recorded heap, whose operators are runs of its events, which allocate and free, and nobody uses a tensor; null
  /// for other graphs.
  std::shared_ptr<const RecordedHeap> history{};
  Origin origin = Origin::made;
  bool planning = false;    ///< something is still being computed
  bool stale = false;       ///< all of this belongs to a graph that was edited since; its successor is on its way
  bool peak_asked = false;  ///< a lesson asks for the bytes alive at the peak: no label shows this number
  /// What the user pinned to compare with: as it was then, perhaps of the graph before edits. Null where nothing is.
  std::shared_ptr<const PlanView> baseline{};
  /// How long the graph runs; none where no operator has a duration.
  std::optional<Makespan> makespan{};

  [[nodiscard]] bool recorded() const { return history != nullptr; }
};

/// The same of a view: it has a plan, and no clash was found.
[[nodiscard]] inline bool is_measured(const PlanView& view) {
  return view.plan && view.graph && !view.clashes && is_measured(*view.graph, *view.plan);
}

/// Whether both hold the same results. How far the planning is, whether its successor is on its way, and the baseline
/// are not compared: a view that shows one of them compares it, too.
[[nodiscard]] inline bool same_results(const PlanView& a, const PlanView& b) {
  return a.graph == b.graph && a.lifetimes == b.lifetimes && a.conflicts == b.conflicts && a.plan == b.plan &&
         a.bounds == b.bounds && a.clashes == b.clashes && a.peak_asked == b.peak_asked;
}

/// How far a played execution has come with an operator.
enum class Played : std::uint8_t { waiting, running, finished };

}  // namespace stowage
