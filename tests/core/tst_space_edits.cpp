// SPDX-License-Identifier: Apache-2.0
// Memory spaces of a graph that is edited: another space is shown, tensors are put into another one.
#include "core/formats/document.h"
#include "core/insight/edit/edits.h"
#include "tests/support/core_test.h"

namespace {

/// Random tensors in random spaces, some in none; with views and a file's plan.
struct Spaced {
  explicit Spaced(std::uint64_t seed, std::size_t spaces) : graph(random_graph({.seed = seed, .operators = 12})) {
    std::mt19937_64 random(seed);
    for (TensorId t : graph.tensors()) {
      tensors.space.push_back(random() % 7 == 0 ? SpacedTensors::kOutside
                                                : static_cast<std::uint32_t>(random() % spaces));
      tensors.sizes.push_back(tensors.space.back() == SpacedTensors::kOutside ? Bytes{} : graph.size(t));
      tensors.offsets.push_back(Offset{static_cast<std::int64_t>(random() % 1000)});
    }
  }
  Graph graph;
  SpacedTensors tensors;
};

}  // namespace

/// Every tensor has its bytes in its own space, and in no other.
TEST_CASE("a tensor has bytes in one space") {
  for (std::uint64_t seed = 0; seed < rounds(60); ++seed) {
    const Spaced spaced(seed, 3);
    for (std::size_t k = 0; k < 3; ++k) {
      const Graph graph = graph_in_space(spaced.graph, spaced.tensors, k);
      REQUIRE_EQ(graph.operator_count(), spaced.graph.operator_count());
      for (TensorId t : graph.tensors())
        REQUIRE_EQ(graph.size(t), spaced.tensors.space[t.index()] == k ? spaced.graph.size(t) : Bytes{});
    }
  }
}

/// What is edited in one space is there when it is shown again, and the others are as they were.
TEST_CASE("edits stay while another space is shown") {
  for (std::uint64_t seed = 0; seed < rounds(60); ++seed) {
    const Spaced spaced(seed, 3);
    const std::size_t shown = seed % 3, other = (seed + 1) % 3;
    const Graph before = graph_in_space(spaced.graph, spaced.tensors, shown);
    const TensorId changed(seed % before.tensor_count());
    const auto edited = must(set_sizes(before, std::vector{changed}, Bytes{123'457}));
    const SpacedTensors all = with_edits(spaced.tensors, edited.graph, shown);
    const Graph there = graph_in_space(edited.graph, all, other);
    for (TensorId t : there.tensors())
      REQUIRE_EQ(there.size(t),
                 spaced.tensors.space[t.index()] == other && t != changed ? spaced.tensors.sizes[t.index()] : Bytes{});
    const Graph back = graph_in_space(there, with_edits(all, there, other), shown);
    for (TensorId t : back.tensors()) REQUIRE_EQ(back.size(t), edited.graph.size(t));
    // A tensor that came from elsewhere has no offset in the file's plan of this space.
    const bool came = spaced.tensors.space[changed.index()] != shown;
    REQUIRE_EQ(plan_in_space(back, all, shown).has_value(), !came);
  }
}

TEST_CASE("tensors are put into another space") {
  for (std::uint64_t seed = 0; seed < rounds(60); ++seed) {
    const Spaced spaced(seed, 3);
    std::vector<TensorId> moved;
    for (TensorId t : spaced.graph.tensors())
      if (t.index() % 4 == seed % 4) moved.push_back(t);
    const auto now = moved_to_space(spaced.tensors, spaced.graph, moved, 2);
    const bool all_there = std::ranges::all_of(moved, [&](TensorId t) { return spaced.tensors.space[t.index()] == 2; });
    REQUIRE_EQ(now.has_value(), !all_there);
    if (!now) continue;
    for (TensorId t : spaced.graph.tensors()) {
      const bool goes = std::ranges::find(moved, t) != moved.end();
      REQUIRE_EQ(now->space[t.index()], goes ? 2U : spaced.tensors.space[t.index()]);
    }
    // The file says nothing of its new place; its plans of the other spaces hold for what stayed.
    REQUIRE(!plan_in_space(graph_in_space(spaced.graph, *now, 2), *now, 2));
    for (const std::size_t k : {0U, 1U}) {
      const auto plan = must(plan_in_space(graph_in_space(spaced.graph, *now, k), *now, k));
      for (TensorId t : spaced.graph.tensors())
        if (now->space[t.index()] == k) REQUIRE_EQ(plan.offsets[t.index()], spaced.tensors.offsets[t.index()]);
    }
  }
}

/// A view moves with its owner and the other views of it, and is a view there.
TEST_CASE("what shares bytes moves together") {
  const Graph graph = graph_of("op a b; t x 100 : -> a; t v 60 : a -> b; t w 40 : a -> b; t y 50 : b ->");
  SpacedTensors tensors{.space = {0, 0, 0, 0}, .sizes = {Bytes{100}, Bytes{60}, Bytes{40}, Bytes{50}}, .offsets = {}};
  const auto named = [&](const char* name) { return graph.find_tensor(name); };
  tensors.views = {{named("v"), named("x"), 0}, {named("w"), named("x"), 60}};
  const auto now = must(moved_to_space(tensors, graph, std::vector{named("v")}, 1));
  for (const char* name : {"x", "v", "w"}) REQUIRE_EQ(now.space[named(name).index()], 1U);
  REQUIRE_EQ(now.space[named("y").index()], 0U);
  const Graph there = graph_in_space(graph, now, 1), left = graph_in_space(graph, now, 0);
  REQUIRE_EQ(there.data().views.size(), 2U);
  REQUIRE(there.is_view(named("w")));
  REQUIRE(left.data().views.empty());
  REQUIRE(!plan_in_space(there, now, 1));  // the file has no plan at all
}

TEST_CASE("what cannot be moved is refused") {
  const Spaced spaced(1, 2);
  REQUIRE(!moved_to_space(spaced.tensors, spaced.graph, {}, 1));
  REQUIRE(!moved_to_space(spaced.tensors, spaced.graph, std::vector{TensorId(spaced.graph.tensor_count())}, 1));
  const auto once = moved_to_space(spaced.tensors, spaced.graph, std::vector{TensorId(0)}, 1);
  const auto& there = once ? *once : spaced.tensors;
  REQUIRE(!moved_to_space(there, spaced.graph, std::vector{TensorId(0)}, 1));
}

/// The file's plans of a real pair of pools, and ours after a tensor was moved, each through the validator.
TEST_CASE("plans of every space are safe") {
  const Document document = document_in(sample_path("two_pools_c_info.json"));
  REQUIRE_EQ(document.spaces.size(), 2U);
  SpacedTensors tensors = *document.spaced;
  for (const bool moved : {false, true}) {
    if (moved) {
      TensorId largest(0);
      for (TensorId t : document.graph->tensors())
        if (document.graph->size(t) > document.graph->size(largest)) largest = t;
      auto now = moved_to_space(with_edits(tensors, *document.graph, document.space), *document.graph,
                                std::vector{largest}, 1 - document.space);
      REQUIRE(now.has_value());
      tensors = *std::move(now);
    }
    for (std::size_t k = 0; k < 2; ++k) {
      const Graph graph = graph_in_space(*document.graph, tensors, k);
      const auto plans = must(make_plans(graph));
      for (const StrategyResult& each : plans.results)
        if (each.plan) REQUIRE(validate(graph, *each.plan)->valid());
      REQUIRE(plans.lower_bound <= plans.best().footprint);
      if (const auto plan = plan_in_space(graph, tensors, k)) REQUIRE(validate(graph, *plan)->valid());
    }
  }
}
