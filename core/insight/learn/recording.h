// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/insight/learn/step_blocks.h"
#include "core/layout/engine/observer.h"
#include "core/layout/strategy.h"

namespace stowage {

/// The graph that a planner gets in place of one whose tensors share bytes (core/sharing): with outputs written over
/// inputs as permitted, where this makes the strategy's plan smaller. Any other graph stands for itself.
struct GraphToPlan {
  std::shared_ptr<const Graph> graph;
  std::shared_ptr<const Conflicts> conflicts;
};
[[nodiscard]] Result<GraphToPlan> graph_to_plan(const LayoutStrategy& strategy, std::shared_ptr<const Graph> graph,
                                                std::shared_ptr<const Conflicts> conflicts, Bytes alignment,
                                                const Task& task = {});

/// The decisions of a planner for one block. Addresses are bytes.
struct RecordedBlock {
  std::uint32_t block = 0;  ///< its number in the LayoutProblem
  std::int64_t key = 0;     ///< of the sort, as sort_keys() gives it
  std::int64_t size = 0;
  std::int64_t step = 1;  ///< its start must be a multiple of it
  bool group = false;     ///< a contiguous group, not a tensor alone
  bool idle = true;       ///< keeps no bytes from others: put at 0 without looking; `free` and `examined` are empty
  /// The stretches that the tensors placed before leave free, ascending, the last without end (kOpenEnd): *addresses*
  /// for a tensor alone, *starts* for a group.
  std::vector<Interval> free;
  std::vector<ExaminedPlace> examined;  ///< in the order in which the planner looked
  /// The objects of Many Objects before this block; a single object is not listed. Refers to the Recording.
  std::span<const Interval> objects;
  std::optional<Interval> opened;  ///< the object put on top for this block
  std::int64_t start = 0;
  Bytes footprint_before, footprint;
};

/// Everything that one SOMAS planner decided on one graph, recorded while the planner itself ran; const after. Read it
/// block by block here, and in finer steps with step_at().
class Recording : public StepBlocks {
 public:
  static constexpr std::int64_t kOpenEnd = std::int64_t{1} << 62;  ///< the end of a stretch without one
  static constexpr std::size_t kMaxTensors = 10'000;
  static constexpr std::size_t kMaxFacts = 8'000'000;  ///< free stretches and places looked at; 24 bytes each at most
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

  /// Runs the strategy, which must have a recipe; at most its first `blocks` blocks. bad_input with a sentence for the
  /// reader where the graph is too large or refused by LayoutProblem; otherwise only cancelled or timed_out. Runs on
  /// graph_to_plan().
  [[nodiscard]] static Result<Recording> make(const LayoutStrategy& strategy, std::shared_ptr<const Graph> graph,
                                              std::shared_ptr<const Conflicts> conflicts, Bytes alignment = {1},
                                              const Task& task = {}, std::size_t blocks = kAll);

  Recording(Recording&&) = default;  // blocks refer to its objects

  [[nodiscard]] const LayoutStrategy& strategy() const { return *strategy_; }
  [[nodiscard]] const LayoutProblem& problem() const { return *problem_; }
  [[nodiscard]] const Graph& graph() const { return *graph_; }

  /// Blocks are in the order in which they were placed; step_at() says what their steps are.
  [[nodiscard]] const RecordedBlock& block(std::size_t k) const { return blocks_[k]; }
  /// The place in that order of the block of a tensor; block_count() or more where it was not placed.
  [[nodiscard]] std::size_t place(TensorId t) const { return places_[t.index()]; }
  /// The offsets of the plan; 0 for tensors that were not placed.
  [[nodiscard]] std::span<const Offset> offsets() const { return offsets_; }
  /// Where a tensor lies.
  [[nodiscard]] Interval run(TensorId t) const {
    const std::int64_t offset = offsets_[t.index()].value;
    return {offset, offset + problem_->sizes()[t.index()].count};
  }

 private:
  class Recorder;
  Recording() = default;

  const LayoutStrategy* strategy_ = nullptr;
  std::shared_ptr<const Graph> graph_;
  std::shared_ptr<const Conflicts> conflicts_;
  std::shared_ptr<const LayoutProblem> problem_;
  std::vector<RecordedBlock> blocks_;
  std::vector<Interval> objects_;
  std::vector<std::size_t> places_;  // by tensor
  std::vector<Offset> offsets_;
};

/// The steps of a block, in this order; an idle one has the first and the last only.
enum class StepKind : std::uint8_t {
  take,   ///< it is next in the sorted order
  avoid,  ///< placed tensors that are unsafe to it forbid it some places
  merge,  ///< forbidden places that touch become one; what is left are gaps
  look,   ///< a gap is compared with the choice so far; one step for each Look reached
  open,   ///< no object has a place: another one is opened
  put,    ///< it takes the place chosen
};

struct PlannerStep {
  std::size_t block = 0;  ///< place in the order of placing
  StepKind kind = StepKind::take;
  std::size_t look = 0;  ///< into looks_of(), where kind is `look`

