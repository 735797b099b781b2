// SPDX-License-Identifier: Apache-2.0
#include "core/papers/roam/roam.h"

#include <tuple>

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/layout/engine/occupancy.h"
#include "core/layout/strategies/strategies.h"
#include "core/order/order.h"
#include "core/papers/papers.h"
#include "core/plan/bounds.h"

namespace stowage::roam {
namespace {

/// The shortest gap above `floor` that holds `size` bytes, of equal ones the lowest.
std::int64_t best_fit(std::vector<Interval>& taken, std::int64_t floor, std::int64_t size) {
  std::ranges::sort(taken, {}, &Interval::begin);
  std::int64_t top = floor, best = -1, shortest = std::numeric_limits<std::int64_t>::max();
  for (const Interval& run : taken) {
    if (const std::int64_t gap = run.begin - top; gap >= size && gap < shortest) {
      best = top;
      shortest = gap;
    }
    top = std::max(top, run.end);
  }
  return best >= 0 ? best : top;
}

/// The negative length of a lifetime, for ascending sorts.
std::int64_t shortness(Lifetime lifetime) {
  return std::int64_t{lifetime.begin} - std::int64_t{lifetime.end};
}

/// Puts tensors where they are wanted, or where there is room.
class Repair {
 public:
  Repair(const LayoutProblem& problem, std::vector<Offset>& offsets)
      : problem_(problem), offsets_(offsets), occupancy_(problem), free_(occupancy_) {}

  void keep(TensorId t) { occupancy_.add(t.index(), offsets_[t.index()].value); }
  /// Keeps a tensor where it lies if there is room; returns whether there was.
  bool try_to_keep(TensorId t) {
    const std::int64_t start = offsets_[t.index()].value;
    bool fits = false;
    free_.offer_to(t.index(), [&](std::int64_t begin, std::int64_t end) {
      fits = begin <= start && start < end;
      return end > start;
    });
    if (fits) keep(t);
    return fits;
  }
  void place(TensorId t) {
    const std::int64_t step = problem_.block_step(t.index());
    std::int64_t shortest = std::numeric_limits<std::int64_t>::max();
    free_.offer_to(t.index(), [&](std::int64_t begin, std::int64_t end) {
      begin = round_up(begin, step);
      if (end - begin <= 0 || end - begin >= shortest) return false;
      shortest = end - begin;
      offsets_[t.index()] = {begin};
      return false;
    });
    keep(t);
  }

 private:
  const LayoutProblem& problem_;
  std::vector<Offset>& offsets_;
  Occupancy occupancy_;
  FreeStarts free_;
};

}  // namespace

std::vector<Home> find_homes(const SubgraphTree& tree, std::span<const std::uint32_t> leaves,
                             std::span<const Lifetime> lifetimes) {
  struct StepLeaf {
    std::uint32_t leaf;
    bool back;  // on the way back
  };
  std::vector<StepLeaf> steps(tree.segments.stages.size());
  for (std::uint32_t k = 0; k < leaves.size(); ++k) {
    const RoamSubgraph& leaf = tree.nodes[leaves[k]];
    for (std::uint32_t s = leaf.forward_steps.begin; s < leaf.forward_steps.end; ++s) steps[s] = {k, false};
    for (std::uint32_t s = leaf.backward_steps.begin; s < leaf.backward_steps.end; ++s) steps[s] = {k, true};
  }
  std::vector<Home> out(lifetimes.size());
  for (std::size_t t = 0; t < lifetimes.size(); ++t) {
    if (lifetimes[t].empty() || steps.empty()) continue;
    const StepLeaf made = steps[lifetimes[t].begin], freed = steps[lifetimes[t].end - 1];
    out[t] = {made.back ? made.leaf : freed.leaf, !made.back && freed.back};
  }
  return out;
}

LeafLayout plan_leaf(const LayoutProblem& problem, std::vector<TensorId> tensors, std::span<const Home> homes,
                     const Task& task) {
  LeafLayout out{std::move(tensors), {}, 0};
  const auto lifetime = [&](std::size_t k) { return problem.lifetimes()[out.tensors[k].index()]; };
  const auto size = [&](std::size_t k) { return problem.sizes()[out.tensors[k].index()].count; };
  std::vector<std::size_t> activations, temporaries;
  for (std::size_t k = 0; k < out.tensors.size(); ++k)
    (homes[out.tensors[k].index()].is_activation ? activations : temporaries).push_back(k);
  out.offsets.resize(out.tensors.size());
  std::ranges::stable_sort(activations, {}, [&](std::size_t k) { return shortness(lifetime(k)); });
  for (std::size_t k : activations) {
    out.offsets[k] = out.activations;
    out.activations += size(k);
  }
  std::ranges::stable_sort(temporaries, {}, [&](std::size_t k) { return std::pair(-size(k), shortness(lifetime(k))); });
  std::vector<Interval> taken;
  for (std::size_t n = 0; n < temporaries.size() && !task.poll(n + 1, 256); ++n) {
    const std::size_t k = temporaries[n];
    taken.clear();
    for (std::size_t other : std::span(temporaries).first(n))
      if (lifetime(other).overlaps(lifetime(k)))
        taken.push_back({out.offsets[other], out.offsets[other] + size(other)});
    out.offsets[k] = best_fit(taken, out.activations, size(k));
  }
  return out;
}

std::vector<Offset> concatenate(std::span<const LeafLayout> leaves, std::size_t tensor_count) {
  std::vector<Offset> out(tensor_count);
  std::int64_t base = 0;
  for (const LeafLayout& leaf : leaves) {
    for (std::size_t k = 0; k < leaf.tensors.size(); ++k) out[leaf.tensors[k].index()] = {base + leaf.offsets[k]};
    base += leaf.activations;
  }
  return out;
}

Result<std::size_t> repair_conflicts(const LayoutProblem& problem, std::span<const Home> homes,
                                     std::vector<Offset>& offsets, const Task& task) {
  std::vector<TensorId> temporaries, moved;
  Repair repair(problem, offsets);
  for (TensorId t : problem.graph().tensors()) {
    if (!problem.occupies(t)) continue;
    if (homes[t.index()].is_activation)
      repair.keep(t);
    else
      temporaries.push_back(t);
  }
  const auto size = [&](TensorId t) { return problem.sizes()[t.index()].count; };
  std::ranges::sort(temporaries, std::ranges::greater(),
                    [&](TensorId t) { return std::tuple(size(t), -shortness(problem.lifetimes()[t.index()]), t); });
  for (std::size_t k = 0; k < temporaries.size(); ++k) {
    if (task.poll(k, 256)) return tl::unexpected(task.why_stopped());
    if (!repair.try_to_keep(temporaries[k])) moved.push_back(temporaries[k]);
  }
  std::ranges::stable_sort(moved, {}, [&](TensorId t) { return std::pair(-size(t), t); });
  for (TensorId t : moved) repair.place(t);
  return moved.size();
}

}  // namespace stowage::roam

