// SPDX-License-Identifier: Apache-2.0
#include "core/insight/loops/loop_plan.h"
#include "tests/support/core_test.h"
#include "tests/support/results.h"

namespace {

/// A graph of one loop, "again", with that body; `outside`: tensors around it.
std::shared_ptr<const Graph> loop_of(const std::string& body, const std::string& outside = "") {
  const std::string text =
      R"({"format": "stowage-graph", "version": 1, "name": "g", "nodes": [{"id": "again", "loop": {)" + body +
      R"(}}], "tensors": [)" + outside + "]}";
  return must(read_document(text, "g.stowage.json")).graph;
}

/// A graph, its loops and a plan of all.
struct Planned {
  std::shared_ptr<const Graph> graph;
  LoopsPlan loops = plan_loops(*graph).value();
  Plan plan = PlanningCase(*loops.graph).plan("so.size.best");
  std::vector<LoopTable> tables = loop_tables(*graph, loops, plan);
};

/// The same graph, the body of that loop holding a tensor with an alignment of its own.
std::shared_ptr<const Graph> with_aligned_body(const Graph& graph, const char* loop) {
  Graph::Data data = graph.data();
  auto& held = data.loops.at(graph.find_operator(loop).index());
  Graph::Data body = held->body.data();
  body.tensor_alignment.assign(held->body.tensor_count(), 1);
  body.tensor_alignment.back() = 64;
  held = std::make_shared<const Loop>(Loop{Graph(std::move(body)), held->carry});
  return std::make_shared<const Graph>(std::move(data));
}

struct Stretch {
  std::int64_t begin, end;
  [[nodiscard]] bool meets(const Stretch& other) const { return begin < other.end && other.begin < end; }
};

/// Where the table has the tensor in that copy, if anywhere in the plan.
std::optional<Stretch> stretch_of(const LoopTable& table, const char* name, std::size_t copy) {
  const Graph& body = table.loop->loop->body;
  const TensorId t = tensor_named(body, name);
  const auto row = std::ranges::find(table.rows, t, &LoopTable::Row::tensor);
  const LoopCell& cell = row->repeat.at(copy);
  if (!cell.offset) return {};
  return Stretch{*cell.offset, *cell.offset + body.size(t).count};
}

}  // namespace

/// In each copy of the outer loop the inner one has its buffers elsewhere, within what the outer one was given, and
/// apart from what the outer one needs meanwhile.
TEST_CASE("nested loops") {
  for (const bool joined : {false, true}) {  // several buffers; one, where an alignment keeps them together
    const auto graph = sample("loop_nested.stowage.json");
    const Planned at{joined ? with_aligned_body(*graph, "train") : graph};
    REQUIRE_EQ(at.loops.loops.at(0).joined > 0, joined);
    REQUIRE_EQ(at.tables.size(), 3u);
    const LoopTable& outer = at.tables[0];
    REQUIRE_EQ(outer.buffers.size(), outer.loop->workspaces.size());
    const auto given = [&](const Stretch& stretch) {
      return std::ranges::any_of(outer.loop->workspaces, [&](TensorId t) {
        const std::int64_t begin = at.plan.offsets[t.index()].value;
        return begin <= stretch.begin && stretch.end <= begin + at.loops.graph->size(t).count;
      });
    };
    std::set<std::int64_t> starts;
    for (const std::size_t copy : {0, 1}) {
      const LoopTable& inner = at.tables[1 + copy];
      REQUIRE_EQ(inner.path, (std::vector<std::string>{"train", "refine"}));
      REQUIRE_EQ(inner.copies, std::vector<std::size_t>{copy});
      const Stretch from = stretch_of(outer, "h", copy).value();
      REQUIRE(given(from));
      for (const std::size_t turn : {0, 1}) {
        const Stretch gates = stretch_of(inner, "gates", turn).value(), h = stretch_of(inner, "h", turn).value(),
                      next = stretch_of(inner, "next", turn).value();
        for (const Stretch& each : {gates, h, next}) REQUIRE((given(each) && !each.meets(from)));
        REQUIRE((!gates.meets(h) && !gates.meets(next) && !h.meets(next)));
        starts.insert(gates.begin);
      }
      const auto h = std::ranges::find(inner.rows, tensor_named(inner.loop->loop->body, "h"), &LoopTable::Row::tensor);
      REQUIRE_EQ(h->first.size(), 1u);  // where the outer body made it: its offset there depends on the copy
      REQUIRE((!h->first[0].offset && h->first[0].outside.valid()));
      REQUIRE_EQ(inner.around->name(h->first[0].outside), "h");
    }
    REQUIRE(starts.size() > 1);
  }
}

/// What lies outside the outermost loop has its offset in the plan.
TEST_CASE("outside the outermost") {
  const Planned at{sample("loop_convolution.stowage.json")};
  const LoopTable& table = at.tables.at(0);
  const TensorId w = tensor_named(*at.graph, "w");
  REQUIRE_EQ(stretch_of(table, "w", 0).value().begin, at.plan.offsets[w.index()].value);
  const Stretch x = stretch_of(table, "x", 0).value(), y = stretch_of(table, "y", 0).value();
  REQUIRE(!x.meets(y));
  REQUIRE_EQ(stretch_of(table, "x", 1).value().begin, y.begin);
}

/// Of both rules the one that needs less: the pairs of the NNC paper's text need 19 by degree, and 21 by size.
TEST_CASE("the better rule") {
  const Planned at{loop_of(R"("nodes": [{"id": "0"}, {"id": "1"}, {"id": "2"}, {"id": "3"}, {"id": "4"}],
      "tensors": [{"id": "x", "size": 8, "producer": "0", "consumers": ["1"]},
                  {"id": "p", "size": 4, "producer": "1", "consumers": ["2"]},
                  {"id": "q", "size": 6, "producer": "2", "consumers": ["3"]},
                  {"id": "y", "size": 8, "producer": "3", "consumers": ["4"]},
                  {"id": "r", "size": 3, "producer": "2", "consumers": ["4"]}], "carry": [])")};
  REQUIRE_EQ(at.loops.loops.at(0).plan.strategy, "nnc");
  REQUIRE_EQ(at.loops.loops.at(0).plan.footprint.count, 19);
}

/// Names that the program gives give way to those of the file.
TEST_CASE("names that are taken") {
  const Planned at{loop_of(R"("nodes": [{"id": "exit"}, {"id": "exit'"}],
      "tensors": [{"id": "t", "size": 8, "producer": "exit", "consumers": ["exit'"]}], "carry": [])",
                           R"({"id": "again buffer 0", "size": 1, "producer": "again", "consumers": []})")};
  REQUIRE_EQ(at.loops.loops.at(0).unrolled->operator_count(), 3u);
  REQUIRE_EQ(at.loops.graph->tensor_count(), 2u);
  REQUIRE(at.loops.graph->find_tensor("again buffer 0'").valid());
  REQUIRE_EQ(at.loops.graph->size(at.loops.loops.at(0).workspaces.at(0)).count, 8);
}

/// A single buffer stands for itself, whatever its alignment.
TEST_CASE("one buffer is not joined") {
  const Planned at{loop_of(R"("nodes": [{"id": "0"}],
      "tensors": [{"id": "t", "size": 8, "alignment": 64, "producer": "0", "consumers": []}], "carry": [])")};
  const LoopPlan& loop = at.loops.loops.at(0);
  REQUIRE_EQ(loop.buffers.size(), 1u);
  REQUIRE_EQ(loop.joined, 0u);
  REQUIRE_EQ(at.loops.graph->alignment(loop.workspaces.at(0)), 64u);
}
