// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/papers/papers.h"
#include "tests/support/core_test.h"

namespace {

constexpr std::int64_t kMiB = 1 << 20;

Result<Plan> plan_of(const Graph& graph, std::int64_t alignment = 1) {
  const PlanningCase c(graph, alignment);
  auto plan = make_plan(*find_layout_strategy("caching"), c.problem);
  if (plan && !validate(graph, *plan)->valid()) throw std::runtime_error("the plan is not valid");
  return plan;
}

std::vector<std::int64_t> offsets_of(const Plan& plan) {
  return numbers(plan.offsets);
}

/// The allocator in the plainest way: every byte range of every segment in a list, looked through from the start.
class PlainAllocator {
 public:
  std::int64_t allocate(std::int64_t size) {
    size = std::max<std::int64_t>(512, (size + 511) / 512 * 512);
    const bool small = size <= kMiB;
    std::size_t best = ranges_.size();
    for (std::size_t k = 0; k < ranges_.size(); ++k)
      if (ranges_[k].free && ranges_[k].small == small && ranges_[k].size >= size &&
          (best == ranges_.size() || ranges_[k].size < ranges_[best].size))
        best = k;
    if (best == ranges_.size()) {
      const std::int64_t room = small              ? 2 * kMiB
                                : size < 10 * kMiB ? 20 * kMiB
                                                   : (size + 2 * kMiB - 1) / (2 * kMiB) * (2 * kMiB);
      ranges_.push_back({end_, room, segments_++, small, true});
      end_ += room;
    }
    ranges_[best].free = false;
    const std::int64_t rest = ranges_[best].size - size;
    if (rest >= 512 && (small || rest > kMiB)) {
      Range upper = ranges_[best];
      ranges_[best].size = size;
      upper.start += size, upper.size = rest, upper.free = true;
      ranges_.insert(ranges_.begin() + static_cast<std::ptrdiff_t>(best) + 1, upper);
    }
    return ranges_[best].start;
  }
  void free(std::int64_t start) {
    std::ranges::find(ranges_, start, &Range::start)->free = true;
    for (std::size_t k = 0; k + 1 < ranges_.size();) {
      Range &a = ranges_[k], &b = ranges_[k + 1];
      if (a.free && b.free && a.segment == b.segment) {
        a.size += b.size;
        ranges_.erase(ranges_.begin() + static_cast<std::ptrdiff_t>(k) + 1);
      } else {
        ++k;
      }
    }
  }
  [[nodiscard]] std::int64_t reserved() const { return end_; }

 private:
  struct Range {
    std::int64_t start, size;
    int segment;
    bool small, free;
  };
  std::vector<Range> ranges_;  // by start
  std::int64_t end_ = 0;
  int segments_ = 0;
};

/// Step by step: what is over is given back, by end and then by row, then what begins is asked for, by row.
std::vector<std::int64_t> replay(const Intervals& rows, std::int64_t& reserved) {
  PlainAllocator memory;
  std::vector<std::int64_t> out(rows.size());
  for (std::uint32_t step = 0; step < 1000; ++step) {
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (rows[i].end == step && rows[i].size > 0) memory.free(out[i]);
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (rows[i].begin == step && rows[i].size > 0) out[i] = memory.allocate(rows[i].size);
  }
  reserved = memory.reserved();
  return out;
}

/// Sizes around all the thresholds.
Intervals thresholds(std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  constexpr std::int64_t kLarge = 10 * kMiB;
  constexpr std::int64_t kSizes[] = {0,          1,         511,      512,      513,      200'000,      kMiB - 512,
                                     kMiB - 1,   kMiB,      kMiB + 1, 3 * kMiB, 9 * kMiB, kLarge - 512, kLarge,
                                     kLarge + 1, 19 * kMiB, 31 * kMiB};
  Intervals rows = random_intervals(seed, 60);
  for (auto& row : rows) row.size = kSizes[engine() % std::size(kSizes)];
  return rows;
}

}  // namespace

/// A small segment of 2 MiB is filled from below, a freed block is taken again, and a new one is reserved beyond it.
TEST_CASE("a small pool by hand") {
  const auto plan = plan_of(intervals(
      {{"a", 700, 0, 2}, {"b", 1, 0, 9}, {"c", 1024, 2, 5}, {"d", 500, 3, 4}, {"e", kMiB, 3, 4}, {"f", kMiB, 3, 4}}));
  REQUIRE_EQ(offsets_of(*plan), (std::vector<std::int64_t>{0, 1024, 0, 1536, 2048, 2 * kMiB}));
  REQUIRE_EQ(plan->footprint.count, 3 * kMiB);
  REQUIRE_EQ(plan->remark, says("4,194,304 2 2,099,200"));
}

