// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"
#include "core/insight/edit/same_graph.h"
#include "tests/support/core_test.h"

namespace {

const std::string kContract = R"({"format": "stowage-graph", "version": 1, "name": "two streams",
 "streams": [{"id": 0, "name": "compute"}, {"id": 1, "name": "communication"}],
 "nodes":   [{"id": "conv1", "op": "Conv", "stream": 0, "phase": "forward"}, {"id": "relu1"},
             {"id": "allreduce", "stream": 1}],
 "tensors": [{"id": "a", "size": 4096, "producer": "conv1", "consumers": ["relu1", "allreduce"], "kind": "activation",
              "output": false},
             {"id": "g1", "size": 0, "producer": null, "consumers": []},
             {"id": "g2", "size": 9007199254740992, "consumers": ["allreduce", "allreduce"], "output": true}],
 "control": [["conv1", "allreduce"]],
 "contiguous": [["g2", "g1"]]})";

Document load(std::string_view text) {
  return must(read_graph_json(text, "g.json"));
}

std::string with(const std::string& members) {
  return R"({"format": "stowage-graph", "version": 1, )" + members + "}";
}

constexpr const char* kFull = R"({"format": "stowage-graph", "version": 1, "name": "all", "mine": [1],
 "streams": [{"id": 0, "name": "compute", "mine": 2}, {"id": 1}],
 "nodes": [{"id": "a", "op": "Conv", "stream": 0, "phase": "forward", "mine": 3}, {"id": "b", "stream": 1}],
 "tensors": [{"id": "x", "size": 8, "producer": "a", "consumers": ["b"], "kind": "weight", "mine": 4},
  {"id": "y", "size": 8, "producer": "b", "consumers": [], "output": true},
  {"id": "z", "size": 8, "producer": "b", "consumers": [], "alignment": 4},
  {"id": "v", "size": 4, "producer": "b", "consumers": []}, {"id": "w", "size": 4, "producer": "b", "consumers": []}],
 "control": [["a", "b"]], "contiguous": [["x", "y"]],
 "views": [{"tensor": "v", "of": "x", "offset": 2, "mine": 5}],
 "in_place": [{"output": "y", "input": "x"}, {"output": "w", "input": "x", "shift": [-4, 0], "must": true, "mine": 6}],
 "times": [0, 5, 9]})";

}  // namespace

/// What its text below does not show.
TEST_CASE("reads the contract") {
  const Document document = load(kContract);
  const Graph& g = *document.graph;
  REQUIRE_EQ(document.format, "stowage-graph");
  REQUIRE((document.warnings.empty() && !document.plan.has_value()));
  REQUIRE_EQ(g.kind(OperatorId(0)), "Conv");
  REQUIRE_EQ(g.phase(OperatorId(0)), "forward");
  REQUIRE_EQ(g.label(g.stream(OperatorId(1))), "compute");
  REQUIRE_EQ(g.kind(TensorId(0)), "activation");
  REQUIRE_EQ(g.size(TensorId(2)), kMaxTensorSize);
  REQUIRE_EQ(g.control()[0], (ControlEdge{OperatorId(0), OperatorId(2)}));
}

/// Sections and keys may come in any order: nothing may depend on it.
TEST_CASE("order of keys does not matter") {
  const Graph g = *load(R"({"contiguous": [["y", "x"]], "tensors": [
        {"consumers": ["b"], "producer": "a", "size": 5, "id": "x"}, {"id": "y", "size": 6}],
        "control": [["a", "b"]], "nodes": [{"stream": 4, "id": "a"}, {"stream": 2, "id": "b"}], "version": 1,
        "format": "stowage-graph"})")
                       .graph;
  REQUIRE_EQ(g.producer(TensorId(0)), OperatorId(0));
  REQUIRE_EQ(g.members(GroupId(0))[0], TensorId(1));
  REQUIRE_EQ(g.info(StreamId(0)).number, std::int64_t{4});
  REQUIRE_EQ(g.info(StreamId(1)).number, std::int64_t{2});
}

