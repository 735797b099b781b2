// SPDX-License-Identifier: Apache-2.0
#include "core/insight/analysis/byte_usage.h"
#include "tests/support/core_test.h"
#include "tests/support/description.h"
#include "tests/support/durations.h"

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

std::vector<Lifetime> holds_of(const Graph& graph) {
  return blocked_lifetimes(graph, Conflicts::compute(graph).value(), lifetimes(graph));
}

/// The same graph, and a tensor more for each operator: made by it and read by nobody.
Graph with_probes(const Graph& graph) {
  Description out(graph);
  for (const auto& op : out.operators) out.tensors.push_back({"probe " + op.name, op.name, {}, {}, {}, 1});
  return out.build();
}

}  // namespace

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
    const PlanningCase c(random_graph({.seed = seed, .operators = 16, .streams = 1 + seed % 3, .groups = 1}),
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

/// What the words say: the steps whose probe is unsafe with the tensor, without a break around its lifetime.
TEST_CASE("against the definition") {
  std::size_t held = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const Graph graph = random_graph({.seed = seed, .operators = 18, .streams = 2 + seed % 4});
    const Graph probed = with_probes(graph);
    const auto pairs = unsafe_pairs_by_definition(probed);
    const std::set<std::pair<std::size_t, std::size_t>> unsafe(pairs.begin(), pairs.end());
    const auto lives = lifetimes(graph), found = holds_of(graph);
    if (found.empty()) continue;  // all in one line
    for (TensorId t : graph.tensors()) {
      const auto meets = [&](std::size_t step) { return unsafe.contains({t.index(), graph.tensor_count() + step}); };
      Lifetime expected = lives[t.index()];
      if (!expected.empty()) {
        while (expected.end < graph.operator_count() && meets(expected.end)) ++expected.end;
        while (expected.begin > 0 && meets(expected.begin - 1)) --expected.begin;
      }
      const Lifetime hold = found[t.index()];
      REQUIRE((expected.empty() ? hold.empty() : hold == expected));
      held += expected != lives[t.index()];
    }
  }
  REQUIRE(held > 1000);
}

TEST_CASE("nothing on one stream") {
  REQUIRE(holds_of(intervals({{"a", 8, 0, 2}, {"b", 8, 1, 3}})).empty());
  REQUIRE(holds_of(random_graph({.streams = 1})).empty());
  REQUIRE(holds_of(Graph()).empty());
}

/// In the simulated run: whatever starts in a hold makes what is unsafe with the tensor, the operator that ends the
/// hold makes what is not, and tensors that may share memory never live in each other's hold.
TEST_CASE("holds in the simulated run") {
  std::size_t held = 0;
  for (std::uint64_t seed = 0; seed < rounds(150); ++seed) {
    const Graph graph = with_random_durations(random_graph({.seed = seed, .operators = 18, .streams = 2 + seed % 4}),
                                              seed, 1 + 7 * (seed % 3));
    const auto conflicts = must(Conflicts::compute(graph));
    const Timing run = timing_of(graph);
    const std::vector<Interval> lives = lifetimes(graph, run), found = blocked_lifetimes(conflicts, run, lives);
    if (found.empty()) continue;
    const auto pairs = unsafe_pairs_by_definition(with_probes(graph));
    const std::set<std::pair<std::size_t, std::size_t>> unsafe(pairs.begin(), pairs.end());
    for (TensorId t : graph.tensors()) {
      const Interval life = lives[t.index()], hold = found[t.index()];
      if (life.empty()) {  // never needed, or for no time
        REQUIRE(hold.empty());
        continue;
      }
      REQUIRE_EQ(hold.begin, life.begin);
      REQUIRE((hold.end >= life.end && hold.end <= run.makespan));
      held += hold.end > life.end;
      bool ended = hold.end == run.makespan;
      for (OperatorId o : graph.operators()) {
        const bool meets = unsafe.contains({t.index(), graph.tensor_count() + o.index()});
        const std::int64_t start = run.starts[o.index()];
        if (start >= hold.begin && start < hold.end && run.ends[o.index()] > start) REQUIRE(meets);
        ended = ended || (start == hold.end && !meets);
      }
      REQUIRE(ended);
      for (TensorId other : graph.tensors())
        if (other != t && conflicts.before(t, other) && !lives[other.index()].empty())
          REQUIRE(hold.end <= lives[other.index()].begin);
    }
  }
  REQUIRE(held > rounds(300));
}
