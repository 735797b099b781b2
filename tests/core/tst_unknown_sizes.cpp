// SPDX-License-Identifier: Apache-2.0

#include "core/formats/document.h"
#include "core/graph/graph.h"
#include "core/graph/unknown_sizes.h"
#include "core/insight/edit/size_edits.h"
#include "core/papers/tables.h"
#include "core/planning/graph_plans.h"
#include "tests/support/checks.h"
#include "tests/support/graphs.h"
#include "tests/support/outcome.h"

using namespace stowage;

namespace {

/// Of one operator, which makes two tensors; `fields` are those of the first, after its id.
Result<Document> graph_with(const std::string& fields, const std::string& top = {}) {
  return read_document(R"({"format": "stowage-graph", "version": 1, )" + top +
                           R"("nodes": [{"id": "m"}], "tensors": [{"id": "a", )" + fields +
                           R"("producer": "m"}, {"id": "b", "size": 8, "producer": "m"}]})",
                       "g.stowage.json");
}

}  // namespace

TEST_CASE("a graph file says which sizes are unknown") {
  struct Row {
    std::string name, fields;
    bool unknown;
    std::int64_t least;
  };
  const std::vector<Row> rows{
      {"known", R"("size": 7, )", false, 7},
      {"nothing", R"("size": 0, )", false, 0},
      {"null", R"("size": null, )", true, 0},
      {"at least", R"("size": null, "size_at_least": 24, )", true, 24},
      {"the least alone", R"("size_at_least": 24, )", true, 24},
      {"as files said it before", R"("size": 0, "kind": "unknown size", )", true, 0},
      {"a kind is only a word", R"("size": 7, "kind": "unknown size", )", false, 7},
  };
  test::each_row(rows, [&](const Row& row) {
    const Graph graph = *graph_with(row.fields).value().graph;
    for (const Graph& each :
         {graph, *read_document(find_format("stowage-graph")->write(graph, nullptr).value(), "g.json").value().graph}) {
      REQUIRE_EQ(has_unknown_size(each, TensorId(0)), row.unknown);
      REQUIRE_EQ(unknown_sizes(each), row.unknown ? 1u : 0u);
      REQUIRE_EQ(each.size(TensorId(0)), Bytes{row.least});
    }
  });
}

TEST_CASE("a size is missing, or said twice") {
  struct Row {
    std::string name, fields, place;
  };
  const std::vector<Row> rows{{"none", "", "/tensors/0"},
                              {"both", R"("size": 7, "size_at_least": 7, )", "/tensors/0/size_at_least"},
                              {"below 0", R"("size_at_least": -1, )", "/tensors/0/size"}};
  test::each_row(
      rows, [&](const Row& row) { REQUIRE_EQ(test::error_of(graph_with(row.fields)).faults.at(0).place, row.place); });
}

TEST_CASE("a size that is set is known, and one that is scaled is not") {
  const Graph graph = *graph_with(R"("size_at_least": 24, )").value().graph;
  const TensorId a(0);
  const Graph scaled = scale_sizes(graph, {&a, 1}, {2, 1}).value().graph;
  REQUIRE(has_unknown_size(scaled, a));
  REQUIRE_EQ(scaled.size(a), Bytes{48});
  REQUIRE(!has_unknown_size(set_sizes(graph, {&a, 1}, Bytes{24}).value().graph, a));
}

TEST_CASE("a graph file has an alignment, or that of its tensors") {
  REQUIRE_EQ(graph_with(R"("size": 7, )").value().graph->alignment(), Bytes{1});
  REQUIRE_EQ(graph_with(R"("size": 7, )", R"("alignment": 64, )").value().graph->alignment(), Bytes{64});
  const auto csv = read_document("id,lower,upper,size,alignment\na,0,3,100,48\nb,3,9,4,32\nc,1,2,0,1\n", "a.csv");
  REQUIRE_EQ(csv.value().graph->alignment(), Bytes{16});
  const std::string refused_place = graph_with(R"("size": 7, )", R"("alignment": 0, )").error().faults.at(0).place;
  REQUIRE_EQ(refused_place, "/alignment");
}

/// Of every reader: the file says that a tensor is there, and not how large it is.
TEST_CASE("a listing with a type that nobody knows") {
  const auto document = test::must(read_document(
      "module: \"main\"\n@0 = @param:x -> float_type, {1, 4}, {4, 1}\n@1 = relu(@0) -> weird_type, {1, 4}, {4, 1}\n"
      "@2 = tanh(@1) -> float_type, {1, 4}, {4, 1}\n@3 = @return(@2)\n",
      "listing.migraphx.txt"));
  REQUIRE_EQ(unknown_sizes(*document.graph), std::size_t{1});
}

/// Of a graph that leaves something uncounted, no plan is optimal, whoever makes it and whatever it says of itself.
TEST_CASE("what is not counted is told, and proves no plan optimal") {
  REQUIRE(!uncounted(test::one_sync()).any());
  REQUIRE_EQ(uncounted(test::unknown_size()).unknown_sizes, std::size_t{1});
  REQUIRE_EQ(uncounted(test::graph_with_loop()).loops, std::size_t{1});
  REQUIRE(uncounted(test::graph_with_loop()).text().find('1') != std::string::npos);
  Graph::Data nested = test::graph_with_loop().data();
  nested.loops[0] = std::make_shared<const Loop>(Loop{test::unknown_size(), {}});
  REQUIRE_EQ(uncounted(Graph(std::move(nested))).unknown_sizes, std::size_t{1});
  for (const LayoutStrategy& strategy : layout_strategies())
    for (const Graph& graph : {test::unknown_size(), test::graph_with_loop()}) {
      const PlanRequest request{.strategies = {&strategy}, .options = {.iterations = 10}};
      const auto plans = make_plans(graph, request);
      if (!plans) continue;  // a strategy that asks a solver, where there is none
      REQUIRE_EQ(plans->best().lower_bound, Bytes{8});
      REQUIRE(!plans->best().proved_optimal);
      REQUIRE(plans->best().remark.find("optimal") == std::string::npos);
    }
}