TEST_CASE("derives an order with a warning") {
  const Document document = load(with(R"("nodes": [{"id": "late"}, {"id": "early"}],
        "tensors": [{"id": "t", "size": 1, "producer": "early", "consumers": ["late"]}])"));
  REQUIRE_EQ(document.graph->name(OperatorId(0)), std::string_view("early"));
  REQUIRE_EQ(document.warnings.size(), 1u);
  REQUIRE_EQ(document.warnings[0].file, std::string("g.json"));
}

TEST_CASE("escapes in strings") {
  // Qt's moc reads raw strings as plain ones: no backslashes and no odd quotes in them
  const Document document = load(with("\"name\": \"\\u00e9\\ud83d\\ude00\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0001\u00e9\"," +
                                      std::string(R"("nodes": [{"id": "\u0061"}],
        "tensors": [{"id": "t", "size": 1, "producer": "a"}])")));
  REQUIRE_EQ(document.graph->name(), std::string("\u00e9\U0001F600\"\\/\b\f\n\r\t\u0001\u00e9"));
  REQUIRE_EQ(document.graph->producer(TensorId(0)), OperatorId(0));
  REQUIRE_EQ(load(write_graph_json(*document.graph)).graph->name(), document.graph->name());
}

/// What the model does not know stays, at every level, to the last digit.
TEST_CASE("keeps unknown keys") {
  const std::string text = write_graph_json(*load(with(R"("about": "what \u0041 shows", "tool": {"v": [1, 2.50, 1e400,
        12345678901234567890], "none": null, "": {}}, "streams": [{"id": 3, "colour": "red"}],
        "nodes": [{"id": "b", "stream": 3, "flops": 7}, {"id": "a", "stream": 3, "shape": [ 1,2 ]}],
        "tensors": [{"id": "t", "size": 1, "producer": "a", "consumers": ["b"], "dtype": "f16"}])"))
                                                 .graph);
  for (const char* kept :
       {R"("about": "what A shows")", R"({"v": [1, 2.50, 1e400, 12345678901234567890])", R"("none": null, "": {}})",
        R"({"id": 3, "colour": "red"})", R"({"id": "b", "stream": 3, "flops": 7})",
        R"({"id": "a", "stream": 3, "shape": [1, 2]})", R"("dtype": "f16"})"})
    REQUIRE_MESSAGE(text.find(kept) != std::string::npos, (text + "\nlacks " + kept));
  REQUIRE_EQ(write_graph_json(*load(text).graph), text);
}

TEST_CASE("durations are kept, with their source") {
  const std::string nodes = R"("nodes": [{"id": "a", "duration": 5, "duration_from": "measured"}, {"id": "b"},
        {"id": "c", "duration": 9007199254740992, "mine": [1]}], "tensors": [])";
  const Graph first = *load(with(nodes)).graph, second = *load(write_graph_json(first)).graph;
  for (const Graph* g : {&first, &second}) {
    REQUIRE_EQ(g->duration(OperatorId(0)), (Duration{5, Duration::From::measured}));
    REQUIRE_EQ(g->duration(OperatorId(1)), Duration{});
    REQUIRE_EQ(g->duration(OperatorId(2)), Duration{std::int64_t{1} << 53});
  }
  REQUIRE(same_graph(first, second));
  REQUIRE(!load(with(R"("nodes": [{"id": "a"}], "tensors": [])")).graph->has_durations());
  // They move with the operators where the nodes stand in no topological order.
  const Graph sorted = *load(with(R"("nodes": [{"id": "b", "duration": 2}, {"id": "a", "duration": 1}],
        "control": [["a", "b"]], "tensors": [])"))
                            .graph;
  REQUIRE_EQ(sorted.duration(sorted.find_operator("a")).nanoseconds, 1);
  REQUIRE_EQ(sorted.duration(sorted.find_operator("b")).nanoseconds, 2);
}

TEST_CASE("a time axis and alignments are kept") {
  const std::string members = R"("nodes": [{"id": "a"}, {"id": "b"}],
        "tensors": [{"id": "t", "size": 1, "alignment": 64}, {"id": "u", "size": 2}], "times": [-5, 0, 7])";
  const Graph g = *load(write_graph_json(*load(with(members)).graph)).graph;
  REQUIRE_EQ(g.alignment(TensorId(0)), 64u);
  REQUIRE_EQ(g.alignment(TensorId(1)), 1u);
  REQUIRE_EQ(std::vector<std::int64_t>(g.times().begin(), g.times().end()), (std::vector<std::int64_t>{-5, 0, 7}));
}

