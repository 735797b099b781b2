// SPDX-License-Identifier: Apache-2.0
#include "core/papers/roam/roam.h"

#include <atomic>
#include <tuple>

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/layout/engine/place_blocks.h"
#include "core/papers/olla/olla.h"
#include "core/papers/papers.h"

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

/// The most bytes of tensors that are unsafe to each other, as far as one look from each tensor finds them: all that
/// are alive when it is made, then the largest others.
std::int64_t unsafe_together(const LayoutProblem& problem, std::vector<TensorId> tensors) {
  const auto size = [&](TensorId t) { return problem.sizes()[t.index()].count; };
  std::ranges::stable_sort(tensors, std::ranges::greater(), size);
  std::int64_t out = 0;
  std::vector<TensorId> together;
  for (const TensorId from : tensors) {
    const auto now = problem.lifetimes()[from.index()].begin;
    const auto is_alive = [&](TensorId t) { return problem.lifetimes()[t.index()].contains(now); };
    const auto is_unsafe = [&](TensorId t) {
      return std::ranges::all_of(together, [&](TensorId other) { return problem.conflicts().unsafe(t, other); });
    };
    together.clear();
    std::ranges::copy_if(tensors, std::back_inserter(together), is_alive);
    for (const TensorId t : tensors)
      if (!is_alive(t) && is_unsafe(t)) together.push_back(t);
    out = std::max(out, std::transform_reduce(together.begin(), together.end(), std::int64_t{0}, std::plus(), size));
  }
  return out;
}

/// Puts tensors where they are wanted, or where there is room.
class Repair {
 public:
  Repair(const LayoutProblem& problem, std::vector<Offset>& offsets)
      : offsets_(offsets), occupancy_(problem), free_(occupancy_), placer_(occupancy_, OneObject<Fit::best>()) {}

  void keep(TensorId t) { occupancy_.add(t.index(), offsets_[t.index()].value); }
  /// Keeps a tensor where it lies if there is room; returns whether there was.
  bool try_to_keep(TensorId t) {
    const bool fits = free_.may_start(t.index(), offsets_[t.index()].value);
    if (fits) keep(t);
    return fits;
  }
  void place(TensorId t) { offsets_[t.index()] = {placer_.place(static_cast<std::uint32_t>(t.index()))}; }

 private:
  std::vector<Offset>& offsets_;
  Occupancy occupancy_;
  FreeStarts free_;
  BlockPlacer<OneObject<Fit::best>> placer_;
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
  LeafLayout out;
  out.tensors = std::move(tensors);
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
  out.top = out.activations;
  std::ranges::stable_sort(temporaries, {}, [&](std::size_t k) { return std::pair(-size(k), shortness(lifetime(k))); });
  std::vector<Interval> taken;
  for (std::size_t n = 0; n < temporaries.size() && !task.poll(n + 1, 256); ++n) {
    const std::size_t k = temporaries[n];
    taken.clear();
    for (std::size_t other : std::span(temporaries).first(n))
      if (problem.conflicts().unsafe(out.tensors[other], out.tensors[k]))
        taken.push_back({out.offsets[other], out.offsets[other] + size(other)});
    out.pairs += taken.size();
    out.offsets[k] = best_fit(taken, out.activations, size(k));
    out.top = std::max(out.top, out.offsets[k] + size(k));
  }
  return out;
}

