// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/layout/engine/observer.h"
#include "core/layout/strategy.h"

namespace stowage {

/// What a planner did for one block; refers to its Recording. Addresses are bytes.
struct RecordedBlock {
  std::uint32_t block = 0;  ///< its number in the LayoutProblem
  std::int64_t key = 0;     ///< of the sort, as sort_keys() gives it
  std::int64_t size = 0;
  std::int64_t step = 1;  ///< its start must be a multiple of it
  bool group = false;     ///< a contiguous group, not a tensor alone
  bool idle = false;      ///< keeps no bytes from others: put at 0 without looking; `free` and `examined` are empty
  /// The stretches that the tensors placed before leave free, ascending, the last without end (kOpenEnd): *addresses*
  /// for a tensor alone, *starts* for a group.
  std::span<const Interval> free;
  std::span<const ExaminedPlace> examined;  ///< in the order in which the planner looked
  std::span<const Interval> objects;        ///< of Many Objects, before this block; a single object is not listed
  std::optional<Interval> opened;           ///< the object put on top for this block
  std::int64_t start = 0;
  Bytes footprint_before, footprint;
};

/// Everything that one SOMAS planner decided on one graph, recorded while the planner itself ran; const after. Read it
/// block by block here, and in finer steps with core/insight/learn/steps.h.
class Recording {
 public:
  static constexpr std::int64_t kOpenEnd = std::int64_t{1} << 62;  ///< the end of what has none
  static constexpr std::size_t kMostTensors = 10'000;
  static constexpr std::size_t kMostFacts = 8'000'000;  ///< free stretches and places looked at; 24 bytes each at most
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

  /// Runs the strategy, which must have a recipe; at most its first `blocks` blocks. bad_input with a sentence for the
  /// reader where the graph is too large or refused by LayoutProblem; otherwise only cancelled or timed_out. For a
  /// graph whose tensors share bytes, runs on the graph that stands for it (core/sharing): with outputs written over
  /// inputs as permitted, where this makes the strategy's plan smaller.
  [[nodiscard]] static Result<Recording> make(const LayoutStrategy& strategy, std::shared_ptr<const Graph> graph,
                                              std::shared_ptr<const Conflicts> conflicts, Bytes alignment = {1},
                                              const Task& task = {}, std::size_t blocks = kAll);

  [[nodiscard]] const LayoutStrategy& strategy() const { return *strategy_; }
  [[nodiscard]] const LayoutProblem& problem() const { return *problem_; }
  [[nodiscard]] const Graph& graph() const { return *graph_; }

  /// Blocks recorded, in the order in which they were placed.
  [[nodiscard]] std::size_t block_count() const { return facts_.size(); }
  [[nodiscard]] RecordedBlock block(std::size_t k) const;
  /// The place in that order of the block of a tensor; block_count() or more where it was not placed.
  [[nodiscard]] std::size_t place(TensorId t) const { return places_[t.index()]; }
  /// Of the plan; 0 for tensors that were not placed.
  [[nodiscard]] std::span<const Offset> offsets() const { return offsets_; }
  /// Where a tensor lies.
  [[nodiscard]] Interval run(TensorId t) const {
    const std::int64_t offset = offsets_[t.index()].value;
    return {offset, offset + problem_->sizes()[t.index()].count};
  }

  /// Steps as core/insight/learn/steps.h counts them: those of block k are [first_step(k), first_step(k + 1)).
  [[nodiscard]] std::size_t step_count() const { return first_steps_.back(); }
  [[nodiscard]] std::size_t first_step(std::size_t k) const { return first_steps_[k]; }
  /// The block of a step.
  [[nodiscard]] std::size_t block_of(std::size_t step) const;

 private:
  class Recorder;
  struct Facts {
    std::uint32_t block = 0;
    bool idle = true;
    std::size_t free_end = 0, examined_end = 0, objects_end = 0;  // those of the next block begin there
    std::int64_t start = 0;
    Bytes footprint;
  };

  const LayoutStrategy* strategy_ = nullptr;
  std::shared_ptr<const Graph> graph_;
  std::shared_ptr<const Conflicts> conflicts_;
  std::shared_ptr<const LayoutProblem> problem_;
  std::vector<std::int64_t> keys_;  // by block
  std::vector<Facts> facts_;        // by place
  std::vector<Interval> free_, objects_;
  std::vector<ExaminedPlace> examined_;
  std::vector<std::size_t> places_;  // by tensor
  std::vector<Offset> offsets_;
  std::vector<std::size_t> first_steps_;  // one more than there are blocks
};

}  // namespace stowage