/// The ends of what it reserves; of a plan with other offsets, or another name, nothing is known.
TEST_CASE("segments of its own plans") {
  const PlanningCase c(intervals({{"a", 700, 0, 4}, {"b", 9 * kMiB, 0, 3}, {"c", 12 * kMiB, 1, 4}}));
  const LayoutProblem& problem = c.problem;
  Plan plan = c.plan("caching");
  REQUIRE_EQ(kCaching.segments(problem, plan), (std::vector<Offset>{{2 * kMiB}, {22 * kMiB}, {34 * kMiB}}));
  plan.offsets[0].value += 512;
  REQUIRE(kCaching.segments(problem, plan).empty());
  REQUIRE(kCaching.segments(problem, c.plan("so.size.best")).empty());
}

/// 9 MiB come from a segment of 20 MiB, whose rest of 11 MiB is too small for 12; a rest of up to 1 MiB is not split
/// off, so that 19.5 MiB of 20 are in use whole.
TEST_CASE("a large pool by hand") {
  const auto plan = plan_of(intervals(
      {{"a", 9 * kMiB, 0, 3}, {"b", 12 * kMiB, 1, 4}, {"c", 10 * kMiB + kMiB / 2, 2, 4}, {"d", kMiB / 4, 2, 4}}));
  REQUIRE_EQ(offsets_of(*plan), (std::vector<std::int64_t>{0, 20 * kMiB, 9 * kMiB, 32 * kMiB}));
  REQUIRE_EQ(plan->remark, says(grouped_digits(34 * kMiB) + " 3 " + grouped_digits(20 * kMiB + 12 * kMiB + kMiB / 4)));
}

/// Neighbours that were given back become one block again, in every order of giving back.
TEST_CASE("what is freed is joined") {
  for (const auto& ends : {std::array{2, 3, 4}, {2, 4, 3}, {3, 2, 4}, {3, 4, 2}, {4, 2, 3}, {4, 3, 2}}) {
    Intervals rows = {{"whole", 2 * kMiB + 1, 5, 6}};
    for (int k = 0; k < 3; ++k)
      rows.push_back({std::string(1, static_cast<char>('a' + k)), 6 * kMiB, 0, static_cast<std::uint32_t>(ends[k])});
    rows.push_back({"all", 19 * kMiB, 6, 7});
    REQUIRE_EQ(offsets_of(*plan_of(intervals(rows))), (std::vector<std::int64_t>{0, 0, 6 * kMiB, 12 * kMiB, 0}));
  }
}

TEST_CASE("as the plainest way does it") {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Intervals rows = thresholds(seed);
    std::int64_t reserved = 0;
    const auto expected = replay(rows, reserved);
    const auto plan = plan_of(intervals(rows));
    REQUIRE_MESSAGE(offsets_of(*plan) == expected, text("seed ", seed));
    REQUIRE_EQ(plan->remark, says(grouped_digits(reserved)));
  }
}

/// A group is one allocation; what it does not know is refused.
TEST_CASE("groups and alignments") {
  const char* ops = "op a b c @0\n";
  const auto grouped = plan_of(
      graph_of(std::string(ops) + "t x 512 : a -> b\nt y 300 : b -> c\nt z 100 : b -> c\nt w 512 : c\ngroup y x"));
  REQUIRE_EQ(offsets_of(*grouped), (std::vector<std::int64_t>{300, 0, 1024, 1536}));
  for (std::int64_t alignment : {2, 48, 4096}) {
    const auto plan = plan_of(graph_of(std::string(ops) + "t x 1 : a -> c\nt y 1 : b -> c"), alignment);
    REQUIRE_EQ(plan->offsets[1].value, std::lcm<std::int64_t>(512, alignment));
  }
  // Tensors that nobody needs lie somewhere, too.
  const auto unused = plan_of(graph_of("op a\nt x 7 : - ->\nt y 9 : - ->\ngroup x y"));
  REQUIRE_EQ(unused->footprint, Bytes{16});
  REQUIRE_EQ(unused->remark, says("2,097,152 1"));
  const auto apart = plan_of(graph_of("op a @0 b @1\nt x 1 : a\nt y 1 : b"));
  REQUIRE((!apart && apart.error().text().find("single stream") != std::string::npos));
}
