// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/insight/learn/recording.h"
#include "core/insight/learn/walk.h"
#include "widgets/painters/heap_map/heap_map_painter.h"

namespace stowage {

/// The words of all files of the folder.
struct StepsText {
  Q_DECLARE_TR_FUNCTIONS(stowage::Steps)
};

/// One line of a planner's pseudocode.
struct CodeLine {
  int indent = 0;  ///< levels
  QString text;
};

/// A SOMAS planner in our words: what the paper spreads over its Algorithms 6 to 12.
[[nodiscard]] std::vector<CodeLine> pseudocode(const Recipe& recipe);
/// "Lamprou et al., SOMAS, Algorithm 6; gaps by Algorithms 8 to 10, first-fit by Algorithm 11".
[[nodiscard]] QString pseudocode_source(const LayoutStrategy& strategy);

/// A step with what belongs to it, ready for words.
struct StepContext {
  const Recording& recording;
  PlannerStep step;
  RecordedBlock block;
  const std::vector<Look>& looks;  ///< looks_of() its block
};

/// Words of a walk in the reader's language.
[[nodiscard]] QString walk_text(const WalkWords& words);
/// Whether a column stands at its right.
[[nodiscard]] bool has_numbers(const WalkTable& table, std::size_t column);

/// The line of the pseudocode that runs at a step.
[[nodiscard]] int code_line(const StepContext& now);
/// What happens at a step and why, in one to three sentences.
[[nodiscard]] QString step_sentence(const StepContext& now);

/// "conv1", or "group a, b, c" (at most four names).
[[nodiscard]] QString block_name(const Recording& recording, std::size_t k);
/// What a candidate is: "gap", "gap in object 2", "objects 3 to 7", "open end".
[[nodiscard]] QString look_text(const Look& look, bool many_objects);
/// What became of it, in a few words: "fits, leaves 128 B".
[[nodiscard]] QString verdict_text(const Look& look);

/// Exact up to a few digits ("1,664 B"), so that a reader can follow small examples byte by byte; whole KiB from 2 on
/// and all larger amounts as human_bytes().
[[nodiscard]] QString step_bytes(std::int64_t bytes);

/// What the pictures of all steps share. `recording` or `walk`, and `coloring`, are of the graph of `view`, which needs
/// graph, lifetimes and conflicts; its plan is not looked at.
struct StepSource {
  PlanView view;
  std::shared_ptr<const Recording> recording;  ///< of a SOMAS planner; otherwise null
  std::shared_ptr<const Coloring> coloring;
  std::vector<std::uint8_t> hidden{};          ///< classes that the legend switched off, sorted
  bool says_footprint = true;                  ///< whether the map has a line at the footprint so far
  std::shared_ptr<const Walk> walk{};          ///< of any other planner
  std::shared_ptr<const StepSource> beside{};  ///< a second planner, drawn beside the first; null: none

  Bytes alignment{1};

  [[nodiscard]] const StepBlocks& blocks() const { return walk ? static_cast<const StepBlocks&>(*walk) : *recording; }
  [[nodiscard]] std::string_view planner() const { return walk ? walk->info->id : recording->strategy().id; }
};

/// The first step about a tensor; nothing where there is none.
[[nodiscard]] std::optional<std::size_t> step_about(const StepSource& source, TensorId t);

/// The walk of that id, or the recording of the SOMAS planner, on the graph of `view`; no colouring yet.
[[nodiscard]] Result<StepSource> record_steps(const PlanView& view, std::string_view planner, Bytes alignment,
                                              const Task& task = {});
/// All that record_steps() knows: SOMAS planners, then walks.
struct SteppedPlanner {
  std::string_view id;
  const LayoutStrategy* strategy;  ///< whose plans come about like this; null: of none
  const WalkInfo* walk;            ///< null: a SOMAS planner

