// SPDX-License-Identifier: Apache-2.0
#include "core/base/bits.h"
#include "core/papers/papers.h"

namespace stowage {
namespace {

using Position = Conflicts::Position;

/// For each place in `order` whether everything before it is over, in every execution, when anything from it on is
/// made: no chain makes a tensor from there on before its last release of a tensor before. Nothing where the task was
/// stopped. O(tensors · chains) time, O(tensors) memory.
Result<std::vector<bool>> resets(const LayoutProblem& problem, std::span<const std::uint32_t> order, const Task& task) {
  const Conflicts& conflicts = problem.conflicts();
  std::vector<bool> out(order.size(), true);
  std::vector<Position> made(order.size());  // by place: the first tensor made from there on, in the chain
  for (std::size_t chain = 0; chain < conflicts.chain_count(); ++chain) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    Position first = Conflicts::kNever;
    for (std::size_t k = order.size(); k-- > 0; made[k] = first)
      for (TensorId t : problem.block(order[k]))
        if (problem.occupies(t) && conflicts.chain(t) == chain) first = std::min(first, conflicts.position(t));
    Position released = 0;
    for (std::size_t k = 0; k < order.size(); ++k) {
      if (made[k] < released) out[k] = false;
      for (TensorId t : problem.block(order[k]))
        if (problem.occupies(t)) released = std::max(released, conflicts.release(t, chain));
    }
  }
  return out;
}

template <bool reset>
Result<Layout> bump(const LayoutProblem& problem, const PlanOptions&, const Task& task) {
  const std::vector<std::uint32_t> order = block_order(problem, Sort::source);
  std::vector<bool> again(order.size(), false);
  if (reset) {
    STOWAGE_TRY(again, resets(problem, order, task));
  }
  Layout out{.offsets = problem.all_at_zero()};
  std::int64_t top = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (task.poll(k)) return tl::unexpected(task.why_stopped());
    if (again[k]) top = 0;
    top = round_up(top, problem.block_step(order[k]));
    problem.write(order[k], top, out.offsets);
    top += problem.block_size(order[k]).count;
  }
  return out;
}

// Each item is twice in the matching: as *taker* j, and as *giver* i. Taking costs max(0, size[j] - size[i]); opening a
// chain, size[j]. Prices keep all reduced costs, cost - paid[j] - price[i], at 0 or more, and at 0 where i is matched
// to j; then the nearest free giver, or the nearest taker that had better open a chain, ends the path that adds least
// (Dijkstra's algorithm, since nothing is negative). Afterwards prices move by how much nearer than that end each is.

constexpr std::int64_t kFar = std::int64_t{1} << 61;

/// The inputs of relax(), by which a taker offers itself to open givers: the least `distance`, and `from` which taker.
struct Offers {
  const std::int64_t* size;
  const std::int64_t* price;
  const std::uint8_t* allowed;  // by giver: to this taker
  const std::int64_t* open;     // 0, or kFar of a giver that is settled
};

STOWAGE_VECTORISED void relax(const Offers& offers, std::int64_t taker, std::int64_t base, std::size_t count,
                              std::int64_t* __restrict distance, std::int64_t* __restrict from) {
  const std::int64_t own = offers.size[taker];
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t grown = std::max<std::int64_t>(0, own - offers.size[i]);
    const std::int64_t barred = (offers.allowed[i] != 0 ? 0 : kFar) | offers.open[i];
    const std::int64_t way = barred != 0 ? kFar : base + grown - offers.price[i];
    const bool nearer = way < distance[i];
    from[i] = nearer ? taker : from[i];
    distance[i] = nearer ? way : distance[i];
  }
}

STOWAGE_VECTORISED std::int64_t least(const std::int64_t* values, std::size_t count) {
  std::int64_t out = kFar;
  for (std::size_t i = 0; i < count; ++i) out = std::min(out, values[i]);
  return out;
}

class Matching {
 public:
  Matching(std::span<const std::int64_t> size, std::span<const std::uint8_t> allowed)
      : size_(size),
        allowed_(allowed),
        paid_(size.size()),
        price_(size.size()),
        taker_(size.size(), Reuse::kNone),
        giver_(size.size(), Reuse::kNone),
        distance_(size.size()),
        from_(size.size()),
        open_(size.size()) {}

