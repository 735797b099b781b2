// SPDX-License-Identifier: Apache-2.0
// The validator, on graphs with views and in-place pairs: drawn by hand, and against a definition by brute force.
#include <random>

#include "core/check/bound_check.h"
#include "tests/support/checks.h"
#include "tests/support/graphs.h"
#include "tests/support/planning.h"
#include "tests/support/says.h"
#include "tests/support/sharing.h"

using namespace stowage;
using test::graph_of;

namespace {

std::string texts(const Graph& graph, const std::vector<std::int64_t>& offsets) {
  return test::plan_faults(graph, test::plan_at(graph, offsets));
}

}  // namespace

TEST_CASE("a view lies in its owner") {
  const Graph g = graph_of(R"(
      op a
      op b
      op c
      t x 16 : a -> b
      t v 8 : b -> c
      t y 4 : c ->
      t z 4 : a -> b
      view v x 8)");
  REQUIRE_EQ(texts(g, {0, 8, 16, 16}), "");
  REQUIRE_EQ(texts(g, {4, 12, 0, 0}), "");
  REQUIRE_EQ(texts(g, {0, 9, 16, 16}), test::says("\"v\" 9 \"x\" 0 16 8"));
  // The bytes of x are needed as long as v is: for c.
  REQUIRE_EQ(texts(g, {0, 8, 2, 16}), test::says("\"x\" 0 16 \"y\" 2 4"));
  REQUIRE_EQ(texts(g, {0, 8, 16, 9}), test::says("\"x\" 0 16 \"z\" 9 4"));
}

TEST_CASE("bytes begin with the first who writes a part of them") {
  const Graph g = graph_of(R"(
      op a
      op b
      op join
      t early 8 : a -> a
      t part 4 : b -> join
      t whole 8 : join -> !
      view part whole 4)");
  REQUIRE_EQ(texts(g, {0, 4, 0}), "");
  const Graph later = graph_of(R"(
      op a
      op b
      op join
      t early 8 : a -> b
      t part 4 : b -> join
      t whole 8 : join -> !
      view part whole 4)");
  REQUIRE(test::contains(texts(later, {0, 4, 0}), "overlap"));
}

TEST_CASE("in place") {
  const std::string base = R"(
      streams: 0 1
      op a @0
      op p @0
      op c @0
      op other @1
      t x 8 : a -> p OTHER
      t y 8 : p -> c
      t free 8 : c ->
      )";
  const Graph plain = graph_of(test::replaced(base, "OTHER", "") + "over y x");
  REQUIRE_EQ(texts(plain, {0, 0, 8}), "");
  REQUIRE_EQ(texts(plain, {0, 8, 0}), "");
  REQUIRE_EQ(texts(plain, {0, 4, 16}), test::says("\"x\" 0 8 \"y\" 4 8"));
  const Graph shifted = graph_of(test::replaced(base, "OTHER", "") + "over y x -4 2");
  REQUIRE_EQ(texts(shifted, {4, 0, 12}), "");
  REQUIRE_EQ(texts(shifted, {0, 2, 12}), "");
  REQUIRE(test::contains(texts(shifted, {0, 3, 12}), "overlap"));
  REQUIRE(test::contains(texts(shifted, {5, 0, 13}), "overlap"));
  // Another stream may still read x.
  REQUIRE(test::contains(texts(graph_of(test::replaced(base, "OTHER", "other") + "over y x"), {0, 0, 8}), "overlap"));
  REQUIRE(test::contains(texts(graph_of(test::replaced(base, "OTHER", "!") + "over y x"), {0, 0, 8}), "overlap"));
  const Graph must = graph_of(test::replaced(base, "OTHER", "") + "must y x");
  REQUIRE_EQ(texts(must, {0, 0, 8}), "");
  REQUIRE_EQ(texts(must, {0, 8, 0}), test::says("\"y\" 8 8 \"x\" 0 8"));
}

TEST_CASE("offsets from anywhere") {
  const Graph g = graph_of("op a\nop b\nt x 16 : a -> b\nt v 8 : b ->\nt y 8 : b ->\nview v x 8\nmust y x");
  for (const std::int64_t x : {INT64_MIN, std::int64_t{-1}, INT64_MAX})
    for (const std::int64_t v : {INT64_MIN, std::int64_t{0}, INT64_MAX}) {
      Plan plan = test::plan_at(g, {0, 8, 0});
      plan.offsets = {{x}, {v}, {v}};
      REQUIRE(!validate(g, plan).value().valid());
    }
}

/// Offsets drawn among those that views, groups and pairs ask for, and a few beside them.
TEST_CASE("the validator says what the definition says") {
  std::size_t valid = 0, broken = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const Graph g = test::random_sharing(
        {.seed = seed, .operators = 4 + seed % 9, .streams = 1 + seed % 3, .groups = seed % 2, .musts = seed % 5 == 4});
    std::mt19937_64 engine(seed);
    for (int round = 0; round < 20; ++round) {
      const std::int64_t alignment = round % 4 == 3 ? 4 : 1;
      const std::vector<std::int64_t> offsets = test::tempting_offsets(g, alignment, engine());
      const std::vector<std::string> expected = test::sharing_faults(g, offsets, alignment);
      const Validation found = validate(g, test::plan_at(g, offsets, alignment)).value();
      INFO("seed ", seed, ", round ", round);
      REQUIRE_EQ(found.valid(), expected.empty());
      REQUIRE_EQ(found.count, expected.size());
      ++(expected.empty() ? valid : broken);
    }
  }
  REQUIRE(valid > 500);
  REQUIRE(broken > 500);
}

TEST_CASE("a certificate names tensors of which none can lie over another") {
  const Graph g =
      graph_of("op a\nop p\nt x 8 : a -> p\nt y 8 : p ->\nt v 4 : p ->\nt z 8 : a -> p\nview v x\nover y z");
  const auto bound = [&](std::vector<TensorId> tensors) {
    Plan plan = test::plan_at(g, {0, 8, 0, 8});
    plan.bound_tensors = std::move(tensors);
    return proved_bound(g, plan);
  };
  REQUIRE_EQ(bound({TensorId(0), TensorId(1)}).value(), Bytes{16});
  REQUIRE_EQ(bound({TensorId(0), TensorId(3)}).value(), Bytes{16});
  REQUIRE(!bound({TensorId(1), TensorId(3)}).has_value());  // y may lie over z
  REQUIRE(!bound({TensorId(0), TensorId(2)}).has_value());  // v is a view
}
