// SPDX-License-Identifier: Apache-2.0
#include "core/papers/papers.h"

#include <iterator>
#include <map>
#include <set>

#include "core/base/text.h"

namespace stowage {
namespace {

constexpr std::int64_t kMiB = std::int64_t{1} << 20;
constexpr std::int64_t kUnit = 512;
constexpr std::int64_t kMaxSmall = kMiB, kSmallSegment = 2 * kMiB;
constexpr std::int64_t kLeastHuge = 10 * kMiB, kLargeSegment = 20 * kMiB, kHugeStep = 2 * kMiB;
constexpr std::int64_t kLargestAlignment = std::int64_t{1} << 44;

class CachingAllocator {
 public:
  /// Offsets will be multiples of `alignment`.
  explicit CachingAllocator(std::int64_t alignment) : unit_(std::lcm(kUnit, alignment)) {}

  /// Returns the start of `size` (> 0) bytes.
  std::int64_t allocate(std::int64_t size) {
    size = round_up(size, unit_);
    const bool small = size <= kMaxSmall;
    Pool& pool = free_[small ? 0 : 1];
    auto at = pool.lower_bound({size, 0});
    if (at == pool.end()) at = pool.insert(reserve(size)).first;
    const auto [room, start] = *at;
    pool.erase(at);
    Block& block = blocks_.at(start);
    block.free = false;
    const std::int64_t rest = room - size;
    if (small ? rest >= unit_ : rest > kMaxSmall) {
      block.size = size;
      blocks_[start + size] = {rest, block.segment, true};
      pool.insert({rest, start + size});
    }
    in_use_ += blocks_.at(start).size;
    most_in_use_ = std::max(most_in_use_, in_use_);
    return start;
  }

  void free(std::int64_t start) {
    auto at = blocks_.find(start);
    in_use_ -= at->second.size;
    at->second.free = true;
    Pool& pool = free_[segments_[at->second.segment] ? 0 : 1];
    if (const auto above = std::next(at); above != blocks_.end()) merge(at, above, pool);
    if (at != blocks_.begin())
      if (const auto below = std::prev(at); merge(below, at, pool)) at = below;
    pool.insert({at->second.size, at->first});
  }

  [[nodiscard]] std::int64_t reserved() const { return reserved_; }
  [[nodiscard]] std::int64_t most_in_use() const { return most_in_use_; }
  /// The ends of the segments, ascending.
  [[nodiscard]] const std::vector<Offset>& segments() const { return ends_; }

 private:
  struct Block {
    std::int64_t size;
    std::size_t segment;
    bool free;
  };
  using Blocks = std::map<std::int64_t, Block>;                  // by start
  using Pool = std::set<std::pair<std::int64_t, std::int64_t>>;  // free blocks: size, start

  /// A new segment for that many bytes: one free block.
  std::pair<std::int64_t, std::int64_t> reserve(std::int64_t size) {
    const bool small = size <= kMaxSmall;
    const std::int64_t segment = small ? kSmallSegment : size < kLeastHuge ? kLargeSegment : round_up(size, kHugeStep);
    const std::int64_t start = reserved_;
    blocks_[start] = {round_up(segment, unit_), segments_.size(), true};
    segments_.push_back(small);
    reserved_ += blocks_.at(start).size;
    ends_.push_back({reserved_});
    return {blocks_.at(start).size, start};
  }

  /// Merges two neighbours if both are free and of one segment; a neighbour that was in the pool leaves it.
  bool merge(Blocks::iterator below, Blocks::iterator above, Pool& pool) {
    if (!below->second.free || !above->second.free || below->second.segment != above->second.segment) return false;
    pool.erase({below->second.size, below->first});
    pool.erase({above->second.size, above->first});
    below->second.size += above->second.size;
    blocks_.erase(above);
    return true;
  }

