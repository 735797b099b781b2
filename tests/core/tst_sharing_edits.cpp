// SPDX-License-Identifier: Apache-2.0
#include <random>

#include "core/formats/document.h"
#include "core/insight/edit/same_graph.h"
#include "core/insight/edit/sharing_edits.h"
#include "tests/support/checks.h"
#include "tests/support/graphs.h"
#include "tests/support/rounds.h"

using namespace stowage;

namespace {

/// b reads x and y and makes z; c reads z.
Graph small() {
  return test::graph_of(R"(
      streams: 0
      op a @0
      op b @0
      op c @0
      t x 64 : a -> b
      t y 16 : a -> b c
      t z 64 : b -> c
    )");
}
const TensorId kX{0}, kY{1}, kZ{2};

std::string refusal(const Result<EditedGraph>& edit) {
  return edit ? std::string() : edit.error().text();
}

}  // namespace

TEST_CASE("a view is made, moved and ended") {
  const Graph graph = small();
  const Graph once = make_view(graph, kY, kX, 8)->graph;
  REQUIRE(once.is_view(kY));
  REQUIRE_EQ(once.owner(kY), kX);
  REQUIRE_EQ(once.inset(kY), 8);
  const Graph moved = make_view(once, kY, kZ, 48)->graph;
  REQUIRE_EQ(moved.owner(kY), kZ);
  REQUIRE_EQ(moved.views().size(), 1u);
  REQUIRE(same_graph(end_view(moved, kY)->graph, graph));
  const Graph chain = make_view(make_view(graph, kX, kZ)->graph, kY, kX, 4)->graph;
  REQUIRE_EQ(chain.owner(kY), kZ);
  REQUIRE_EQ(chain.inset(kY), 4);
}

TEST_CASE("what cannot be a view is refused") {
  const Graph graph = small();
  REQUIRE_FALSE(refusal(make_view(graph, kX, kY)).empty());      // larger
  REQUIRE_FALSE(refusal(make_view(graph, kY, kX, 49)).empty());  // beyond its end
  REQUIRE_FALSE(refusal(make_view(graph, kY, kX, -1)).empty());
  REQUIRE_FALSE(refusal(make_view(graph, kY, kY)).empty());
  REQUIRE_FALSE(refusal(make_view(graph, kY, TensorId(7))).empty());
  const Graph once = make_view(graph, kX, kZ)->graph;
  REQUIRE_FALSE(refusal(make_view(once, kZ, kX)).empty());  // a circle
  REQUIRE_FALSE(refusal(make_view(once, kX, kZ)).empty());  // as it is
  REQUIRE_FALSE(refusal(end_view(graph, kX)).empty());
}

TEST_CASE("a permission is given and taken away") {
  const Graph graph = small();
  const Graph once = permit_in_place(graph, kZ, kX)->graph;
  REQUIRE_EQ(once.in_place().size(), 1u);
  REQUIRE_EQ(once.in_place()[0], (InPlace{.output = kZ, .input = kX}));
  REQUIRE(permit_in_place(once, kZ, kY).has_value());
  REQUIRE(same_graph(forbid_in_place(once, kZ, kX)->graph, graph));
  REQUIRE_FALSE(refusal(permit_in_place(once, kZ, kX)).empty());
  REQUIRE_FALSE(refusal(permit_in_place(graph, kX, kZ)).empty());  // a does not read z
  REQUIRE_FALSE(refusal(permit_in_place(graph, kY, kX)).empty());  // a makes both
  REQUIRE_FALSE(refusal(forbid_in_place(graph, kZ, kX)).empty());
}

/// Nothing that a reader would refuse comes out of an edit.
TEST_CASE("edited graphs are written and read again") {
  std::size_t made = 0;
  for (std::uint64_t seed = 0; seed < test::rounds(100); ++seed) {
    Graph graph = test::random_graph({.seed = seed, .operators = 12, .groups = 2});
    std::mt19937_64 engine(seed);
    const auto any = [&] { return TensorId(engine() % graph.tensor_count()); };
    for (int k = 0; k < 60; ++k) {
      const TensorId a = any(), b = any();
      auto edit = engine() % 2 == 0 ? make_view(graph, a, b, static_cast<std::int64_t>(engine() % 40))
                                    : permit_in_place(graph, a, b);
      if (!edit) continue;
      graph = std::move(edit->graph);
      ++made;
    }
    const auto text = find_format("stowage-graph")->write(graph, nullptr);
    REQUIRE(text.has_value());
    const auto again = read_document(*text, "g.stowage.json");
    REQUIRE(again.has_value());
    REQUIRE(same_graph(*again->graph, graph));
  }
  REQUIRE(made > test::rounds(100));
}
