// SPDX-License-Identifier: Apache-2.0
#include "core/graph/claims.h"
#include "core/insight/edit/edits.h"
#include "tests/support/core_test.h"

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
  const Rows<std::string, bool, std::int64_t> rows{
      {"known", R"("size": 7, )", false, 7},
      {"nothing", R"("size": 0, )", false, 0},
      {"null", R"("size": null, )", true, 0},
      {"at least", R"("size": null, "size_at_least": 24, )", true, 24},
      {"the least alone", R"("size_at_least": 24, )", true, 24},
      {"as files said it before", R"("size": 0, "kind": "unknown size", )", true, 0},
      {"a kind is only a word", R"("size": 7, "kind": "unknown size", )", false, 7}};
  each_row(rows, [&](const std::string& fields, bool unknown, std::int64_t least) {
    const Graph graph = *graph_with(fields).value().graph;
    for (const Graph& each :
         {graph, *read_document(find_format("stowage-graph")->write(graph, nullptr).value(), "g.json").value().graph}) {
      REQUIRE_EQ(has_unknown_size(each, TensorId(0)), unknown);
      REQUIRE_EQ(unknown_sizes(each), unknown ? 1u : 0u);
      REQUIRE_EQ(each.size(TensorId(0)), Bytes{least});
    }
  });
}

TEST_CASE("a size is missing, or said twice") {
  const Rows<std::string, std::string> rows{{"none", "", "/tensors/0"},
                                            {"both", R"("size": 7, "size_at_least": 7, )", "/tensors/0/size_at_least"},
                                            {"below 0", R"("size_at_least": -1, )", "/tensors/0/size"}};
  each_row(rows, [&](const std::string& fields, const std::string& place) {
    REQUIRE_EQ(error_of(graph_with(fields)).faults.at(0).place, place);
  });
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

/// Of a graph that leaves something uncounted, no plan is optimal, whoever makes it and whatever it says of itself.
TEST_CASE("what is not counted is told, and proves no plan optimal") {
  REQUIRE(!uncounted(one_sync()).any());
  REQUIRE(contains(must(make_order(*find_order_strategy("exact"), unknown_size())).remark, "counted"));
  REQUIRE_EQ(uncounted(unknown_size()).unknown_sizes, std::size_t{1});
  REQUIRE_EQ(uncounted(graph_with_loop()).loops, std::size_t{1});
  REQUIRE(uncounted(graph_with_loop()).text().find('1') != std::string::npos);
  Graph::Data nested = graph_with_loop().data();
  nested.loops[0] = std::make_shared<const Loop>(Loop{unknown_size(), {}});
  REQUIRE_EQ(uncounted(Graph(std::move(nested))).unknown_sizes, std::size_t{1});
  for (const LayoutStrategy& strategy : layout_strategies())
    for (const Graph& graph : {unknown_size(), graph_with_loop()}) {
      const PlanRequest request{.strategies = {&strategy}, .options = {.iterations = 10}};
      const auto plans = make_plans(graph, request);
      if (!plans) continue;  // a strategy that asks a solver, where there is none
      REQUIRE_EQ(plans->best().lower_bound, Bytes{8});
      REQUIRE(!plans->best().proved_optimal);
      REQUIRE(plans->best().remark.find("optimal") == std::string::npos);
    }
}