  /// False where the task was stopped.
  bool add(std::uint32_t newcomer, const Task& task, std::vector<ReusePath>* paths) {
    std::ranges::fill(distance_, kFar);
    std::ranges::fill(open_, 0);
    reached_.clear();
    settled_.clear();
    std::int64_t nearest = kFar;                       // end of the path
    std::uint32_t opens = Reuse::kNone, free = opens;  // a taker that opens a chain, or a giver that was free
    for (Visit visit{newcomer, 0}; visit.item != Reuse::kNone;) {
      if (task.should_stop()) return false;
      reached_.push_back(visit);
      const std::int64_t base = visit.distance - paid_[visit.item];
      if (base + size_[visit.item] < nearest) {
        nearest = base + size_[visit.item];
        opens = visit.item;
      }
      const std::uint8_t* allowed = allowed_.data() + visit.item * size_.size();
      relax({size_.data(), price_.data(), allowed, open_.data()}, visit.item, base, size_.size(), distance_.data(),
            from_.data());
      visit = settle_next(nearest, free);
    }
    reprice(nearest);
    if (paths != nullptr) paths->push_back({newcomer, free == Reuse::kNone ? opens : Reuse::kNone, {}, nearest});
    follow_back(newcomer, opens, free, paths != nullptr ? &paths->back().takes : nullptr);
    return true;
  }

  [[nodiscard]] Reuse result() const {
    Reuse out{giver_, 0};
    for (std::size_t j = 0; j < size_.size(); ++j)
      out.cost += giver_[j] == Reuse::kNone ? size_[j] : std::max<std::int64_t>(0, size_[j] - size_[giver_[j]]);
    return out;
  }

 private:
  struct Visit {
    std::uint32_t item;
    std::int64_t distance;
  };

  /// Settles the nearest giver if it is nearer than `nearest`; its taker is to be visited next. None where the path
  /// has come to its end, at `free` where that is a giver.
  Visit settle_next(std::int64_t& nearest, std::uint32_t& free) {
    const std::int64_t distance = least(distance_.data(), distance_.size());
    if (distance >= nearest) return {Reuse::kNone, 0};
    const auto giver = static_cast<std::uint32_t>(std::ranges::find(distance_, distance) - distance_.begin());
    settled_.push_back({giver, distance});
    distance_[giver] = kFar;
    open_[giver] = kFar;
    if (taker_[giver] != Reuse::kNone) return {taker_[giver], distance};
    nearest = distance;
    free = giver;
    return {Reuse::kNone, 0};
  }

  void reprice(std::int64_t nearest) {
    for (const Visit& taker : reached_) paid_[taker.item] += nearest - taker.distance;
    for (const Visit& giver : settled_) price_[giver.item] -= nearest - giver.distance;
  }

  /// Goes back from the end of the path: each taker moves on to the giver that it offered for.
  void follow_back(std::uint32_t newcomer, std::uint32_t opens, std::uint32_t free,
                   std::vector<ReusePath::Take>* takes) {
    std::uint32_t giver = free;
    if (free == Reuse::kNone) {
      giver = giver_[opens];
      giver_[opens] = Reuse::kNone;
      if (opens == newcomer) return;
    }
    for (;;) {
      const auto taker = static_cast<std::uint32_t>(from_[giver]);
      const std::uint32_t left = giver_[taker];
      giver_[taker] = giver;
      taker_[giver] = taker;
      if (takes != nullptr) takes->push_back({taker, giver});
      if (taker == newcomer) return;
      giver = left;
    }
  }

  std::span<const std::int64_t> size_;
  std::span<const std::uint8_t> allowed_;
  std::vector<std::int64_t> paid_, price_;    // by taker, by giver
  std::vector<std::uint32_t> taker_, giver_;  // of each giver, of each taker
  // of the path being looked for
  std::vector<std::int64_t> distance_, from_, open_;  // by giver
  std::vector<Visit> reached_, settled_;              // takers, givers
};

constexpr std::size_t kMaxTensors = 4000;

/// flags[i] = 0 where releases[i] > position.
STOWAGE_VECTORISED void clear_unreleased(const Position* releases, Position position, std::size_t count,
                                         std::uint8_t* flags) {
  for (std::size_t i = 0; i < count; ++i)
    flags[i] = static_cast<std::uint8_t>(flags[i] & static_cast<std::uint8_t>(releases[i] <= position));
}

bool keeps_bytes(const LayoutProblem& problem, std::size_t b) {
  return std::ranges::any_of(problem.block(b), [&](TensorId t) { return problem.occupies(t); });
}

Result<Layout> run_mincost_flow(const LayoutProblem& problem, const PlanOptions&, const Task& task) {
  return shared_objects(problem, task).map([&](const Reuse& reuse) { return Layout{stack_objects(problem, reuse)}; });
}

}  // namespace

constexpr LayoutStrategy kBump{
    .id = "bump",
    .title = StrategyText::tr("Bump"),
    .description = StrategyText::tr("Each block on top of the block before; nothing is reused"),
    .source = "Levental, MemoMalloc, chapter 1, section 3",
    .run = bump<false>};

