// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/ejection.h"

#include <cmath>
#include <random>

#include "core/base/bits.h"
#include "core/plan/plan.h"

namespace stowage {
namespace {

class Ejection {
 public:
  Ejection(const LayoutProblem& problem, std::span<const Offset> start, Bytes capacity, std::uint64_t seed)
      : problem_(problem),
        engine_(seed),
        capacity_(capacity.count),
        start_(problem.block_count()),
        penalty_(problem.block_count(), 1),
        row_((problem.sizes().size() + 63) / 64) {
    for (Block b = 0; b < start_.size(); ++b) {
      start_[b] = start[problem.block(b)[0].index()].value;
      if (start_[b] + size(b) <= capacity_) continue;
      start_[b] = kOut;
      pool_.push_back(b);
    }
  }

  std::optional<std::vector<Offset>> run(std::uint64_t looks, const Task& task) && {
    for (Block b = 0; b < start_.size(); ++b)
      if (size(b) > capacity_) return std::nullopt;
    while (looks_ < looks && !pool_.empty() && !task.should_stop()) {
      const auto k = static_cast<std::size_t>(engine_() % pool_.size());
      const Block b = std::exchange(pool_[k], pool_.back());
      pool_.pop_back();
      force_in(b);
    }
    if (!pool_.empty()) return std::nullopt;
    std::vector<Offset> out(problem_.sizes().size());
    for (Block b = 0; b < start_.size(); ++b) problem_.write(b, start_[b], out);
    return out;
  }

 private:
  using Block = LayoutProblem::Block;
  static constexpr std::int64_t kOut = -1;

  /// A placed block that keeps another from starting at low < x < high.
  struct Obstacle {
    std::int64_t low, high;
    Block block;
  };
  struct Edge {
    std::int64_t at;
    double weight;
  };

  [[nodiscard]] std::int64_t size(Block b) const { return problem_.block_size(b).count; }

  void find_obstacles(Block b) {
    ++looks_;
    obstacles_.clear();
    for (TensorId t : problem_.block(b)) {
      if (!problem_.occupies(t)) continue;
      const std::int64_t inset = problem_.inset(t), before = inset + problem_.sizes()[t.index()].count;
      problem_.conflicts().unsafe_row(t, row_);
      for_each_bit(row_, [&](std::size_t other) {
        const Block neighbour = problem_.block_of(TensorId(other));
        if (neighbour == b || start_[neighbour] == kOut || !problem_.occupies(TensorId(other))) return;
        const std::int64_t begin = start_[neighbour] + problem_.inset(TensorId(other));
        obstacles_.push_back({begin - before, begin + problem_.sizes()[other].count - inset, neighbour});
      });
    }
  }

  /// The lowest free start within the capacity, or kOut. Leaves the obstacles sorted.
  std::int64_t free_start(Block b) {
    find_obstacles(b);
    std::ranges::sort(obstacles_, {}, &Obstacle::low);
    std::int64_t start = 0;
    for (const Obstacle& obstacle : obstacles_) {
      if (obstacle.low >= start) break;
      start = std::max(start, round_up(obstacle.high, problem_.block_step(b)));
    }
    return start + size(b) <= capacity_ ? start : kOut;
  }

  /// The start, at 0 or on an obstacle, where those in the way have about the least weight; needs obstacles_, sorted.
  std::int64_t cheapest_start(Block b) {
    constexpr double kNoise = 0.2;  // none, half and twice as much give the same on 59 inputs
    lows_.clear();
    highs_.clear();
    for (const Obstacle& obstacle : obstacles_) {
      const double cost = weight(obstacle.block) * (1 + kNoise * random());
      lows_.push_back({obstacle.low, cost});
      highs_.push_back({obstacle.high, cost});
    }
    std::ranges::sort(highs_, {}, &Edge::at);
    std::int64_t best = kOut;
    double least = std::numeric_limits<double>::max();
    double below = 0;  // of the obstacles that begin below; less those passed
    std::size_t low = 0, high = 0;
    const auto look_at = [&](std::int64_t start) {
      for (; low < lows_.size() && lows_[low].at < start; ++low) below += lows_[low].weight;
      for (; high < highs_.size() && highs_[high].at <= start; ++high) below -= highs_[high].weight;
      if (start + size(b) > capacity_ || below >= least) return;
      least = below;
      best = start;
    };
    look_at(0);
    for (const Edge& edge : highs_)
      if (edge.at > 0) look_at(round_up(edge.at, problem_.block_step(b)));
    return best;
  }

  void eject_from(Block b, std::int64_t start) {
    start_[b] = start;
    ejected_.clear();
    for (const Obstacle& obstacle : obstacles_) {
      if (obstacle.low >= start || obstacle.high <= start || start_[obstacle.block] == kOut) continue;
      start_[obstacle.block] = kOut;
      ejected_.push_back(obstacle.block);
    }
  }

  /// By bytes alone, many small blocks, which are as hard to place together, would be ejected for one large block.
  [[nodiscard]] double weight(Block b) const { return penalty_[b] * std::sqrt(static_cast<double>(size(b))); }

  void force_in(Block b) {
    if (const std::int64_t start = free_start(b); start != kOut) {
      start_[b] = start;
      return;
    }
    ++penalty_[b];
    eject_from(b, cheapest_start(b));
    put_back_the_ejected();
  }

  /// Places those that matter most first, about; blocks that find no place go to the pool.
  void put_back_the_ejected() {
    std::vector<std::pair<double, Block>> order;
    for (Block b : ejected_) order.emplace_back(-weight(b) * (0.5 + random()), b);
    std::ranges::sort(order);
    for (const auto& [key, b] : order) {
      const std::int64_t start = free_start(b);
      start_[b] = start;
      if (start == kOut) pool_.push_back(b);
    }
  }

  double random() { return fraction(engine_()); }

  const LayoutProblem& problem_;
  std::mt19937_64 engine_;
  const std::int64_t capacity_;
  std::vector<std::int64_t> start_;  // by block, or kOut
  std::vector<double> penalty_;      // by block; grows with each stay in the pool
  std::vector<Block> pool_, ejected_;
  std::uint64_t looks_ = 0;
  // scratch
  std::vector<std::uint64_t> row_;
  std::vector<Obstacle> obstacles_;
  std::vector<Edge> lows_, highs_;
};

}  // namespace

std::optional<std::vector<Offset>> repaired(const LayoutProblem& problem, std::span<const Offset> start, Bytes capacity,
                                            std::uint64_t looks, const Task& task, std::uint64_t seed) {
  return Ejection(problem, start, capacity, seed).run(looks, task);
}

std::vector<Offset> shrunk(const LayoutProblem& problem, std::span<const Offset> start, Bytes bound,
                           std::uint64_t looks, const Task& task, std::uint64_t seed) {
  constexpr std::int64_t kParts = 4;  // half and twice as many give the same on 59 inputs
  std::vector<Offset> out(start.begin(), start.end());
  for (std::int64_t missing : {kParts, kParts / 2, kParts / 4, std::int64_t{0}}) {
    const std::int64_t most = footprint(problem.sizes(), out).count - 1;
    if (most < bound.count) break;
    const std::int64_t capacity = missing == kParts ? bound.count : most - (most - bound.count) / kParts * missing;
    if (auto found = repaired(problem, out, {capacity}, looks / kParts, task, seed++)) out = *std::move(found);
  }
  return out;
}

}  // namespace stowage
