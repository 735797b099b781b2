// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"
#include "core/insight/edit/edits.h"
#include "core/insight/edit/same_graph.h"
#include "tests/support/core_test.h"

namespace {

/// A graph whose second node is a loop with these members.
std::string around(const std::string& body) {
  return R"({"format": "stowage-graph", "version": 1, "nodes": [{"id": "a"}, {"id": "l", "loop": )" + body +
         R"(}, {"id": "z"}], "tensors": [{"id": "t", "size": 4, "producer": "a", "consumers": ["l"]}]})";
}

const std::string kNodes = R"("nodes": [{"id": "f"}, {"id": "g"}])";
const std::string kTensors =
    R"("tensors": [{"id": "x", "size": 8, "consumers": ["f"]}, {"id": "s", "size": 2, "producer": "f", "consumers": ["g"]},
                   {"id": "y", "size": 8, "producer": "g"}])";

std::string body(const std::string& more) {
  return "{" + kNodes + ", " + kTensors + ", " + more + "}";
}

std::shared_ptr<const Graph> read(const std::string& text, std::vector<std::string>* warnings = nullptr) {
  const Document document = must(read_graph_json(text, "g.json"));
  for (const Diagnostic& warning : document.warnings)
    if (warnings != nullptr) warnings->push_back(warning.text());
  return document.graph;
}

TEST_CASE("reads a loop") {
  const auto graph = read(around(body(R"("carry": [["x", "y"]], "note": [1, {"k": 2}])")));
  REQUIRE_EQ(graph->loop_count(), 1u);
  REQUIRE_EQ(graph->loop(OperatorId(0)), nullptr);
  const Loop& loop = *graph->loop(OperatorId(1));
  REQUIRE_EQ(loop.body.name(), "l");
  REQUIRE_EQ(loop.body.operator_count(), 2u);
  REQUIRE_EQ(loop.body.producer(TensorId(2)), OperatorId(1));
  REQUIRE_EQ(loop.carry, (std::vector<Carry>{{TensorId(0), TensorId(2)}}));
  REQUIRE(loop.body.data().extra.find("note") != std::string::npos);
}

/// The lists may stand in any order, in the body too.
TEST_CASE("any order") {
  const std::string text = "{" + (R"("carry": [["x", "y"]], )" + kTensors) + ", " + kNodes + "}";
  REQUIRE(same_graph(*read(around(text)), *read(around(body(R"("carry": [["x", "y"]])")))));
}

/// Loops in loops, unknown keys, streams and groups: written and read again, the same graph and the same bytes.
TEST_CASE("round trip") {
  const std::string inner = R"({"nodes": [{"id": "f", "stream": 3}], "tensors": [{"id": "h", "size": 1},
        {"id": "k", "size": 1, "producer": "f", "mine": true}], "carry": [["h", "k"]]})";
  const std::string outer = R"({"streams": [{"id": 7, "name": "side"}], "note": {"deep": [1]},
        "nodes": [{"id": "f", "stream": 7}, {"id": "inner", "stream": 7, "mine": 1, "loop": )" +
                            inner + R"(}], "tensors": [{"id": "x", "size": 8, "consumers": ["f"]},
        {"id": "p", "size": 8, "producer": "f"}, {"id": "q", "size": 8, "producer": "f"}],
        "control": [["f", "inner"]], "contiguous": [["q", "p"]], "carry": [["x", "x"]]})";
  const auto graph = read(around(outer));
  const std::string bytes = write_graph_json(*graph);
  REQUIRE(same_graph(*read(bytes), *graph));
  REQUIRE_EQ(write_graph_json(*read(bytes)), bytes);
  const Loop& loop = *graph->loop(OperatorId(1));
  REQUIRE_EQ(loop.body.loop(OperatorId(1))->carry.size(), 1u);
  for (const char* kept : {R"("mine": 1)", R"("mine": true)", R"("deep": [1])", R"("name": "side")"})
    REQUIRE_MESSAGE(bytes.find(kept) != std::string::npos, kept);
  // What differs deep inside differs.
  std::string other = bytes;
  other.replace(other.find(R"("id": "k", "size": 1)"), 20, R"("id": "k", "size": 2)");
  REQUIRE(!same_graph(*read(other), *graph));
}

/// An edit of the order takes the loop along with its operator.
TEST_CASE("edits keep loops") {
  const auto graph = read(around(body(R"("carry": [["x", "y"]])")));
  const auto edited = move_to_step(*graph, OperatorId(2), 0);  // one stream: allowed where no arc forbids it
  if (!edited) STOWAGE_SKIP(edited.error().text().c_str());
  REQUIRE(edited->graph.loop(edited->graph.find_operator("l")) != nullptr);
  REQUIRE_EQ(edited->graph.loop_count(), 1u);
}

