// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/plan_peak.h"

#include <tuple>

#include "core/layout/engine/place_blocks.h"
#include "core/layout/strategies/strategies.h"

namespace stowage {
namespace {

/// Chooses the smallest gap below the top; without one, the lowest place.
class SmallestGap : public OneObject<Fit::best> {
 public:
  explicit SmallestGap(std::int64_t top) : top_(top) {}
  std::int64_t offer(std::int64_t x, std::int64_t up) {
    x = round_up(x, spec_.step);
    if (up == FreeStarts::kEnd && x + spec_.size <= top_) up = top_ - spec_.size + 1;
    // The last gap must be offered: it is longer than the part of it that counts.
    return OneObject::offer(x, up) == 0 ? 0 : FreeStarts::kAnyLength;
  }

 private:
  std::int64_t top_;
};

/// In how many of the marked steps each tensor lives; by TensorId.
std::vector<std::uint32_t> marked_steps(const LayoutProblem& problem, const std::vector<bool>& marked) {
  std::vector<std::uint32_t> before{0};
  for (bool mark : marked) before.push_back(before.back() + (mark ? 1 : 0));
  std::vector<std::uint32_t> out;
  for (const Lifetime& life : problem.lifetimes())
    out.push_back(life.empty() ? 0 : before[life.end] - before[life.begin]);
  return out;
}

std::vector<TensorId> alive_near_the_peak(const LayoutProblem& problem, double share) {
  const auto alive = curve_of(problem.sizes(), problem.lifetimes(), problem.graph().operator_count());
  const Bytes most = alive.empty() ? Bytes{0} : std::ranges::max(alive);
  std::vector<bool> high;
  for (Bytes bytes : alive) high.push_back(static_cast<double>(bytes.count) >= share * static_cast<double>(most.count));
  const auto steps = marked_steps(problem, high);
  std::vector<TensorId> out;
  for (TensorId t : problem.graph().tensors())
    if (problem.occupies(t) && steps[t.index()] > 0) out.push_back(t);
  return out;
}

void sort_by_life(const LayoutProblem& problem, std::vector<TensorId>& tensors) {
  std::vector<bool> events(problem.graph().operator_count() + 1);
  for (TensorId t : tensors) {
    const Lifetime life = problem.lifetimes()[t.index()];
    events[life.begin] = events[life.end] = true;
  }
  const auto lived = marked_steps(problem, events);
  std::ranges::sort(tensors, std::ranges::greater(), [&](TensorId t) {
    return std::tuple(lived[t.index()], problem.sizes()[t.index()], -std::int64_t(t.index()));
  });
}

}  // namespace

Result<std::vector<Offset>> plan_peak_first(const LayoutProblem& problem, double share, const Task& task) {
  std::vector<TensorId> at_peak = alive_near_the_peak(problem, share);
  sort_by_life(problem, at_peak);
  STOWAGE_TRY(auto offsets, fill_lowest_stretches(problem, at_peak, task));
  Occupancy occupancy(problem);
  std::vector<bool> placed(problem.sizes().size());
  for (TensorId t : at_peak) {
    occupancy.add(t.index(), offsets[t.index()].value);  // without groups, blocks are tensors
    placed[t.index()] = true;
  }
  std::vector<std::uint32_t> others;
  for (std::uint32_t b = 0; b < placed.size(); ++b)
    if (!placed[b]) others.push_back(b);
  std::ranges::stable_sort(others, std::ranges::greater(), [&](std::uint32_t b) {
    const Lifetime life = problem.lifetimes()[b];
    return static_cast<double>(problem.block_size(b).count) * (life.end - life.begin);
  });
  BlockPlacer placer(occupancy, SmallestGap(footprint(problem.sizes(), offsets).count));
  std::size_t count = 0;
  for (std::uint32_t b : others) {
    if (task.poll(count++, 256)) return tl::unexpected(task.why_stopped());
    problem.write(b, placer.place(b), offsets);
  }
  return offsets;
}

}  // namespace stowage