constexpr LayoutStrategy kBumpReset{
    .id = "bump.reset",
    .title = StrategyText::tr("Bump with resets"),
    .description =
        StrategyText::tr("Each block on top of the block before; starts at 0 again when no earlier block is alive"),
    .source = "Levental, MemoMalloc, chapter 1, section 3, and its implementation",
    .run = bump<true>};

Result<Reuse> cheapest_reuse(std::span<const std::int64_t> size, std::span<const std::uint8_t> allowed,
                             const Task& task, std::vector<ReusePath>* paths) {
  assert(allowed.size() == size.size() * size.size());
  Matching matching(size, allowed);
  auto order = numbers_below<std::uint32_t>(size.size());  // large ones first: few of them have to give way
  std::ranges::stable_sort(order, std::greater<>(), [&](std::uint32_t j) { return size[j]; });
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (!matching.add(order[k], task, paths)) return tl::unexpected(task.why_stopped());
    task.report(static_cast<double>(k + 1) / static_cast<double>(order.size()));
  }
  return matching.result();
}

std::vector<Offset> stack_objects(const LayoutProblem& problem, const Reuse& reuse) {
  std::vector<Offset> out = problem.all_at_zero();
  std::vector<std::uint32_t> next(reuse.of.size(), Reuse::kNone);
  for (std::uint32_t b = 0; b < reuse.of.size(); ++b)
    if (reuse.of[b] != Reuse::kNone) next[reuse.of[b]] = b;
  std::int64_t top = 0;
  for (std::uint32_t root = 0; root < reuse.of.size(); ++root) {
    if (reuse.of[root] != Reuse::kNone || !keeps_bytes(problem, root)) continue;
    std::int64_t end = top;
    for (std::uint32_t b = root; b != Reuse::kNone; b = next[b]) {
      const std::int64_t start = round_up(top, problem.block_step(b));
      problem.write(b, start, out);
      end = std::max(end, start + problem.block_size(b).count);
    }
    top = end;
  }
  return out;
}

Result<Reuse> shared_objects(const LayoutProblem& problem, const Task& task, std::vector<ReusePath>* paths) {
  const Conflicts& conflicts = problem.conflicts();
  std::vector<std::uint32_t> blocks;  // those that keep bytes from others
  std::vector<std::int64_t> sizes;
  for (std::uint32_t b = 0; b < problem.block_count(); ++b) {
    if (!keeps_bytes(problem, b)) continue;
    blocks.push_back(b);
    sizes.push_back(problem.block_size(b).count);
  }
  const std::size_t n = blocks.size();
  // [chain][item]: when the block as a whole is over.
  std::vector<std::vector<Position>> releases(conflicts.chain_count(), std::vector<Position>(n));
  for (std::size_t chain = 0; chain < releases.size(); ++chain)
    for (std::size_t i = 0; i < n; ++i)
      for (TensorId t : problem.block(blocks[i]))
        if (problem.occupies(t)) releases[chain][i] = std::max(releases[chain][i], conflicts.release(t, chain));
  // [j][i]: all tensors of item i are before all of item j.
  std::vector<std::uint8_t> allowed(n * n, 1);
  for (std::size_t j = 0; j < n; ++j) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    for (TensorId t : problem.block(blocks[j]))
      if (problem.occupies(t))
        clear_unreleased(releases[conflicts.chain(t)].data(), conflicts.position(t), n, allowed.data() + j * n);
  }
  STOWAGE_TRY(const Reuse found, cheapest_reuse(sizes, allowed, task, paths));
  if (paths != nullptr)  // items are blocks to the caller
    for (ReusePath& path : *paths) {
      path.added = blocks[path.added];
      if (path.opens != Reuse::kNone) path.opens = blocks[path.opens];
      for (auto& [taker, giver] : path.takes) taker = blocks[taker], giver = blocks[giver];
    }
  Reuse out{std::vector<std::uint32_t>(problem.block_count(), Reuse::kNone), found.cost};
  for (std::size_t i = 0; i < n; ++i)
    if (found.of[i] != Reuse::kNone) out.of[blocks[i]] = blocks[found.of[i]];
  return out;
}

constexpr LayoutStrategy kMincostFlow{
    .id = "mincost-flow",
    .title = StrategyText::tr("Minimum-cost flow"),
    .description = StrategyText::tr(
        "Objects that each hold one block at a time; a cheapest matching decides which block follows which"),
    .source = "Lee et al., On-Device Neural Net Inference with Mobile GPUs; Levental, MemoMalloc, chapter 1, section 3",
    .run = run_mincost_flow,
    .limits = {.most_tensors = kMaxTensors}};

}  // namespace stowage
