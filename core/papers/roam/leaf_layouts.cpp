// SPDX-License-Identifier: Apache-2.0
#include "core/papers/roam/leaf_layouts.h"

#include <cassert>
#include <tuple>

#include "core/layout/engine/occupancy.h"

namespace stowage::roam {
namespace {

constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

/// By step: the leaf, and whether it is on the way back.
struct StepLeaf {
  std::uint32_t leaf = kNowhere;
  bool back = false;
};

std::vector<StepLeaf> leaves_of_steps(const SubgraphTree& tree, std::span<const std::uint32_t> leaves) {
  std::vector<StepLeaf> out(tree.segments.stages.size());
  for (std::uint32_t k = 0; k < leaves.size(); ++k) {
    const RoamSubgraph& leaf = tree.nodes[leaves[k]];
    for (std::uint32_t s = leaf.forward_steps.begin; s < leaf.forward_steps.end; ++s) out[s] = {k, false};
    for (std::uint32_t s = leaf.backward_steps.begin; s < leaf.backward_steps.end; ++s) out[s] = {k, true};
  }
  assert(std::ranges::none_of(out, [](const StepLeaf& at) { return at.leaf == kNowhere; }));
  return out;
}

/// A temporary that is placed.
struct Placed {
  Lifetime lifetime;
  Interval run;
};

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

/// Largest first, of equals the longest-lived.
void place_temporaries(const LayoutProblem& problem, std::span<const std::size_t> order, const Task& task,
                       LeafLayout& out) {
  std::vector<Placed> placed;
  std::vector<Interval> taken;
  for (std::size_t k : order) {
    if (task.poll(placed.size() + 1, 256)) return;
    const TensorId t = out.tensors[k];
    const Lifetime lifetime = problem.lifetimes()[t.index()];
    const std::int64_t size = problem.sizes()[t.index()].count;
    taken.clear();
    for (const Placed& other : placed)
      if (other.lifetime.overlaps(lifetime)) taken.push_back(other.run);
    out.offsets[k] = best_fit(taken, out.activations, size);
    placed.push_back({lifetime, {out.offsets[k], out.offsets[k] + size}});
  }
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
  const auto steps = leaves_of_steps(tree, leaves);
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
  place_temporaries(problem, temporaries, task, out);
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