TEST_CASE("writes readable text") {
  REQUIRE_EQ(write_graph_json(*load(kContract).graph),
             std::string(R"({"format": "stowage-graph", "version": 1, "name": "two streams",
 "streams": [
  {"id": 0, "name": "compute"},
  {"id": 1, "name": "communication"}
 ],
 "nodes": [
  {"id": "conv1", "op": "Conv", "stream": 0, "phase": "forward"},
  {"id": "relu1", "stream": 0},
  {"id": "allreduce", "stream": 1}
 ],
 "tensors": [
  {"id": "a", "size": 4096, "producer": "conv1", "consumers": ["relu1", "allreduce"], "kind": "activation"},
  {"id": "g1", "size": 0, "producer": null, "consumers": []},
  {"id": "g2", "size": 9007199254740992, "producer": null, "consumers": ["allreduce"], "output": true}
 ],
 "control": [
  ["conv1", "allreduce"]
 ],
 "contiguous": [
  ["g2", "g1"]
 ]}
)"));
}

TEST_CASE("stops when asked") {
  REQUIRE_EQ(error_of(read_graph_json(kContract, "g.json", cancelled_task())).kind, Error::Kind::cancelled);
}

TEST_CASE("a graph is itself") {
  REQUIRE(same_graph(*load(kFull).graph, *load(kFull).graph));
  REQUIRE(same_graph(Graph(), Graph()));
}

/// Whatever a file can say differently is seen.
TEST_CASE("every difference is seen") {
  const std::string full(kFull);
  const std::string changes =
      R"("mine": [1] → "mine": [2] | compute → copy | "mine": 2 → "mine": 7 | "a" → "c" | Conv → Pool
"stream": 1 → "stream": 0 | forward → backward | "mine": 3 → "other": 3 | "x", "size": 8 → "x", "size": 9
"producer": "a" → "producer": null | "consumers": ["b"] → "consumers": ["a", "b"] | weight → gradient
, "mine": 4 → nothing | , "output": true → nothing | "alignment": 4 → "alignment": 2 | [["a", "b"]] → []
[["x", "y"]] → [["y", "x"]] | [0, 5, 9] → [0, 5, 8] | "v", "of" → "w", "of" | "of": "x" → "of": "z"
"offset": 2 → "offset": 3 | "mine": 5 → "mine": 7 | {"output": "y", "input": "x"},  → nothing
[-4, 0] → [-3, 0] | [-4, 0] → [-4, 1] | , "must": true → nothing | "mine": 6 → "mine": 7)";
  for (const std::string& change : split(replaced(changes, "\n", " | "), " | ")) {
    CAPTURE(change);
    const std::string what = split(change, " → ").at(0), by = split(change, " → ").at(1);
    REQUIRE(contains(full, what));
    const Graph other = *load(replaced(full, what, by == "nothing" ? "" : by)).graph;
    REQUIRE(!same_content(*load(full).graph, other));
    REQUIRE(!same_content(other, *load(full).graph));
  }
}

TEST_CASE("the name is beside the content") {
  const Graph other = *load(replaced(kFull, "\"all\"", "\"none\"")).graph;
  REQUIRE(same_content(*load(kFull).graph, other));
  REQUIRE(!same_graph(*load(kFull).graph, other));
}