Result<MipOutcome> solve_leaf(const LayoutProblem& problem, LeafLayout& leaf, std::span<const Home> homes,
                              const SolverChoice& solver, double seconds, const Task& task) {
  std::vector<MipBlock> blocks;
  std::vector<std::size_t> places;  // in the leaf, by block
  std::vector<TensorId> temporaries;
  for (std::size_t k = 0; k < leaf.tensors.size(); ++k)
    if (!homes[leaf.tensors[k].index()].is_activation) {
      blocks.push_back({problem.block_of(leaf.tensors[k])});
      places.push_back(k);
      temporaries.push_back(leaf.tensors[k]);
    }
  const std::int64_t base = leaf.activations;
  STOWAGE_TRY(const auto model,
              MipModel::make(problem, blocks, {unsafe_together(problem, temporaries)}, {leaf.top - base}, task));
  STOWAGE_TRY(MipOutcome found, solve_placement(model, solver, seconds, task));
  leaf.bound = base + found.bound.count;
  if (!found.starts) return found;
  leaf.solved = true;
  leaf.top = base + found.top.count;
  for (std::size_t n = 0; n < places.size(); ++n) leaf.offsets[places[n]] = base + (*found.starts)[n];
  return found;
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

using Index = OrderProblem::Index;
using roam::Role;
using Kind = RoamSubgraph::Kind;

/// By stage: the earliest stage that makes a tensor used in it, and the latest that uses a tensor made in it.
struct Partners {
  static constexpr std::uint32_t kFirst = 0, kLast = std::numeric_limits<std::uint32_t>::max();

  std::vector<std::uint32_t> earliest, latest;

  explicit Partners(std::size_t stage_count = 0) : earliest(stage_count, kLast), latest(stage_count, kFirst) {}
  void add(std::uint32_t from, std::uint32_t to) {
    earliest[to] = std::min(earliest[to], from);
    latest[from] = std::max(latest[from], to);
  }
};

class TreeMaker {
 public:
  TreeMaker(const Graph& graph, std::size_t node_limit, std::vector<RoamLook>* looks)
      : node_limit_(node_limit), looks_(looks) {
    const OrderProblem problem = order_problem(graph);
    const roam::Parts parts = roam::find_parts(graph, problem);
    tree_.segments = roam::find_segments(graph, problem, parts);
    const std::vector<std::uint32_t>& stages = tree_.segments.stages;
    const auto is_trunk = [&](std::size_t o) { return parts.roles[o] == Role::trunk; };
    stage_count_ = turn_ = static_cast<std::uint32_t>(tree_.segments.stage_count());
    for (OperatorId o : graph.operators())
      if (is_trunk(o.index()) && graph.phase(o) == phase::kBackward) turn_ = std::min(turn_, stages[o.index()]);

    counts_.assign(stage_count_ + 1, 0);
    for (std::uint32_t stage : stages) ++counts_[stage + 1];
    std::partial_sum(counts_.begin(), counts_.end(), counts_.begin());

    const auto steps = static_cast<std::uint32_t>(stages.size());
    std::uint32_t after_trunk = steps;  // steps from there on belong to the last segment
    while (after_trunk > 0 && !is_trunk(after_trunk - 1)) --after_trunk;
    first_step_.assign(stage_count_, after_trunk);
    for (std::uint32_t o = after_trunk; o-- > 0;)
      if (is_trunk(o)) first_step_[stages[o]] = o;
    for (std::uint32_t s = stage_count_ - 1; s-- > 0;) first_step_[s] = std::min(first_step_[s], first_step_[s + 1]);
    first_step_[0] = 0;
    first_step_.push_back(steps);

    turning_ = staying_ = Partners(stage_count_);
    for (std::size_t t = 0; t < problem.tensors.size(); ++t) {
      const Index producer = problem.tensors[t].producer;
      if (producer == OrderProblem::kNone) continue;
      for (Index user : problem.users[t])
        if (parts.roles[user] != Role::update)
          (stages[producer] < turn_ && stages[user] >= turn_ ? turning_ : staying_).add(stages[producer], stages[user]);
    }
  }

  SubgraphTree make() && {
    add(Kind::graph, {0, turn_}, {turn_, stage_count_}, 0);
    if (turn_ == stage_count_)
      add_segments();
    else
      add_pairs();
    return std::move(tree_);
  }

 private:
  struct Pair {
    RoamRange forward, backward;
  };

  [[nodiscard]] std::size_t count(RoamRange stages) const {
    return stages.empty() ? 0 : counts_[stages.end] - counts_[stages.begin];
  }
  [[nodiscard]] RoamRange steps(RoamRange stages) const {
    return stages.empty() ? RoamRange{} : RoamRange{first_step_[stages.begin], first_step_[stages.end]};
  }
  void tell(RoamRange forward, RoamRange backward, bool open_there, bool open_back, std::optional<Kind> made) {
    if (looks_ != nullptr)
      looks_->push_back(
          {steps(forward), steps(backward), open_there, open_back, made, count(forward) + count(backward)});
  }
  std::uint32_t add(Kind kind, RoamRange forward, RoamRange backward, std::uint32_t parent) {
    if (kind == Kind::dependent || kind == Kind::segments) tell(forward, backward, false, false, kind);
    const auto node = static_cast<std::uint32_t>(tree_.nodes.size());
    tree_.nodes.push_back(
        {kind, forward, backward, steps(forward), steps(backward), count(forward) + count(backward), parent, {}});
    if (node != parent) tree_.nodes[parent].children.push_back(node);
    return node;
  }

  /// Adds the children of a node, which are listed from the inside.
  void add_all(Kind kind, const std::vector<Pair>& pairs, std::uint32_t parent) {
    for (auto pair = pairs.rbegin(); pair != pairs.rend(); ++pair) {
      const std::uint32_t node = add(kind, pair->forward, pair->backward, parent);
      if (kind == Kind::independent && tree_.nodes[node].operator_count > node_limit_) split(node);
    }
  }

  /// Without a way back: as many segments at a time as the limit allows.
  void add_segments() {
    std::uint32_t begin = 0;
    for (std::uint32_t s = 1; s <= stage_count_; ++s)
      if (s == stage_count_ || count({begin, s + 1}) > node_limit_) {
        if (count({begin, s}) > 0) add(Kind::segments, {begin, s}, {}, 0);
        begin = s;
      }
  }

  /// Insensitive operators are odd stages. The borders, `there` and `back`, belong to the pair.
  void add_pairs() {
    std::int64_t there = turn_ % 2 == 0 ? std::int64_t{turn_} - 1 : std::int64_t{turn_} - 2;
    std::int64_t back = turn_ % 2 == 0 ? std::int64_t{turn_} + 1 : std::int64_t{turn_};
    std::vector<Pair> pairs;
    RoamRange inner{turn_, turn_};  // stages taken already
    Open open(inner);
    while (there >= 1 && back < stage_count_) {
      const RoamRange forward{static_cast<std::uint32_t>(there), inner.begin};
      const RoamRange backward{inner.end, static_cast<std::uint32_t>(back) + 1};
      open.extend(forward, backward, turning_, staying_);
      const bool open_there = open.earliest < forward.begin, open_back = open.latest >= backward.end;
      const bool closed = !open_there && !open_back;
      tell(forward, backward, open_there, open_back, closed ? std::optional(Kind::independent) : std::nullopt);
      if (closed) {
        pairs.push_back({forward, backward});
        inner = {forward.begin, backward.end};
        open = Open(inner);
      }
      if (open_there || !open_back) there -= 2;
      if (open_back || !open_there) back += 2;
    }
    if (inner.begin > 0 || inner.end < stage_count_) {
      pairs.push_back({{0, inner.begin}, {inner.end, stage_count_}});
      tell(pairs.back().forward, pairs.back().backward, false, false, Kind::independent);
    }
    add_all(Kind::independent, pairs, 0);
  }

  /// What a growing pair shares with stages outside: activations, and tensors that bypass the operators on its borders.
  struct Open {
    explicit Open(RoamRange inner) : turned(inner), stayed(inner) {}

    std::uint32_t earliest = Partners::kLast;  ///< of the stages that made something used in the pair
    std::uint32_t latest = Partners::kFirst;   ///< of those that use something made in it
    RoamRange turned, stayed;                  ///< stages that were looked at, from the first to before the last

    void extend(RoamRange forward, RoamRange backward, const Partners& turning, const Partners& staying) {
      while (turned.begin > forward.begin) latest = std::max(latest, turning.latest[--turned.begin]);
      while (turned.end < backward.end) earliest = std::min(earliest, turning.earliest[turned.end++]);
      while (stayed.begin > forward.begin + 1) earliest = std::min(earliest, staying.earliest[--stayed.begin]);
      while (stayed.end + 1 < backward.end) latest = std::max(latest, staying.latest[stayed.end++]);
    }
  };

  /// From the inside outwards, an insensitive operator there and one back at a time, as many as the limit allows.
  void split(std::uint32_t node) {
    const RoamRange forward = tree_.nodes[node].forward, backward = tree_.nodes[node].backward;
    std::vector<Pair> pieces;
    std::uint32_t there = forward.end, back = backward.begin;  // of the piece so far
    std::uint32_t next_there = there, next_back = back;
    const auto cut = [&] {
      if (next_there == there && next_back == back) return;
      pieces.push_back({{next_there, there}, {back, next_back}});
      there = next_there;
      back = next_back;
    };
    while (next_there > forward.begin || next_back < backward.end) {
      const std::uint32_t more_there = earlier_border(next_there, forward.begin);
      const std::uint32_t more_back = later_border(next_back, backward.end);
      if (count({more_there, there}) + count({back, more_back}) > node_limit_) cut();
      next_there = more_there;
      next_back = more_back;
    }
    cut();
    if (pieces.size() > 1) add_all(Kind::dependent, pieces, node);
  }
  /// A piece begins with an insensitive operator there, and ends with one back.
  static std::uint32_t earlier_border(std::uint32_t stage, std::uint32_t least) {
    if (stage <= least + 1) return least;
    return std::max(least, stage - 1 - stage % 2);
  }
  static std::uint32_t later_border(std::uint32_t stage, std::uint32_t most) {
    return std::min(most, stage + 2 - stage % 2);
  }

  std::size_t node_limit_;
  std::vector<RoamLook>* looks_;
  SubgraphTree tree_;
  std::uint32_t stage_count_ = 0, turn_ = 0;  // the first stage of the way back
  Partners turning_, staying_;                // tensors made there and used back, and all others
  std::vector<std::size_t> counts_;           // by stage: operators before it
  /// By stage: the first step of its operators of the trunk, or of those of the next stage that has any.
  std::vector<std::uint32_t> first_step_;
};

constexpr double kShareOfLeaves = 0.9;  // of the time until a deadline: the repair comes after
constexpr double kLeastOfLeaf = 0.1;    // seconds: enough for most leaves

/// "1 leaf", "2 leaves".
std::string counted(std::size_t count, const char* one, const char* many) {
  return grouped_digits(count) + ' ' + (count == 1 ? one : many);
}

/// Lets a solver plan the leaves that leave a choice, side by side, each for its share of the time that is left. Says
/// how it went.
Result<std::string> solve_leaves(const LayoutProblem& problem, std::span<const roam::Home> homes,
                                 std::vector<roam::LeafLayout>& leaves, const SolverChoice& solver, const Task& whole) {
  const Task task = whole.deadline ? whole.share(kShareOfLeaves) : whole.limited_to(kSolverSeconds);
  const auto begin = task.now();
  std::vector<std::size_t> open;
  for (std::size_t k = 0; k < leaves.size(); ++k)
    if (leaves[k].pairs > 0) open.push_back(k);
  std::ranges::stable_sort(open, {}, [&](std::size_t k) { return leaves[k].pairs; });  // the easy ones leave their time
  std::vector<Result<MipOutcome>> found(open.size());
  std::atomic<std::size_t> waiting = open.size();
  parallel_for(open.size(), [&](std::size_t n) {
    roam::LeafLayout& leaf = leaves[open[n]];
    const std::size_t others = waiting;
    const double left = *task.seconds_left();
    const double share = left * static_cast<double>(std::min(worker_count(), others)) / static_cast<double>(others);
    if (!task.should_stop() && left > kLeastSeconds && leaf.pairs <= kMaxMipPairs)
      found[n] = solve_leaf(problem, leaf, homes, solver, std::min(left, std::max(share, kLeastOfLeaf)), task);
    --waiting;
  });
  std::size_t proved = 0, cut_short = 0, unsolved = 0;
  double most_above = 0;
  for (std::size_t n = 0; n < open.size(); ++n) {
    if (!found[n]) return tl::unexpected(found[n].error());
    const roam::LeafLayout& leaf = leaves[open[n]];
    if (!found[n]->starts) {
      ++unsolved;
    } else if (leaf.top == leaf.bound) {
      ++proved;
    } else {
      ++cut_short;
      most_above = std::max(most_above, gap({leaf.top}, {leaf.bound}));
    }
  }
  std::string out = counted(leaves.size(), "leaf", "leaves");
  if (open.empty()) return out + " without a choice";
  out += ", " + grouped_digits(open.size()) + " by " + std::string(solver.solver->id) + " in " +
         fixed_digits(std::chrono::duration<double>(task.now() - begin).count(), 2) + " s: " + grouped_digits(proved) +
         " proved";
  if (cut_short > 0)
    out += ", " + grouped_digits(cut_short) + " cut short at up to " + fixed_digits(100 * most_above, 1) + "%";
  if (unsolved > 0) out += ", " + grouped_digits(unsolved) + " left to best fit";
  return out;
}

Result<Layout> run_roam_layout(const LayoutProblem& problem, const PlanOptions& options, const Task& task) {
  return roam::plan_by_leaves(problem, options, task);
}

}  // namespace

