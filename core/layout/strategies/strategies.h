// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/layout/engine/observer.h"
#include "core/layout/engine/place_in_order.h"
#include "core/layout/strategy.h"

// Our rows of the table of layout strategies (core/papers/tables.h), each with the other functions of its planner.
namespace stowage {

/// Lamprou et al., SOMAS: every combination of object model, sort and fit; the ten that the paper compares come first.
/// - Single Object (Algorithm 6): one growing buffer; each block in turn takes a place in it.
/// - Many Objects (Algorithm 7): each block in turn goes into the first object, in order of creation, that has a place
///   for it; where none has, it opens a new object of its own size on top of all. Objects never grow. Made for
///   Sort::size: with other sorts later blocks may be larger than every object so far.
[[nodiscard]] std::span<const LayoutStrategy> somas_strategies();

/// The offsets of a row of that recipe; infeasible as soon as they would need more than `most`.
[[nodiscard]] Result<std::vector<Offset>> place_by_recipe(const LayoutProblem& problem, const Recipe& recipe,
                                                          Bytes most, const Task& task);

/// The offsets that `run` returns; `observer` gets every decision. The strategy must have a recipe.
[[nodiscard]] Result<std::vector<Offset>> run_observed(const LayoutStrategy& strategy, const LayoutProblem& problem,
                                                       PlacementObserver& observer, const Task& task = {});

/// Returns `options.start` as it is: in no table, but a candidate wherever there is a plan to start from.
extern const LayoutStrategy kGivenPlan;
inline constexpr std::string_view kRepaired = "repaired";  ///< Plan::strategy where that plan had to be mended

/// The default: several quick planners on all cores, until one meets the bound; the first of the best, or what a short
/// search makes of it.
extern const LayoutStrategy kAuto;

/// Improves the quick plan (auto.h) until it equals the proved bound, or the budget or the time is used up; 10 s where
/// there is neither. Up to five searches run side by side, in rounds of twice as many iterations each: two anneal
/// first-fit orders (first_fit_search.h); one asks for an exact answer at the bound and one lowers the footprint step
/// by step (exact.h; both may raise the bound), or where there are groups one tries all plans; one repairs the plan to
/// fit smaller capacities (ejection.h). After each round all go on from the best plan.
///
/// The same plan for the same seed and the same number of iterations, on any number of threads.
extern const LayoutStrategy kSearch;

/// Greedy by size (Pisarchyk and Lee, "Efficient Memory Management for Deep Neural Net Inference", section 5.2; the
/// default of MemoMalloc): the largest block first, of equals the one that begins first, then the one that ends first;
/// each in the smallest gap that holds it between those placed that are unsafe to it, or on top of them.
extern const LayoutStrategy kGreedyBySize;

/// The planner for very many tensors: O(n), and next to no memory. Blocks come in the order in which they are made;
/// each takes a stretch that is free by then and hardly larger (FreeStretches), or the top. A block's bytes are free
/// again from the first step on from which all that any stream makes comes after all of its uses, in every execution:
/// ```
///  step   0    1    2    3    4    5
///  a      made used ────────▶ free            another stream is behind until step 4: nothing made
///  b           made  ...                      before step 4 may lie on a, on any stream
/// ```
/// On one stream, these are just the lifetimes. On several it does not reuse bytes that only some streams could use.
extern const LayoutStrategy kLinearScan;

/// The long-lived-first best-fit of Sekiyama et al., "Profile-Guided Memory Optimization for Deep Neural Networks",
/// which ROAM is compared with: of the stretches of time that are filled up to the same height, the lowest takes the
/// longest-lived tensor that fits into it.
extern const LayoutStrategy kLlfb;

/// Its order of the tensors that occupy something.
[[nodiscard]] std::vector<TensorId> longest_lived_first(const LayoutProblem& problem);

/// What becomes of the lowest stretch: a tensor is put on it, or it is raised.
struct FilledStretch {
  LayoutProblem::Window stretch;
  std::int64_t height;
  TensorId taken;   ///< none: raised
  std::int64_t to;  ///< the height of the tensor's end, or that to which it is raised
};

/// The same for other orders, and for some tensors only: the lowest stretch takes the first in `order` that fits into
/// it. One chain without groups; tensors that occupy something. Offsets by TensorId, 0 for all others; fails only with
/// cancelled or timed_out. `filled`, if given, gets what happens.
[[nodiscard]] Result<std::vector<Offset>> fill_lowest_stretches(const LayoutProblem& problem,
                                                                std::span<const TensorId> order, const Task& task,
                                                                std::vector<FilledStretch>* filled = nullptr);

/// The first half of Gergov's algorithm: where tensors would lie if a few of them were allowed to overlap, and colours
/// that tell overlapping tensors apart.
struct GergovHeights {
  std::vector<std::int64_t> height;   ///< by TensorId; 0 where it occupies nothing
  std::vector<std::uint32_t> colour;  ///< by TensorId; unsafe tensors of one colour do not overlap
  std::int64_t top = 0;               ///< the largest end; at most the most bytes alive at one step
  std::uint32_t colours = 0;          ///< at most 3

  /// Where a tensor lies before the tensors drop: each colour has a copy of the heights, on top of the one before.
  [[nodiscard]] std::int64_t lifted(std::size_t t) const { return colour[t] * top + height[t]; }
  /// The tensors in the order in which they drop.
  [[nodiscard]] std::vector<std::uint32_t> drop_order() const;
};
/// What becomes of the lowest segment: a job is put on it, or it is dropped.
struct PoppedSegment {
  struct Segment {
    LayoutProblem::Window window;
    std::int64_t height;
  };
  Segment popped;
  TensorId job;                 ///< none: dropped
  std::vector<Segment> pushed;  ///< in its place
};
/// One chain and no groups; O(T log T). `popped`, if given, gets what happens.
[[nodiscard]] Result<GergovHeights> gergov_heights(const LayoutProblem& problem, const Task& task = {},
                                                   std::vector<PoppedSegment>* popped = nullptr);

/// Gergov, "Algorithms for Compile-Time Memory Optimization" (1999): one copy of the heights for each colour, on top of
/// each other, hence at most three times the most bytes alive at one step (where no tensor has an alignment of its
/// own); then each tensor, from the lowest up, drops to the lowest place that is free.
extern const LayoutStrategy kGergov;

}  // namespace stowage
