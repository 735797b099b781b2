// SPDX-License-Identifier: Apache-2.0
#include "core/insight/learn/recording.h"

#include "core/insight/learn/steps.h"
#include "core/layout/engine/occupancy.h"
#include "core/layout/strategies/strategies.h"
#include "core/sharing/sharing.h"

namespace stowage {

static_assert(Recording::kOpenEnd == FreeStarts::kEnd);

/// Writes down what the planner reports.
class Recording::Recorder final : public PlacementObserver {
 public:
  Recorder(Recording& out, std::size_t blocks) : out_(out), blocks_(blocks) {}

  /// More was reported than kMostFacts.
  [[nodiscard]] bool overflowed() const { return overflowed_; }

  void looking(std::uint32_t /*b*/, std::span<const Interval> free) override {
    idle_ = false;
    out_.free_.insert(out_.free_.end(), free.begin(), free.end());
  }
  void examined(const ExaminedPlace& place) override { out_.examined_.push_back(place); }
  void opened(Interval object) override { out_.objects_.push_back(object); }
  bool placed(std::uint32_t b, std::int64_t start) override {
    const auto& sizes = out_.problem_->sizes();
    Bytes footprint = out_.facts_.empty() ? Bytes{0} : out_.facts_.back().footprint;
    std::int64_t at = start;
    for (TensorId t : out_.problem_->block(b)) {
      out_.places_[t.index()] = out_.facts_.size();
      at += sizes[t.index()].count;
      if (sizes[t.index()] > Bytes{0}) footprint = std::max(footprint, Bytes{at});
    }
    out_.facts_.push_back({b, idle_, out_.free_.size(), out_.examined_.size(), out_.objects_.size(), start, footprint});
    idle_ = true;
    overflowed_ = out_.free_.size() + out_.examined_.size() > kMostFacts;
    return !overflowed_ && out_.facts_.size() < blocks_;
  }

 private:
  Recording& out_;
  std::size_t blocks_;
  bool idle_ = true, overflowed_ = false;
};

namespace {

Error too_many(const std::string& what) {
  return Error::bad_input(
      "", "", "stepping is for graphs of up to " + std::to_string(Recording::kMostTensors) + " tensors; " + what);
}

struct Planned {
  std::shared_ptr<const Graph> graph;
  std::shared_ptr<const Conflicts> conflicts;
  Bytes footprint;
};

Result<Planned> plan_of(const LayoutStrategy& strategy, Graph graph, Bytes alignment, const Task& task) {
  Planned out{std::make_shared<const Graph>(std::move(graph)), nullptr, {}};
  STOWAGE_TRY(Conflicts conflicts, Conflicts::compute(*out.graph, task));
  out.conflicts = std::make_shared<const Conflicts>(std::move(conflicts));
  STOWAGE_TRY(const LayoutProblem problem, LayoutProblem::make(*out.graph, *out.conflicts, alignment));
  STOWAGE_TRY(const Plan plan, make_plan(strategy, problem, task));
  out.footprint = plan.footprint;
  return out;
}

}  // namespace

Result<Recording> Recording::make(const LayoutStrategy& strategy, std::shared_ptr<const Graph> graph,
                                  std::shared_ptr<const Conflicts> conflicts, Bytes alignment, const Task& task,
                                  std::size_t blocks) {
  assert(strategy.recipe && graph && conflicts);
  if (graph->tensor_count() > kMostTensors)
    return tl::unexpected(too_many("this one has " + std::to_string(graph->tensor_count())));
  // A strategy plans a graph of blocks: with outputs written over inputs where this makes its plan smaller.
  if (graph->has_sharing()) {
    STOWAGE_TRY(Sharing sharing, share(*graph, alignment, true, task));
    STOWAGE_TRY(Planned planned, plan_of(strategy, std::move(sharing.apart.graph), alignment, task));
    if (sharing.in_place) {
      STOWAGE_TRY(Planned over, plan_of(strategy, std::move(sharing.in_place->graph), alignment, task));
      if (over.footprint < planned.footprint) planned = std::move(over);
    }
    graph = std::move(planned.graph);
    conflicts = std::move(planned.conflicts);
  }
  STOWAGE_TRY(auto problem, LayoutProblem::make(*graph, *conflicts, alignment));
  Recording out;
  out.strategy_ = &strategy;
  out.graph_ = std::move(graph);
  out.conflicts_ = std::move(conflicts);
  out.problem_ = std::make_shared<const LayoutProblem>(std::move(problem));
  out.keys_ = sort_keys(*out.problem_, strategy.recipe->sort);
  out.places_.assign(out.graph_->tensor_count(), kAll);
  out.offsets_.resize(out.graph_->tensor_count());
  if (blocks > 0) {
    Recorder recorder(out, blocks);
    STOWAGE_TRY(out.offsets_, run_observed(strategy, *out.problem_, recorder, task));
    if (recorder.overflowed()) return tl::unexpected(too_many("this one is too dense: its blocks have too many gaps"));
  }
  out.first_steps_.push_back(0);
  for (std::size_t k = 0; k < out.block_count(); ++k) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    out.first_steps_.push_back(out.first_steps_.back() + count_steps(out, k));
  }
  return out;
}

RecordedBlock Recording::block(std::size_t k) const {
  const Facts& facts = facts_[k];
  const Facts before = k > 0 ? facts_[k - 1] : Facts{};
  const auto part = [](const auto& all, std::size_t begin, std::size_t end) {
    return std::span(all).subspan(begin, end - begin);
  };
  RecordedBlock out;
  out.block = facts.block;
  out.key = keys_[facts.block];
  out.size = problem_->block_size(facts.block).count;
  out.step = problem_->block_step(facts.block);
  out.group = problem_->block(facts.block).size() > 1;
  out.idle = facts.idle;
  out.free = part(free_, before.free_end, facts.free_end);
  out.examined = part(examined_, before.examined_end, facts.examined_end);
  out.objects = part(objects_, 0, before.objects_end);
  if (facts.objects_end > before.objects_end) out.opened = objects_[before.objects_end];
  out.start = facts.start;
  out.footprint_before = before.footprint;
  out.footprint = facts.footprint;
  return out;
}

std::size_t Recording::block_of(std::size_t step) const {
  assert(step < step_count());
  return static_cast<std::size_t>(std::ranges::upper_bound(first_steps_, step) - first_steps_.begin()) - 1;
}

}  // namespace stowage