TEST_CASE("faults") {
  const Rows<std::string, std::string> rows = {
      {"no object", "[1]", ": object list"},
      {"no nodes", "{" + kTensors + "}", "/nodes:"},
      {"empty", R"({"nodes": [], "tensors": []})", ":"},
      {"a time axis", body(R"("times": [0, 1, 2])"), "/times:"},
      {"unknown into", body(R"("carry": [["q", "y"]])"), "/carry/0/0: \"q\""},
      {"unknown from", body(R"("carry": [["x", "y"], ["x", "q"]])"), "/carry/1/1: \"q\""},
      {"one name", body(R"("carry": [["x"]])"), "/carry/0: 1"},
      {"no name", body(R"("carry": [["x", 3]])"), "/carry/0/1: string number"},
      {"no pair", body(R"("carry": ["x"])"), "/carry/0: list string"},
      {"no list", body(R"("carry": {})"), "/carry: list object"},
      {"made in the body", body(R"("carry": [["s", "y"]])"), "/carry/0/0: \"s\" \"f\""},
      {"twice", body(R"("carry": [["x", "y"], ["x", "s"]])"), "/carry/1/0: \"x\""},
      {"in a group", body(R"("contiguous": [["s", "y"]], "carry": [["x", "y"]])"), "/carry/0/1: \"y\""},
      {"a cycle", R"({"nodes": [{"id": "f"}, {"id": "g"}], "tensors": [], "control": [["f", "g"], ["g", "f"]]})",
       "/nodes: f → g → f"},
      {"unknown consumer", R"({"nodes": [{"id": "f"}], "tensors": [{"id": "x", "size": 1, "consumers": ["q"]}]})",
       "/tensors/0/consumers/0: \"q\""},
      {"twice the key", body(R"("carry": [], "carry": [])"), "/carry:"},
      {"deeper",
       R"({"nodes": [{"id": "f", "loop": {"nodes": [{"id": "g"}], "tensors": [], "carry": [["u", "v"]]}}], "tensors": []})",
       "/nodes/0/loop/carry/0/0: \"u\""}};
  each_row(rows, [&](const std::string& text, const std::string& fault) {
    const Error error = error_of(read_graph_json(around(text), "g.json"));
    REQUIRE_EQ(error.kind, Error::Kind::bad_input);
    REQUIRE_EQ(error.faults[0].text(), says("g.json:/nodes/1/loop" + fault));
  });
}

/// Those of the body and those around it come together.
TEST_CASE("all faults at once") {
  std::string text = around(R"({"nodes": [{"id": "f"}], "tensors": [{"id": "x", "size": -1}]})");
  text.replace(text.find(R"("size": 4)"), 9, R"("size": -4)");
  REQUIRE_EQ(read_graph_json(text, "g.json").error().faults.size(), 2u);
}

TEST_CASE("warnings") {
  std::vector<std::string> warnings;
  read(around(R"({"nodes": [{"id": "g"}, {"id": "f"}], "tensors": [{"id": "x", "size": 8, "consumers": ["f"]},
        {"id": "y", "size": 5, "producer": "g"}], "control": [["f", "g"]], "carry": [["x", "y"]]})"),
       &warnings);
  REQUIRE_EQ(joined(warnings, "\n"), says("g.json:/nodes/1/loop/nodes:\ng.json:/nodes/1/loop/carry/0: \"x\" \"y\""));
}

/// Loops as deep as a document may be are read in time that grows with depth and size, not faster.
TEST_CASE("deep nesting") {
  std::string text = R"({"nodes": [{"id": "f"}], "tensors": []})";
  for (int depth = 0; depth < 30; ++depth) text = R"({"nodes": [{"id": "f", "loop": )" + text + R"(}], "tensors": []})";
  const auto graph = read(around(text));
  int depth = 0;
  for (const Loop* loop = graph->loop(OperatorId(1)); loop != nullptr; loop = loop->body.loop(OperatorId(0))) ++depth;
  REQUIRE_EQ(depth, 31);
  for (int more = 0; more < 10; ++more) text = R"({"nodes": [{"id": "f", "loop": )" + text + R"(}], "tensors": []})";
  REQUIRE_EQ(read_graph_json(around(text), "g.json").error().text(), says("g.json:line 1, column"));
}

TEST_CASE("stops when told") {
  REQUIRE_EQ(read_graph_json(around(body(R"("carry": [])")), "g.json", Task::with_time_limit(-1)).error().kind,
             Error::Kind::timed_out);
}

}  // namespace
