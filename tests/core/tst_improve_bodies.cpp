// SPDX-License-Identifier: Apache-2.0
#include "core/graph/laid_out.h"
#include "core/insight/bodies/lay_out.h"
#include "core/insight/edit/edits.h"
#include "core/insight/edit/same_graph.h"
#include "core/insight/improve/cost.h"
#include "core/insight/improve/savings.h"
#include "core/insight/improve/suggest_syncs.h"
#include "core/insight/improve/trade_off.h"
#include "tests/support/core_test.h"
#include "tests/support/results.h"

namespace {

/// Two streams around a loop and a branch, with tensors that wait beside them.
std::shared_ptr<const Graph> two_streams_with_bodies() {
  return must(
      lay_out_bodies(must(read_document(R"({"format": "stowage-graph", "version": 1, "streams": [{"id": 0}, {"id": 1}],
    "nodes": [{"id": "a", "stream": 0, "duration": 10}, {"id": "b", "stream": 1, "duration": 20}, {"id": "c", "stream": 1, "duration": 5},
      {"id": "loop", "stream": 0, "loop": {"nodes": [{"id": "f", "duration": 7}, {"id": "g", "duration": 3}], "tensors": [
        {"id": "x", "size": 64, "producer": null, "consumers": ["f"]}, {"id": "w", "size": 100, "producer": "f", "consumers": ["g"]},
        {"id": "y", "size": 64, "producer": "g", "consumers": []}], "carry": [["x", "y"]]}},
      {"id": "d", "stream": 1, "duration": 8},
      {"id": "if", "stream": 0, "branches": [{"name": "then", "nodes": [{"id": "h", "duration": 4}], "tensors": [
        {"id": "y", "size": 64, "producer": null, "consumers": ["h"]}, {"id": "v", "size": 80, "producer": "h", "consumers": ["h"]}]}]},
      {"id": "e", "stream": 0, "duration": 6}],
    "tensors": [{"id": "x", "size": 64, "producer": "a", "consumers": ["loop"]}, {"id": "y", "size": 64, "producer": "loop", "consumers": ["if"]},
      {"id": "p", "size": 90, "producer": "b", "consumers": ["c"]}, {"id": "q", "size": 90, "producer": "c", "consumers": ["d"]},
      {"id": "r", "size": 50, "producer": "d", "consumers": ["e"]}, {"id": "s", "size": 70, "producer": "a", "consumers": ["e"]}]})",
                                        "a.stowage.json"))
                         .graph));
}

/// The graph that its source gives when it is laid out again: what a file of it would be read as.
void require_as_in_file(const Graph& graph) {
  REQUIRE(graph.laid_out() != nullptr);
  const auto again = must(lay_out_bodies(graph.laid_out()->source));
  REQUIRE_EQ(again->tensor_count(), graph.tensor_count());
  for (TensorId t : graph.tensors()) REQUIRE_EQ(again->name(t), graph.name(t));
  for (OperatorId o : graph.operators()) REQUIRE_EQ(again->name(o), graph.name(o));
}

TEST_CASE("savings of a graph with bodies are kept when they are made") {
  const auto flat = two_streams_with_bodies();
  const Savings savings = must(find_savings(*flat, {}, Task::with_time_limit(3)));
  std::size_t edits = 0;
  for (const MeasuredSaving& each : savings.found) {
    const Graph edited = must(edited_by(each.edit, *flat)).graph;
    if (each.plan == nullptr) continue;
    REQUIRE_EQ(plan_faults(edited, *each.plan), "");
    require_as_in_file(edited);
    edits += same_content(edited, *flat) ? 0 : 1;
  }
  REQUIRE_GT(edits, 0u);
}

/// Compared with every sync of the file's graph, each laid out and planned.
TEST_CASE("a sync around bodies is suggested") {
  const auto flat = two_streams_with_bodies();
  const Graph& source = source_of(*flat);
  const Bytes now = must(cost_of(*flat, Bytes{1})).footprint;
  Bytes least = now;
  for (OperatorId u : source.operators())
    for (OperatorId v : source.operators())
      if (const auto edited = add_sync(source, u, v))
        least = std::min(
            least,
            must(cost_of(*must(lay_out_bodies(std::make_shared<const Graph>(edited->graph))), Bytes{1})).footprint);
  REQUIRE_LT(least, now);
  const SyncSuggestions all = must(suggest_syncs(*flat, {}, Task::with_time_limit(20)));
  REQUIRE(!all.best.empty());
  REQUIRE_EQ(all.best.front().with.footprint, least);
  const Graph edited = must(edited_by(AddedSync{all.best.front().sync}, *flat)).graph;
  REQUIRE_EQ(must(cost_of(edited, Bytes{1})).footprint, least);
  require_as_in_file(edited);
}

TEST_CASE("a front of a graph with bodies has plans of graphs with bodies") {
  const auto flat = two_streams_with_bodies();
  TradeOffOptions options;
  options.iterations = 120;
  const TradeOff front = must(trade_off(*flat, options));
  REQUIRE_GT(front.points.size(), 1u);
  for (const TradeOffPoint& point : front.points) {
    REQUIRE_EQ(plan_faults(*point.graph, point.plan), "");
    require_as_in_file(*point.graph);
    if (point.edits.empty()) continue;
    std::vector<LeverEdit> edits = point.edits;
    const auto made = apply_each(flat, edits, options.link);
    REQUIRE(made != nullptr);
    REQUIRE(same_content(*made, *point.graph));
  }
}

}  // namespace