  [[nodiscard]] QString name() const;
  /// What a block of its steps is about: "block", "tensor", "operator".
  [[nodiscard]] QString unit() const;
  [[nodiscard]] std::size_t most_tensors() const;
  /// The graphs that it is for: "one stream, no groups, up to 5,000 tensors".
  [[nodiscard]] QString limits() const;
};
[[nodiscard]] std::span<const SteppedPlanner> stepped_planners();
[[nodiscard]] const SteppedPlanner* find_stepped_planner(std::string_view id);

/// Why each of the stepped_planners() cannot step through the graph of a view, without a final stop; empty where it
/// can.
[[nodiscard]] std::vector<QString> step_refusals(const PlanView& view, Bytes alignment);

/// Everything that is drawn and said at one step; const once made. Making one for 4,400 tensors takes a few
/// milliseconds where the block is another than before, otherwise next to nothing. Of a walk there are its step and its
/// shapes alone.
class StepScene {
 public:
  /// `step` < blocks().step_count(). What the scene of a step nearby, of the same source, has ready is used again.
  StepScene(std::shared_ptr<const StepSource> source, std::size_t step, const StepScene* nearby = nullptr);

  [[nodiscard]] const StepSource& source() const { return *source_; }
  [[nodiscard]] const Recording& recording() const { return *source_->recording; }
  [[nodiscard]] const Walk* walk() const { return source_->walk.get(); }  ///< null: there is a recording
  [[nodiscard]] const WalkStep& walk_step() const { return walk()->steps[index_]; }
  [[nodiscard]] const WalkPlane& plane() const { return walk()->planes[walk_step().plane]; }
  [[nodiscard]] const Graph& graph() const { return walk() ? *walk()->graph : recording().graph(); }
  [[nodiscard]] std::size_t index() const { return index_; }
  [[nodiscard]] const PlannerStep& step() const { return step_; }
  [[nodiscard]] RecordedBlock block() const { return recording().block(step_.block); }
  [[nodiscard]] StepContext context() const { return {recording(), step_, block(), facts_->looks}; }

  [[nodiscard]] const std::vector<Look>& looks() const { return facts_->looks; }
  [[nodiscard]] const AvoidedList& avoided() const { return facts_->avoided; }
  [[nodiscard]] const std::vector<Interval>& merged() const { return facts_->merged; }
  /// The candidate that is compared at this step; null at other steps.
  [[nodiscard]] const Look* look() const { return step_.kind == StepKind::look ? &facts_->looks[step_.look] : nullptr; }

  /// The tensors placed at this step, with the block at hand once it is put. While places are looked for, those that
  /// forbid it some are in full and the others faint.
  [[nodiscard]] const HeapMapContent& map() const { return map_; }
  /// Where the axis of addresses ends, at every step: places stay where they are as the plan grows, and the line of the
  /// footprint climbs. 0: the picture has none.
  [[nodiscard]] Bytes height() const;

  /// The tensors that the step is about: those of the block at hand.
  [[nodiscard]] std::vector<TensorId> at_hand() const;

  /// A member of the block at hand, if the block starts at `start`.
  struct Member {
    TensorId tensor;
    Lifetime life;
    Interval run;
  };
  [[nodiscard]] std::vector<Member> members_at(std::int64_t start) const;

 private:
  struct Facts {
    std::vector<Look> looks;
    AvoidedList avoided;
    std::vector<Interval> merged;
    std::shared_ptr<const std::vector<MapShade>> shades;
  };
  [[nodiscard]] std::shared_ptr<const Facts> collect_facts() const;
  [[nodiscard]] std::shared_ptr<const HeapMapScene> map_of(std::size_t placed) const;

  std::shared_ptr<const StepSource> source_;
  std::size_t index_ = 0;
  PlannerStep step_;
  std::size_t placed_ = 0;  // blocks on the map
  std::shared_ptr<const Facts> facts_;
  HeapMapContent map_;
};

/// Where the axes of two pictures end, so that their bytes compare; 0: their axes are of different kinds.
[[nodiscard]] Bytes common_height(const StepScene& one, const StepScene& other);

/// The same of a step of any planner.
[[nodiscard]] std::vector<CodeLine> pseudocode(const StepScene& scene);
[[nodiscard]] QString pseudocode_source(const StepScene& scene);
[[nodiscard]] int code_line(const StepScene& scene);
[[nodiscard]] QString step_sentence(const StepScene& scene);

}  // namespace stowage