std::vector<std::uint32_t> SubgraphTree::leaves() const {
  std::vector<std::uint32_t> out, open{0};
  while (!open.empty()) {
    const std::uint32_t node = open.back();
    open.pop_back();
    if (nodes[node].is_leaf()) out.push_back(node);
    open.insert(open.end(), nodes[node].children.rbegin(), nodes[node].children.rend());
  }
  return out;
}

SubgraphTree make_subgraph_tree(const Graph& graph, std::size_t node_limit, std::vector<RoamLook>* looks) {
  return TreeMaker(graph, node_limit, looks).make();
}

Result<Layout> roam::plan_by_leaves(const LayoutProblem& problem, const PlanOptions& options, const Task& task,
                                    LeavesTold* told) {
  if (task.should_stop()) return tl::unexpected(task.why_stopped());
  STOWAGE_TRY(const auto solver, choose_solver(options.solver));
  const SubgraphTree tree =
      make_subgraph_tree(problem.graph(), options.node_limit, told != nullptr ? &told->looks : nullptr);
  const auto leaves = tree.leaves();
  const auto homes = roam::find_homes(tree, leaves, problem.lifetimes());
  std::vector<std::vector<TensorId>> tensors(leaves.size());
  for (TensorId t : problem.graph().tensors())
    if (problem.occupies(t)) tensors[homes[t.index()].leaf].push_back(t);
  std::vector<roam::LeafLayout> plans(leaves.size());
  parallel_for(leaves.size(),
               [&](std::size_t k) { plans[k] = plan_leaf(problem, std::move(tensors[k]), homes, task); });
  STOWAGE_TRY(std::string words, solve_leaves(problem, homes, plans, solver, task));
  Layout out{.offsets = concatenate(plans, homes.size())};
  if (told != nullptr) told->leaves = plans, told->stacked = out.offsets;
  STOWAGE_TRY(const std::size_t moved, repair_conflicts(problem, homes, out.offsets, task));
  out.remark = std::move(words) + "; " + counted(moved, "temporary", "temporaries") + " moved";
  return out;
}

constexpr LayoutStrategy kRoamLayout{
    .id = "roam",
    .title = StrategyText::tr("ROAM"),
    .description = StrategyText::tr("Stacks parts of a training step; a solver of integer programs plans each part of "
                                    "up to 50,000 unsafe pairs"),
    .source = "Shu et al., ROAM: memory-efficient large DNN training via optimized operator ordering and memory layout",
    .run = run_roam_layout,
    .limits = {.no_groups = true, .no_own_alignment = true, .most_tensors = 100'000}};

}  // namespace stowage
