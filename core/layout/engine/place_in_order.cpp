// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/place_in_order.h"

#include <array>
#include <atomic>

#include "core/base/parallel.h"
#include "core/layout/engine/place_blocks.h"

namespace stowage {
namespace {

constexpr std::size_t kFewBlocks = 20'000;  // fewer are placed before a second thread is of use
constexpr std::size_t kFewAtOnce = 32;      // blocks take as long as a thread takes to begin

template <Fit fit>
class Run {
 public:
  Run(const LayoutProblem& problem, const Task& task, Bytes most)
      : problem_(problem), task_(task), most_(most.count), occupancy_(problem), offsets_(problem.sizes().size()) {}

  Result<std::vector<Offset>> place_all(std::span<const std::uint32_t> order) && {
    const bool together = order.size() < kFewBlocks;
    for (std::uint32_t b : order) {
      const Occupancy::Half half = together ? Occupancy::Half::both : occupancy_.half_of(b);
      if (half == Occupancy::Half::both) {
        place_waiting();
        place(placers_[0], b);
      } else {
        waiting_[half == Occupancy::Half::second ? 1 : 0].push_back(b);
      }
      if (ended_) break;
    }
    place_waiting();
    if (too_high_) return tl::unexpected(larger_than_asked());
    if (ended_) return tl::unexpected(task_.why_stopped());
    return std::move(offsets_);
  }

 private:
  using Placer = BlockPlacer<OneObject<fit>>;

  void place_waiting() {
    const auto place_half = [this](std::size_t half) {
      for (std::uint32_t b : waiting_[half]) place(placers_[half], b);
      waiting_[half].clear();
    };
    if (std::min(waiting_[0].size(), waiting_[1].size()) > kFewAtOnce) return parallel_for(2, place_half);
    place_half(0);
    place_half(1);
  }

  void place(Placer& placer, std::uint32_t b) {
    if (ended_ || (b % 64 == 0 && task_.should_stop())) {
      ended_ = true;
      return;
    }
    const std::int64_t start = placer.place(b);
    problem_.write(b, start, offsets_);
    if (start > most_ - problem_.block_size(b).count) too_high_ = ended_ = true;
  }

  const LayoutProblem& problem_;
  const Task& task_;
  std::int64_t most_;
  Occupancy occupancy_;
  std::array<Placer, 2> placers_{Placer(occupancy_, OneObject<fit>()), Placer(occupancy_, OneObject<fit>())};
  std::array<std::vector<std::uint32_t>, 2> waiting_;  // by half, in order
  std::vector<Offset> offsets_;
  std::atomic<bool> ended_ = false, too_high_ = false;
};

/// Where the block starts if its tensors lie as wanted; negative where it cannot.
std::int64_t wanted_start(const LayoutProblem& problem, std::uint32_t b, std::span<const Offset> wanted) {
  const auto block = problem.block(b);
  const auto known = std::ranges::find_if(block, [&](TensorId t) { return wanted[t.index()] >= Offset{}; });
  if (known == block.end()) return -1;
  const std::int64_t start = wanted[known->index()].value - problem.inset(*known);
  const bool fits = start % problem.block_step(b) == 0 && start <= kMaxTotalSize.count - problem.block_size(b).count;
  return fits ? start : -1;
}

}  // namespace

Result<std::vector<Offset>> place_in_order(const LayoutProblem& problem, std::span<const std::uint32_t> order, Fit fit,
                                           const Task& task, Bytes most) {
  return fit == Fit::best ? Run<Fit::best>(problem, task, most).place_all(order)
                          : Run<Fit::first>(problem, task, most).place_all(order);
}

Result<std::vector<Offset>> place_near(const LayoutProblem& problem, std::span<const Offset> wanted, const Task& task) {
  std::vector<Offset> out(wanted.size());
  Occupancy occupancy(problem);
  FreeStarts free(occupancy);
  BlockPlacer placer(occupancy, OneObject<Fit::first>());
  std::vector<std::uint32_t> others;
  std::size_t count = 0;
  for (std::uint32_t b : block_order(problem, Sort::size)) {
    if (task.poll(count++, 256)) return tl::unexpected(task.why_stopped());
    const std::int64_t start = wanted_start(problem, b, wanted);
    const bool occupies = std::ranges::any_of(problem.block(b), [&](TensorId t) { return problem.occupies(t); });
    if (start < 0 || (occupies && !free.may_start(b, start))) {
      others.push_back(b);
      continue;
    }
    occupancy.add(b, start);
    problem.write(b, start, out);
  }
  for (std::uint32_t b : others) {
    if (task.poll(count++, 256)) return tl::unexpected(task.why_stopped());
    problem.write(b, placer.place(b), out);
  }
  return out;
}

}  // namespace stowage