  friend bool operator==(const PlannerStep&, const PlannerStep&) = default;
};
[[nodiscard]] PlannerStep step_at(const Recording& recording, std::size_t step);
/// The step of block k that looks at candidate `look`, which must have been reached.
[[nodiscard]] std::size_t step_of_look(const Recording& recording, std::size_t k, std::size_t look);

/// The outcome for a gap. An *object* is one of Many Objects.
enum class Verdict : std::uint8_t {
  object_too_small,  ///< whole objects, [object, last_object], are smaller than the block: skipped
  object_full,       ///< nothing is free in objects [object, last_object]
  too_small,         ///< the block does not fit
  taken,             ///< it fits, and is the first or shorter than the choice before: the choice so far
  not_shorter,       ///< it fits, and leaves no less free than the choice so far (best-fit only)
  not_reached,       ///< the planner had ended its search
};

/// A candidate: a gap, or the part of one that lies in an object; or objects without any.
struct Look {
  std::uint32_t object = 0;
  std::uint32_t last_object = 0;  ///< the same, unless several in a row are passed over at once
  /// Where the block may lie, from its first byte to its last: for a tensor, the free addresses; for a group, from the
  /// first free start to the end of the group at the last. `end` may be Recording::kOpenEnd. Of objects without a gap:
  /// all they span.
  Interval room;
  std::int64_t start = 0;  ///< the first start in it: its begin, rounded up to the block's step
  std::int64_t slack = 0;  ///< bytes of the room behind a block put there; negative: so many are missing
  Verdict verdict = Verdict::not_reached;
  bool passed_over = false;  ///< whole objects, too small or without a gap; not reached, perhaps
  bool chosen = false;       ///< the place that the block takes in the end

  [[nodiscard]] bool is_open() const { return room.end == Recording::kOpenEnd; }
};

/// All candidates for block k in the order in which the planner goes through them; those reached come first. None for
/// an idle block.
[[nodiscard]] std::vector<Look> looks_of(const Recording& recording, std::size_t k);
/// How many of them the planner reached.
[[nodiscard]] std::size_t reached(std::span<const Look> looks);

/// Why a place is forbidden: `placed` lies there and is unsafe to `member`.
struct Avoided {
  TensorId member, placed;
  Interval forbidden;  ///< addresses for a tensor alone; starts for a group (they may begin below 0)
};
struct AvoidedList {
  std::vector<Avoided> intervals;  ///< by begin, then end, then ids; the first kMaxAvoided found of very many
  std::size_t total = 0;
};
inline constexpr std::size_t kMaxAvoided = 10'000;
/// What the tensors placed before forbid block k, from the unsafe relation itself.
[[nodiscard]] AvoidedList avoided_by(const Recording& recording, std::size_t k);

/// The union of the forbidden addresses or starts, from 0 up: what is not free. Disjoint, ascending, never touching.
[[nodiscard]] std::vector<Interval> merged_of(const RecordedBlock& block);

/// A planner's verdict on a place that a reader proposes for a block.
struct OffsetVerdict {
  enum class Why : std::uint8_t {
    right,         ///< it is the planner's own
    overlaps,      ///< `clash`: it would lie on a tensor that is unsafe to it
    not_at_start,  ///< in the gap that the planner takes, but not at its first place
    higher_gap,    ///< first-fit takes a lower one
    longer_gap,    ///< best-fit takes one that leaves less free, or as little and lower
    later_object,  ///< an object created before has room, too
    no_object,     ///< not inside an object, nor where the next one is opened
  };
  Why why = Why::right;
  std::optional<Avoided> clash;  ///< `overlaps` only
  std::optional<Look> here;      ///< the gap in which it lies; none for `overlaps` and `no_object`
  std::optional<Look> chosen;    ///< the planner's; none where it opens an object
};

/// Judges block k (not idle) put at `start`, which is ≥ 0.
[[nodiscard]] OffsetVerdict judge_offset(const Recording& recording, std::size_t k, std::int64_t start);

}  // namespace stowage