  std::int64_t unit_;
  Blocks blocks_;
  std::array<Pool, 2> free_;    // small, large
  std::vector<bool> segments_;  // whether it is small
  std::vector<Offset> ends_;    // of segments
  std::int64_t reserved_ = 0, in_use_ = 0, most_in_use_ = 0;
};

/// A block of the problem, from the first of its tensors made to the last released.
struct Request {
  Conflicts::Window window;
  std::uint32_t block;
};

std::vector<Request> requests_of(const LayoutProblem& problem) {
  const auto windows = problem.conflicts().windows();
  std::vector<Request> out;
  for (std::uint32_t b = 0; b < problem.block_count(); ++b) {
    Request request{{Conflicts::kNever, 0}, b};
    for (TensorId t : problem.block(b)) {
      if (!problem.occupies(t)) continue;
      request.window.begin = std::min(request.window.begin, windows[t.index()].begin);
      request.window.end = std::max(request.window.end, windows[t.index()].end);
    }
    if (request.window.begin < request.window.end) out.push_back(request);
  }
  return out;
}

std::string remark(const CachingAllocator& memory) {
  const bool one = memory.segments().size() == 1;
  return "reserves " + grouped_digits(memory.reserved()) + " bytes in " + grouped_digits(memory.segments().size()) +
         (one ? " segment" : " segments") + "; at most " + grouped_digits(memory.most_in_use()) + " are in use";
}

/// `ends`: becomes the ends of the segments.
Result<Layout> replay(const LayoutProblem& problem, const Task& task, std::vector<Offset>& ends) {
  if (problem.alignment().count > kLargestAlignment)
    return tl::unexpected(Error::of(Error::Kind::unsupported, "the allocator takes alignments of up to 2^44 bytes"));
  Layout out{.offsets = problem.all_at_zero()};
  std::vector<Request> made = requests_of(problem), over = made;
  std::ranges::stable_sort(made, {}, [](const Request& r) { return r.window.begin; });
  std::ranges::stable_sort(over, {}, [](const Request& r) { return r.window.end; });
  CachingAllocator memory(problem.alignment().count);
  std::vector<std::int64_t> start(problem.block_count());
  auto next_over = over.begin();
  for (std::size_t k = 0; k < made.size(); ++k) {
    if (task.poll(k)) return tl::unexpected(task.why_stopped());
    const auto& [window, block] = made[k];
    for (; next_over->window.end <= window.begin; ++next_over) memory.free(start[next_over->block]);
    start[block] = memory.allocate(problem.block_size(block).count);
    if (memory.reserved() > kMaxTotalSize.count)
      return tl::unexpected(
          Error::of(Error::Kind::too_large, "rounded up as the allocator does, the sizes exceed 2^60 bytes"));
    problem.write(block, start[block], out.offsets);
  }
  // Blocks that are never needed lie at 0, and have room there.
  for (std::uint32_t b = 0; b < problem.block_count(); ++b)
    if (const std::int64_t size = problem.block_size(b).count; size > memory.reserved())
      memory.free(memory.allocate(size));
  out.remark = remark(memory);
  ends = memory.segments();
  return out;
}

Result<Layout> run_caching(const LayoutProblem& problem, const PlanOptions&, const Task& task) {
  std::vector<Offset> ends;
  return replay(problem, task, ends);
}

std::vector<Offset> segments(const LayoutProblem& problem, const Plan& plan) {
  if (plan.strategy != kCaching.id || !refusal(kCaching, problem).empty()) return {};
  std::vector<Offset> ends;
  const auto again = replay(problem, {}, ends);
  return again && again->offsets == plan.offsets ? ends : std::vector<Offset>();
}

}  // namespace

constexpr LayoutStrategy kCaching{
    .id = "caching",
    .title = StrategyText::tr("Caching allocator"),
    .description =
        StrategyText::tr("Not a plan: simulates an allocator with pools at run time, as frameworks use it today"),
    .source = "PyTorch, CUDACachingAllocator",
    .run = run_caching,
    .segments = segments,
    .limits = {.single_stream = true, .no_own_alignment = true}};

}  // namespace stowage
