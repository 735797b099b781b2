// SPDX-License-Identifier: Apache-2.0
#include "core/layout/strategy.h"

#include <algorithm>
#include <mutex>
#include <numeric>

#include "core/base/id.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/layout/blocks_as_tensors.h"
#include "core/layout/search/ejection.h"
#include "core/layout/strategies/strategies.h"
#include "core/plan/bounds.h"

namespace stowage {
namespace {

/// "takes up to 7 tensors, and this graph has 8"; empty where the problem is not too large.
std::string excess(const Limits& limits, const LayoutProblem& problem) {
  const auto beyond = [](std::uint64_t count, std::size_t most, const std::string& items) {
    return count <= most
               ? std::string()
               : "takes up to " + grouped_digits(most) + items + ", and this graph has " + grouped_digits(count);
  };
  std::string out = beyond(problem.graph().tensor_count(), limits.most_tensors, " tensors");
  if (!out.empty() || limits.most_pairs == Limits::kAny) return out;
  const auto degrees = problem.degrees();
  return beyond(std::accumulate(degrees.begin(), degrees.end(), std::uint64_t{0}) / 2, limits.most_pairs,
                " unsafe pairs");
}

/// Offsets that need no more than `found`, and move fewer bytes from where the tensors lie in `start`: tensors that do
/// not fit into the smaller plan look for a place among the others. Measured: over 253 plans of random graphs that were
/// not the smallest, 43 % of the bytes move instead of 92 %.
std::vector<Offset> near_start(const LayoutProblem& problem, std::span<const Offset> start, std::vector<Offset> found,
                               const Task& task) {
  constexpr std::uint64_t kLooks = 4'000;  // half and twice as many: the same on two networks
  constexpr double kSecondsLate = 0.2;     // after a deadline: hardly noticed
  const Bytes least = footprint(problem.sizes(), found);
  if (task.cancelled() || least >= footprint(problem.sizes(), start)) return found;
  auto near = repaired(problem, start, least, kLooks, task.should_stop() ? task.with_grace(kSecondsLate) : task);
  const auto moved = [&](std::span<const Offset> offsets) { return moved_bytes(problem.sizes(), start, offsets); };
  return near && moved(*near) < moved(found) ? *std::move(near) : found;
}

/// A plan of a strategy for which each block must be one tensor. Its proofs hold for this problem alone.
Result<Layout> run_on_blocks(const LayoutStrategy& strategy, const LayoutProblem& problem, PlanOptions options,
                             const Task& task) {
  STOWAGE_TRY(const Graph graph, with_blocks_as_tensors(problem, task));
  STOWAGE_TRY(const Conflicts conflicts, Conflicts::compute(graph, task));
  STOWAGE_TRY(const auto blocks, LayoutProblem::make(graph, conflicts, problem.alignment()));
  options.start.clear();
  STOWAGE_TRY(const Layout found, strategy.run(blocks, options, task));
  Layout out{.offsets = problem.all_at_zero(), .remark = "for tensors that share a place as one tensor"};
  for (std::size_t b = 0; b < problem.block_count(); ++b)
    problem.write(b, found.offsets[problem.block(b).front().index()].value, out.offsets);
  if (!found.remark.empty()) out.remark += ": " + found.remark;
  return out;
}

}  // namespace

constexpr LayoutStrategy kGivenPlan{
    .id = "from",
    .title = "The plan given",
    .description = "Keeps the plan that others start from",
    .source = "A plan that was made before",
    .run = [](const LayoutProblem&, const PlanOptions& options, const Task&) -> Result<Layout> {
      if (!options.start.empty()) return Layout{options.start};
      return tl::unexpected(Error::of(Error::Kind::unsupported, "there is no valid plan to start from"));
    }};

std::string Limits::text() const {
  std::string out;
  const auto add = [&](bool limited, const std::string& words) {
    if (limited) out += (out.empty() ? "" : ", ") + words;
  };
  add(single_stream, "one stream");
  add(no_groups, "no groups");
  add(no_own_alignment, "no tensor with its own alignment");
  add(most_tensors != kAny, "up to " + grouped_digits(most_tensors) + " tensors");
  add(most_pairs != kAny, "up to " + grouped_digits(most_pairs) + " unsafe pairs");
  return out;
}

std::string refusal(const LayoutStrategy& strategy, const LayoutProblem& problem) {
  const Graph& graph = problem.graph();
  const auto refuse = [&](const std::string& why) { return std::string(strategy.id) + " " + why; };
  if (strategy.limits.single_stream && problem.conflicts().windows().size() != graph.tensor_count())
    return refuse("plans a single stream only, and the streams of this graph run side by side");
  if (strategy.limits.no_groups && graph.group_count() > 0) return refuse("does not support contiguous groups");
  // Offsets are multiples of the problem's alignment anyway.
  const auto is_aligned = [&](TensorId t) { return problem.alignment().count % graph.alignment(t) == 0; };
  if (strategy.limits.no_own_alignment && graph.has_alignments() && !std::ranges::all_of(graph.tensors(), is_aligned))
    return refuse("does not support tensors with their own alignment");
  const std::string too_large = excess(strategy.limits, problem);
  return too_large.empty() ? too_large : refuse(too_large);
}

Bytes moved_bytes(std::span<const Bytes> sizes, std::span<const Offset> a, std::span<const Offset> b) {
  Bytes out;
  for (std::size_t t = 0; t < sizes.size(); ++t)
    if (a[t] != b[t] && a[t] != kNotPlaced) out += sizes[t];
  return out;
}

Result<Plan> make_plan(const LayoutStrategy& strategy, const LayoutProblem& problem, const Task& task,
                       const PlanOptions& options) {
  if (std::string why = refusal(strategy, problem); !why.empty())
    return tl::unexpected(Error::of(
        excess(strategy.limits, problem).empty() ? Error::Kind::unsupported : Error::Kind::too_large, std::move(why)));
  const bool as_one = strategy.limits.no_groups && problem.joins_tensors();
  STOWAGE_TRY(auto layout,
              as_one ? run_on_blocks(strategy, problem, options, task) : strategy.run(problem, options, task));
  if (strategy.improves && !options.start.empty())
    layout.offsets = near_start(problem, options.start, std::move(layout.offsets), task);
  Plan plan;
  plan.graph = problem.graph().name();
  plan.strategy = strategy.id;
  plan.alignment = problem.alignment();
  plan.footprint = footprint(problem.sizes(), layout.offsets);
  plan.offsets = std::move(layout.offsets);
  raise_bound(problem.graph(), {layout.lower_bound}, plan);
  plan.remark = std::move(layout.remark);
  return plan;
}

std::vector<StrategyResult> run_each(
    std::span<const LayoutStrategy* const> strategies, const Task& task,
    const std::function<void(const StrategyResult&)>& done,
    const std::function<Result<Plan>(const LayoutStrategy& strategy, const Task& task)>& make) {
  std::vector<StrategyResult> out(strategies.size());
  std::mutex mutex;
  std::size_t finished = 0;
  Task quiet = task;  // progress counts strategies
  quiet.progress = nullptr;
  // Those that take what time there is come last, and leave the others some.
  const auto patience = [&](std::size_t i) {
    const LayoutStrategy& each = *strategies[i];
    return each.live ? 0 : each.improves ? 3 : each.limits.most_pairs != Limits::kAny ? 2 : 1;
  };
  auto turns = numbers_below<std::size_t>(strategies.size());
  std::ranges::stable_sort(turns, {}, patience);
  parallel_for(strategies.size(), [&](std::size_t turn) {
    const std::size_t i = turns[turn];
    const auto start = task.now();
    out[i].strategy = strategies[i];
    out[i].plan = unless_memory_runs_out([&] { return make(*strategies[i], quiet); });
    out[i].milliseconds = std::chrono::duration<double, std::milli>(task.now() - start).count();
    const std::lock_guard lock(mutex);
    if (done) done(out[i]);
    task.report(static_cast<double>(++finished) / static_cast<double>(strategies.size()));
  });
  return out;
}

const StrategyResult* smallest_of(std::span<const StrategyResult> results) {
  const auto rank = [](const StrategyResult& result) { return std::pair(result.plan->footprint, result.moved); };
  const StrategyResult* best = nullptr;
  for (const StrategyResult& each : results)
    if (each.plan && (best == nullptr || rank(each) < rank(*best))) best = &each;
  return best;
}

std::optional<Error> false_claim(const Plan& plan, Bytes valid) {
  if (plan.lower_bound <= valid) return std::nullopt;
  return Error::of(Error::Kind::external, plan.strategy + " claims that more is needed than the " +
                                              grouped_digits(valid.count) + " bytes of a valid plan");
}

void reject_false_bounds(std::vector<StrategyResult>& results) {
  const StrategyResult* const best = smallest_of(results);
  const Bytes least = best != nullptr ? best->plan->footprint : Bytes{};
  for (StrategyResult& result : results)
    if (auto wrong = result.plan ? false_claim(*result.plan, least) : std::nullopt)
      result.plan = tl::unexpected(*std::move(wrong));
}

}  // namespace stowage
