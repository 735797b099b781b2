// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/task.h"
#include "core/layout/strategy.h"
#include "core/order/order.h"
#include "core/plan/problem.h"

// Strategies as papers publish them.
namespace stowage {

/// The item whose bytes each item takes over.
struct Reuse {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::vector<std::uint32_t> of;  ///< for each item the one before it in its chain; kNone: it opens a chain
  std::int64_t cost = 0;          ///< bytes paid: an item's size where it opens a chain, or by how much it is larger
};

/// How an item finds its place among the chains so far: along a path of items that give way.
struct ReusePath {
  struct Take {
    std::uint32_t taker, giver;
  };
  std::uint32_t added = Reuse::kNone;
  std::uint32_t opens = Reuse::kNone;  ///< the item at the end of the path that opens a chain; kNone: none does
  std::vector<Take> takes;             ///< from the end of the path to the item added
  std::int64_t cost = 0;               ///< bytes that the path adds
};

/// The cheapest way to make chains of n items, each taken over by at most one. `allowed[j * n + i]` is 1 where j may
/// take over i, which costs max(0, size[j] - size[i]), and 0 where it may not; there are no circles.
///
/// A minimum-cost flow in its matching form (Levental, MemoMalloc, after Lee et al.), solved by shortest augmenting
/// paths: one item after the other takes over another or opens a chain, those before it giving way along the path that
/// adds least to the cost. O(n³) at worst.
///
/// `paths`, if given, gets the path of each item as it is added.
[[nodiscard]] Result<Reuse> cheapest_reuse(std::span<const std::int64_t> size, std::span<const std::uint8_t> allowed,
                                           const Task& task = {}, std::vector<ReusePath>* paths = nullptr);

/// The block whose object a block takes over, so that the bytes of all objects, each counted as it grows, are fewest
/// (cheapest_reuse()); by block, kNone also for one that keeps no bytes from others. A block takes over another only if
/// all tensors of the other are before all of its own; "before" is transitive, so all blocks of a chain may share an
/// object.
[[nodiscard]] Result<Reuse> shared_objects(const LayoutProblem& problem, const Task& task = {},
                                           std::vector<ReusePath>* paths = nullptr);
/// Stacks the chains in the order of the blocks that open them, each an object on top of the one before; blocks that
/// keep no bytes from others lie at 0. By TensorId.
[[nodiscard]] std::vector<Offset> stack_objects(const LayoutProblem& problem, const Reuse& reuse);

/// Minimum-cost flow of shared objects (Lee et al., "On-Device Neural Net Inference with Mobile GPUs"; Levental,
/// MemoMalloc, chapter 1, section 3): every object holds one block at a time. Where all sizes are equal and there is a
/// single stream, it is optimal.
extern const LayoutStrategy kMincostFlow;

/// MemoMalloc's baseline (Levental, chapter 1, section 3): every block after the one before, nothing is ever reused.
/// The footprint is the sum of all sizes and of the bytes lost to alignment.
extern const LayoutStrategy kBump;

/// The same, begun again at offset 0 wherever nothing placed so far can still be needed: in every execution, all placed
/// blocks are over before any of the rest is made.
extern const LayoutStrategy kBumpReset;

/// The NNC tensor allocation algorithm (Liu) by either of its rules: core/papers/nnc/allocation_graph.h.
extern const LayoutStrategy kNncDegree, kNncSize;
/// By degree without pairs: in no table, for experiments alone.
extern const LayoutStrategy kNncAlone;

/// Placement as a mixed-integer program, solved by another program (core/process; core/papers/olla/mip.h).
///
/// Greedy by size, MemoMalloc's default planner, bounds the program from above; the heaviest clique bounds it from
/// below. The solver has until the deadline, or 60 seconds where there is none; its plan is the answer, however it
/// ended. timed_out where it found none. The remark says how long it ran, what it proved, and how many pairs left it a
/// choice.
///
/// Only the vertical order of each two blocks is used of the solver's solution: offsets are computed from it in whole
/// numbers. A solver that is missing or fails, or whose answer contradicts itself or a valid plan, is an error
/// (external).
extern const LayoutStrategy kMip;

/// OLLA's preplacement (Steiner et al., function 5): activations are used backward in the reverse of the order in which
/// they are made, so that each lives within the one before. The longest-lived tensor lies at the bottom, on it the
/// longest-lived of those that live within it, and so on; of equal ones the larger, then the lower id. Tensors of one
/// step are left out. All the others overlap in time, so that this stack is a plan. Needs one chain without groups.
/// ```
///   ▲                  t
///   │              a2 a2 a2 a2
///   │           a1 a1 a1 a1 a1 a1
///   │        a0 a0 a0 a0 a0 a0 a0 a0
///   └──────────────────────────────▶ steps
/// ```
/// From the bottom up. (The paper's text leaves the bounds of the last tensor examined; those of the last one chosen
/// are meant. Its lifetimes are those of the order, as its prose has it.) O(T log T). `examined`, if given, gets all
/// tensors in the order in which they are looked at.
[[nodiscard]] std::vector<TensorId> pyramid(const LayoutProblem& problem, std::vector<TensorId>* examined = nullptr);

/// OLLA's placement (Steiner et al., section 4.5): the pyramid at the bottom, and its problem (15) for the rest, with
/// the pyramid's addresses as constants. Time, answer and errors are those of kMip, but for where the solver found no
/// plan: best-fit bounds the program from above, and stands there. What the solver proves holds above the pyramid only,
/// and bounds no other plan. too_large beyond 1,000,000 unsafe pairs.
extern const LayoutStrategy kOllaLayout;
/// Words in remarks of OLLA's order and layout where the solver found nothing, and this stands in for its answer.
inline constexpr std::string_view kOrderStandsIn = "none found: the given order",
                                  kLayoutStandsIn = "so that the rest is placed by best fit";

/// ROAM's layout (Shu et al., sections IV-B to IV-D): the leaves of the subgraph tree (`node_limit` of PlanOptions) are
/// planned one by one, and put on top of each other.
/// ```
///   offset            ┌──┐ temporaries of leaf 1          What a leaf keeps until its way back lies at its bottom, so
///               ┌─────┴──┴──────┐    ┌──┐ of leaf 0       that leaves stack without holes; the outermost lies lowest,
///               │ activations 1 │  ┌─┴──┴┐                as it lives longest. Its temporaries of the way back take
///          ┌────┴───────────────┴──┴─────┴──┐             the place that the leaves above it have left.
///          │         activations 0          │
///          └────────────────────────────────┘ step
/// ```
/// A solver places the temporaries of each leaf that has unsafe pairs of them, up to 50,000: its program (8). Leaves
/// are solved side by side and share the time until the deadline, or 60 seconds. Best-fit bounds the program from
/// above, and stands where the solver found nothing. Temporaries that overlap after the stacking (9) are moved. On
/// several streams lifetimes are those of the global order, and programs have the unsafe pairs (the paper's "Ours-MS").
extern const LayoutStrategy kRoamLayout;

/// OLLA's order (Steiner et al.): its problem (14), split from the problem of the addresses, which layout strategies
/// solve afterwards ("olla": its function 5 and problem (15)). The solver has until the deadline, or a
/// minute where there is none, and knows the peak of the given order, which stands where it finds none: with early
/// updates (functions 3 and 4) where they need less. With them the program has only the orders that keep them, and what
/// it proves is of these alone. too_large beyond 1,000,000 choices (spans of operators, less the last steps) or 5,000
/// operators.
extern const OrderStrategy kOlla;

/// OLLA's problem (9): order and addresses at once, tensor by tensor at an alignment of 1, with the operators run one
/// at a time. The bound that its remark tells is of footprints. Up to 1,000 tensors, and 1,000 choices with two for
/// each pair of tensors that may be in memory together.
extern const OrderStrategy kOllaJoint;

/// ROAM's order (Shu et al., section IV-A): the graph is cut at its memory-insensitive operators, weight updates wait
/// by its functions (4) to (6), and every segment is ordered on its own, each for the least peak.
/// ```
///   forward ─────────────────▶ loss ─▶ backward ───────────────────▶
///   ├ segment ┤ ├ segment ┤            ├ segment ┤ ├ segment ┤ ├ segment ┤
///                                           gradient ┄┄┄▶ update         an update that would come at a bad time
///                                                │        ▲              waits for a later segment
///                                                └─ waits ┘
/// ```
/// Segments are ordered by the search of core/order/exact_order.h, which answers the question of the paper's program;
/// where it ends without a proof, the program is asked too, up to 2,000 choices. Segments of more than `node_limit`
/// operators get a short search alone. `node_limit`, `delay_radius` and `alpha` of OrderOptions are the paper's. The
/// bound is that of the segments where all operators are of the trunk, otherwise least_peak(). Stopped, it gives each
/// segment its best order so far.
extern const OrderStrategy kRoamOrder;

/// Not a plan: simulates what a framework does today, a caching allocator that is asked for memory and given it back as
/// the operators run, one by one, in the manner of PyTorch's for CUDA. Segments, once reserved, are kept; here they lie
/// one above the other in the order in which they were reserved. A tensor is given its memory when it is made and gives
/// it back after its last use; a contiguous group is one allocation, from its first tensor to its last.
/// ```
///   asked for        rounded to    from a     which is reserved as
///   up to   1 MiB    512 B         small      2 MiB                       ┌───────────────┬─────┬──────────┐
///   below  10 MiB    512 B         large      20 MiB                      │ segment       │ in  │  rest of │
///   more             512 B         large      rounded up to 2 MiB         │ of 20 MiB     │ use │ the block│
/// ```                                                                      └───────────────┴─────┴──────────┘
/// It takes the smallest free block that holds it, of equals the lowest, or a new segment, and leaves the rest of the
/// block free where that is at least 512 bytes (small) or more than 1 MiB (large). Free blocks of a segment that meet
/// become one. A plan alignment beyond 512 replaces these 512 bytes by the least common multiple.
/// (The constants are those of the CUDACachingAllocator of PyTorch 2; its optional settings are left at their defaults,
/// and it never runs out of memory here. Its segments are found by a replay: O(n log n) for n tensors.)
extern const LayoutStrategy kCaching;

// The words that mark a training step: core/zoo and readers of other formats write them, core/papers reads them. A file
// may use others: then nothing is known of the phases of its operators.

/// Phases of operators.
namespace phase {
inline constexpr std::string_view kForward = "forward";
inline constexpr std::string_view kLoss = "loss";
inline constexpr std::string_view kBackward = "backward";
inline constexpr std::string_view kUpdate = "update";  ///< of weights, by the optimizer
}  // namespace phase

/// Kinds of tensors.
namespace tensor_kind {
inline constexpr std::string_view kInput = "input";
inline constexpr std::string_view kWeight = "weight";
inline constexpr std::string_view kState = "state";            ///< of the optimizer: lives as long as the weight
inline constexpr std::string_view kActivation = "activation";  ///< made forward, needed backward
inline constexpr std::string_view kGradient = "gradient";
/// Made forward beside an activation, for backward alone.
inline constexpr std::string_view kStatistics = "statistics";
inline constexpr std::string_view kLoss = "loss";
inline constexpr std::string_view kTemporary = "temporary";
}  // namespace tensor_kind

}  // namespace stowage
