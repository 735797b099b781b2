// SPDX-License-Identifier: Apache-2.0
#include "core/planning/plan_ground.h"

#include "core/base/text.h"

namespace stowage {
namespace {

/// The offsets of blocks from those of some tensors; where a block's own tensor has none, another in it tells.
std::vector<Offset> blocks_near(const SharedGraph& shared, std::span<const Offset> wanted) {
  std::vector<Offset> out(wanted.size(), kNotPlaced);
  for (std::size_t t = 0; t < wanted.size(); ++t) {
    const TensorId block = shared.block[t];
    if (wanted[t] != kNotPlaced && (block == TensorId(t) || out[block.index()] == kNotPlaced))
      out[block.index()] = wanted[t] + Bytes{-shared.inset[t]};
  }
  return out;
}

/// A block whose tensors are in each other's way has no safe place: a loop hands on a value that lies elsewhere in each
/// iteration of a loop around it.
Result<void> check_blocks(const BlockProblem& problem) {
  constexpr std::size_t kMostPairs = 20'000'000;  // above, planners find out
  std::size_t pairs = 0;
  for (std::size_t b = 0; b < problem.block_count(); ++b) {
    const auto block = problem.block(b);
    for (std::size_t k = 0; k < block.size(); ++k) {
      const std::int64_t end = problem.inset(block[k]) + problem.sizes()[block[k].index()].count;
      for (std::size_t j = k + 1; j < block.size() && problem.inset(block[j]) < end; ++j) {
        if (++pairs > kMostPairs) return {};
        if (!problem.occupies(block[k]) || !problem.occupies(block[j])) continue;
        if (!problem.conflicts().unsafe(block[k], block[j])) continue;
        const auto name = [&](std::size_t i) { return quoted(problem.graph().name(block[i])); };
        return tl::unexpected(Error::bad_input(
            "", "",
            name(k) + " and " + name(j) +
                " have to lie in the same place, and are needed at the same time: a loop hands a value on, which lies "
                "elsewhere in each iteration of the loop around it"));
      }
    }
  }
  return {};
}

}  // namespace

Result<PlanGround> PlanGround::make(const Graph& graph, const Conflicts& conflicts, Bytes alignment, bool in_place,
                                    const Task& task) {
  PlanGround out;
  out.graph_ = &graph;
  out.shares_ = graph.has_sharing();
  if (out.shares_) {
    STOWAGE_CHECK(out.lay(alignment, in_place, task));
    STOWAGE_CHECK(check_blocks(out.problem()));
    return out;
  }
  STOWAGE_TRY(auto problem, LayoutProblem::make(graph, conflicts, alignment));
  STOWAGE_CHECK(check_blocks(problem));
  out.apart_ = std::make_unique<const Part>(Part{{}, {}, std::move(problem)});
  STOWAGE_CHECK(out.relax_choices(graph, alignment, task));
  return out;
}

template <class Standing, class Problem>
auto PlanGround::Stand<Standing, Problem>::make(Standing of, Bytes alignment, const Task& task)
    -> Result<std::unique_ptr<Stand>> {
  auto out = std::make_unique<Stand>();
  out->of = std::move(of);
  STOWAGE_TRY(out->conflicts, Conflicts::compute(out->of.graph, task));
  STOWAGE_TRY(out->problem, Problem::make(out->of.graph, out->conflicts, alignment));
  return out;
}

Result<void> PlanGround::lay(Bytes alignment, bool in_place, const Task& task) {
  STOWAGE_TRY(Sharing sharing, share(*graph_, alignment, in_place, task));
  ignores_permissions_ = sharing.ignores_permissions;
  without_in_place_ = !in_place && !graph_->in_place().empty();
  for (TensorId t : graph_->tensors()) sizes_.push_back(round_up(graph_->size(t), alignment));
  STOWAGE_TRY(apart_, Part::make(std::move(sharing.apart), alignment, task));
  if (sharing.in_place) {
    STOWAGE_TRY(in_place_, Part::make(*std::move(sharing.in_place), alignment, task));
  }
  if (sharing.relaxed) {
    STOWAGE_TRY(relaxed_, Relaxed::make(*std::move(sharing.relaxed), alignment, task));
    return {};
  }
  return relax_choices(apart_->of.graph, alignment, task);
}

Result<void> PlanGround::relax_choices(const Graph& graph, Bytes alignment, const Task& task) {
  if (!graph.has_companions_by_choice()) return {};
  Graph::Data data = graph.data();
  std::erase_if(data.companions, [](const CompanionPair& pair) { return pair.by_choice; });
  STOWAGE_TRY(relaxed_, Relaxed::make({Graph(std::move(data)), {}}, alignment, task));
  return {};
}

PlanOptions PlanGround::without_claims(PlanOptions options) const {
  if (options.improved && relaxed_)
    options.improved = [told = std::move(options.improved)](const Improvement& now) { told({now.footprint, {}}); };
  return options;
}

void PlanGround::drop_claims(Plan& plan) const {
  if (!relaxed_) return;
  // The remark on optimality holds for the graph that was planned; no_plan_by_choice() says so of repeats.
  if (!plan.remark.empty() && !graph_->in_place().empty())
    plan.remark = "for one choice of the outputs over inputs: " + plan.remark;
  plan.lower_bound = {};
  plan.bound_tensors.clear();
  raise_bound(*graph_, {}, plan);
}

const BlockProblem& PlanGround::bounded_problem() const {
  return relaxed_ ? relaxed_->problem : apart_->problem;
}

Bounds PlanGround::quick_bounds() const {
  Bounds out = stowage::quick_bounds(bounded_problem());
  if (relaxed_ && !relaxed_->of.operators.empty())
    out.peak_step = static_cast<std::uint32_t>(relaxed_->of.operators[out.peak_step].index());
  return out;
}

Plan PlanGround::plan_at(std::vector<Offset> offsets) const {
  Plan out;
  out.graph = graph_->name();
  out.alignment = problem().alignment();
  out.offsets = std::move(offsets);
  out.footprint = footprint(sizes(), out.offsets);
  out.without_in_place = without_in_place_;
  return out;
}

std::optional<std::vector<Offset>> PlanGround::blocks_at(const Part& part, const std::vector<Offset>& offsets,
                                                         const Task& task) const {
  Plan blocks;
  blocks.alignment = part.problem.alignment();
  blocks.offsets = part.of.blocks_of(offsets);
  blocks.footprint = footprint(part.problem.sizes(), blocks.offsets);
  const auto checked = validate(part.of.graph, blocks, 1, task);
  if (!checked || !checked->valid() || part.of.at(blocks.offsets) != offsets) return std::nullopt;
  return std::move(blocks.offsets);
}

std::optional<Plan> PlanGround::adopt(const Plan& plan, const Task& task) const {
  if (plan.serial_streams || !plan.sequence.empty() || plan.offsets.size() != graph_->tensor_count())
    return std::nullopt;
  Plan out = plan_at(plan.offsets);
  out.strategy = plan.strategy;
  const auto checked = validate(*graph_, out, 1, task);
  const bool holds = checked && checked->valid() && (!without_in_place_ || blocks_at(*apart_, out.offsets, task));
  return holds ? std::optional(std::move(out)) : std::nullopt;
}

Result<Plan> PlanGround::near(std::span<const Offset> wanted, const Task& task) const {
  std::optional<std::vector<Offset>> nearest;
  for (const Part* part : {in_place_.get(), apart_.get()}) {
    if (part == nullptr) continue;
    STOWAGE_TRY(auto offsets,
                place_near(part->problem,
                           shares_ ? blocks_near(part->of, wanted) : std::vector(wanted.begin(), wanted.end()), task));
    if (shares_) offsets = part->of.at(offsets);
    if (!nearest || moved_bytes(sizes(), wanted, offsets) < moved_bytes(sizes(), wanted, *nearest))
      nearest = std::move(offsets);
  }
  return checked(plan_at(*std::move(nearest)));
}

Result<Plan> PlanGround::plan(const LayoutStrategy& strategy, const Task& task, const PlanOptions& options,
                              std::optional<Bytes>* apart) const {
  if (!shares_)
    return make_plan(strategy, apart_->problem, task, without_claims(options)).and_then([&](Plan&& plan) {
      drop_claims(plan);
      return checked(std::move(plan));
    });
  if (!in_place_) return plan_part(*apart_, strategy, task, options);
  auto over = plan_part(*in_place_, strategy, task.share(0.5), options);
  if (over ? task.should_stop() : over.error().kind == Error::Kind::external) return over;
  PlanOptions smaller = options;
  if (over && options.improved)
    smaller.improved = [known = over->footprint, &options](const Improvement& now) {
      if (now.footprint < known) options.improved(now);
    };
  auto without = plan_part(*apart_, strategy, task, smaller);
  if (!without) return over ? std::move(over) : std::move(without);
  if (apart != nullptr) *apart = without->footprint;
  return over && over->footprint < without->footprint ? std::move(over) : std::move(without);
}

/// Checks a finished plan to the end, however soon the task is stopped.
Result<Plan> PlanGround::checked(Plan&& plan) const {
  std::call_once(checker_->made, [&] { checker_->validator = PlanValidator::make(*graph_); });
  if (!*checker_->validator) return tl::unexpected(checker_->validator->error());
  STOWAGE_TRY(const Validation found, (*checker_->validator)->validate(plan, 1));
  if (found.valid()) return std::move(plan);
  return tl::unexpected(
      Error::of(Error::Kind::external, plan.strategy + " made an unsafe plan: " + found.violations.front().text));
}

Result<Plan> PlanGround::plan_part(const Part& part, const LayoutStrategy& strategy, const Task& task,
                                   PlanOptions options) const {
  options = without_claims(std::move(options));
  if (!options.start.empty()) options.start = blocks_at(part, options.start, task).value_or(std::vector<Offset>());
  return make_plan(strategy, part.problem, task, options).and_then([&](Plan&& plan) {
    plan.graph = graph_->name();
    plan.offsets = part.of.at(plan.offsets);
    plan.footprint = footprint(sizes_, plan.offsets);
    plan.without_in_place = without_in_place_;
    drop_claims(plan);
    return checked(std::move(plan));
  });
}

}  // namespace stowage
