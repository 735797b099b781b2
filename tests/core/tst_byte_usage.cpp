// SPDX-License-Identifier: Apache-2.0
#include "core/insight/analysis/byte_usage.h"
#include "tests/support/checks.h"
#include "tests/support/graphs.h"
#include "tests/support/planning.h"

using namespace stowage;

namespace {

/// The same by looking at every byte.
void verify_bytes(const ByteUsage& holes, const std::vector<ByteUse>& bytes) {
  std::int64_t count[3] = {}, run = 0, longest = 0, start = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    ++count[static_cast<std::size_t>(bytes[i])];
    run = bytes[i] == ByteUse::free ? run + 1 : 0;
    if (run > longest) longest = run, start = static_cast<std::int64_t>(i) + 1 - run;
  }
  REQUIRE_EQ(holes.free.count, count[0]);
  REQUIRE_EQ(holes.held.count, count[1]);
  REQUIRE_EQ(holes.alive.count, count[2]);
  REQUIRE_EQ(holes.wasted().count, static_cast<std::int64_t>(bytes.size()) - count[2]);
  REQUIRE_EQ(holes.largest.size().count, longest);
  if (longest > 0) REQUIRE_EQ(holes.largest.low.value, start);
  std::int64_t end = 0;
  for (std::size_t i = 0; i < holes.stretches.size(); ++i) {
    const ByteStretch& one = holes.stretches[i];
    REQUIRE_EQ(one.low.value, end);
    REQUIRE((one.high > one.low && (i == 0 || holes.stretches[i - 1].use != one.use)));
    end = one.high.value;
    for (std::int64_t at = one.low.value; at < end; ++at) REQUIRE_EQ(bytes[static_cast<std::size_t>(at)], one.use);
  }
  REQUIRE_EQ(end, static_cast<std::int64_t>(bytes.size()));
}

}  // namespace

/// The picture of the header.
TEST_CASE("the picture") {
  const auto stretch = [](std::int64_t low, std::int64_t high, ByteUse use) { return ByteStretch{{low}, {high}, use}; };
  const std::vector<ByteStretch> used{stretch(28, 31, ByteUse::alive), stretch(0, 11, ByteUse::alive),
                                      stretch(23, 28, ByteUse::held), stretch(17, 23, ByteUse::alive)};
  const ByteUsage holes = byte_usage_between(used, {45});
  REQUIRE_EQ(holes.stretches.size(), std::size_t{6});
  REQUIRE_EQ(holes.alive.count, 20);
  REQUIRE_EQ(holes.held.count, 5);
  REQUIRE_EQ(holes.free.count, 20);
  REQUIRE_EQ(holes.wasted().count, 25);
  REQUIRE(holes.largest == stretch(31, 45, ByteUse::free));
}

TEST_CASE("any stretches against bytes") {
  std::mt19937_64 engine(3);
  const auto below = [&](std::uint64_t n) { return static_cast<std::int64_t>(engine() % n); };
  for (int round = 0; round < 500; ++round) {
    const std::int64_t footprint = below(60);
    std::vector<ByteUse> bytes(static_cast<std::size_t>(footprint), ByteUse::free);
    std::vector<ByteStretch> used;
    for (std::int64_t n = below(8); n > 0; --n) {
      const std::int64_t low = below(70), high = low + below(15);
      const ByteUse use = below(3) == 0 ? ByteUse::held : ByteUse::alive;
      used.push_back({{low}, {high}, use});
      for (std::int64_t at = low; at < std::min(high, footprint); ++at)
        bytes[static_cast<std::size_t>(at)] = std::max(bytes[static_cast<std::size_t>(at)], use);
    }
    verify_bytes(byte_usage_between(used, {footprint}), bytes);
  }
}

/// Every step of real plans.
TEST_CASE("plans against bytes") {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const test::PlanningCase c(
        test::random_graph({.seed = seed, .operators = 16, .streams = 1 + seed % 3, .groups = 1}),
        seed % 2 == 0 ? 1 : 8);
    const Graph& graph = c.graph;
    const auto lives = lifetimes(graph), held = blocked_lifetimes(graph, c.conflicts, lives);
    const Plan plan = c.plan("so.size.best");
    const PlacedPlan placed{graph, lives, plan};
    for (std::size_t step = 0; step < graph.operator_count(); ++step) {
      std::vector<ByteUse> bytes(static_cast<std::size_t>(plan.footprint.count), ByteUse::free);
      for (TensorId t : graph.tensors()) {
        const Lifetime life = lives[t.index()], hold = held.empty() ? life : held[t.index()];
        if (life.empty() || step < hold.begin || step >= hold.end) continue;
        const ByteUse use = step >= life.begin && step < life.end ? ByteUse::alive : ByteUse::held;
        const std::int64_t low = plan.offsets[t.index()].value;
        const std::int64_t size = round_up(graph.size(t).count, plan.alignment.count);
        for (std::int64_t at = low; at < low + size; ++at)
          bytes[static_cast<std::size_t>(at)] = std::max(bytes[static_cast<std::size_t>(at)], use);
      }
      verify_bytes(byte_usage_at(placed, held, step), bytes);
    }
  }
}