namespace stowage {
namespace {

/// Iterations of the direct plan where the caller names none. More tensors make an iteration take longer; fewer than
/// kLeast often miss what the rest of the first round would find.
std::uint64_t iterations_for(const LayoutProblem& problem) {
  constexpr std::uint64_t kLeast = 8'000, kMost = 100'000, kTensors = 10'000'000;
  return std::clamp(kTensors / std::max<std::uint64_t>(1, problem.sizes().size()), kLeast, kMost);
}

Result<Layout> plan_by_leaves(const LayoutProblem& problem, const Task& task) {
  const SubgraphTree tree = make_subgraph_tree(problem.graph(), OrderOptions().node_limit);
  const auto leaves = tree.leaves();
  const auto homes = roam::find_homes(tree, leaves, problem.lifetimes());
  std::vector<std::vector<TensorId>> tensors(leaves.size());
  for (TensorId t : problem.graph().tensors())
    if (problem.occupies(t)) tensors[homes[t.index()].leaf].push_back(t);
  std::vector<roam::LeafLayout> plans(leaves.size());
  parallel_for(leaves.size(),
               [&](std::size_t k) { plans[k] = plan_leaf(problem, std::move(tensors[k]), homes, task); });
  Layout out{.offsets = concatenate(plans, homes.size())};
  STOWAGE_TRY(const std::size_t moved, repair_conflicts(problem, homes, out.offsets, task));
  out.remark = grouped_digits(leaves.size()) + " leaves, " + grouped_digits(moved) + " temporaries moved";
  return out;
}

Result<Layout> run(const LayoutProblem& problem, const PlanOptions& options, const Task& task) {
  STOWAGE_TRY(Layout out, plan_by_leaves(problem, task));
  const Bytes bound = quick_bounds(problem).best(), size = footprint(problem.sizes(), out.offsets);
  out.lower_bound = bound;
  if (size <= bound) return out;
  PlanOptions direct_options = options;
  if (direct_options.iterations == 0) direct_options.iterations = iterations_for(problem);
  auto direct = unless_memory_runs_out([&] { return kSearch.run(problem, direct_options, task); });
  if (!direct) return out;
  out.lower_bound = std::max(bound, direct->lower_bound);
  if (footprint(problem.sizes(), direct->offsets) < size) {
    out.offsets = std::move(direct->offsets);
    out.remark = "planned directly; planned leaf by leaf it takes " + grouped_digits(size.count) + " bytes";
  }
  return out;
}

}  // namespace

constexpr LayoutStrategy kRoamLayout{
    .id = "roam",
    .title = "ROAM",
    .description = "Plans parts of a training step one by one and stacks them, or plans directly",
    .source = "Shu et al., ROAM: memory-efficient large DNN training via optimized operator ordering and memory layout",
    .improves = true,
    .run = run,
    .limits = {.single_stream = true, .no_groups = true, .no_own_alignment = true, .most_tensors = 100'000}};

}  // namespace stowage
