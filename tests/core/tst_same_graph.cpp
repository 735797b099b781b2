// SPDX-License-Identifier: Apache-2.0

#include "core/formats/graph_json.h"
#include "core/insight/edit/same_graph.h"
#include "tests/support/checks.h"

using namespace stowage;

namespace {

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

Graph read(const std::string& text) {
  const Result<Document> document = read_graph_json(text, "test");
  if (!document) throw std::runtime_error(document.error().text());
  return *document->graph;
}

}  // namespace

TEST_CASE("a graph is itself") {
  REQUIRE(same_graph(read(kFull), read(kFull)));
  REQUIRE(same_graph(Graph(), Graph()));
}

/// Whatever a file can say differently is seen.
TEST_CASE("every difference is seen") {
  struct Row {
    std::string name, by;
  };
  const std::vector<Row> rows = {
      {"\"mine\": [1]", "\"mine\": [2]"},
      {"compute", "copy"},
      {"\"mine\": 2", "\"mine\": 7"},
      {"\"a\"", "\"c\""},
      {"Conv", "Pool"},
      {"\"stream\": 1", "\"stream\": 0"},
      {"forward", "backward"},
      {"\"mine\": 3", "\"other\": 3"},
      {"\"x\", \"size\": 8", "\"x\", \"size\": 9"},
      {"\"producer\": \"a\"", "\"producer\": null"},
      {"\"consumers\": [\"b\"]", "\"consumers\": [\"a\", \"b\"]"},
      {"weight", "gradient"},
      {", \"mine\": 4", ""},
      {", \"output\": true", ""},
      {"\"alignment\": 4", "\"alignment\": 2"},
      {"[[\"a\", \"b\"]]", "[]"},
      {"[[\"x\", \"y\"]]", "[[\"y\", \"x\"]]"},
      {"[0, 5, 9]", "[0, 5, 8]"},
      {"\"v\", \"of\"", "\"w\", \"of\""},
      {"\"of\": \"x\"", "\"of\": \"z\""},
      {"\"offset\": 2", "\"offset\": 3"},
      {"\"mine\": 5", "\"mine\": 7"},
      {"{\"output\": \"y\", \"input\": \"x\"}, ", ""},
      {"[-4, 0]", "[-3, 0]"},
      {"[-4, 0]", "[-4, 1]"},
      {", \"must\": true", ""},
      {"\"mine\": 6", "\"mine\": 7"},
  };
  test::each_row(rows, [&](const Row& row) {
    const std::string full(kFull);
    REQUIRE(test::contains(full, row.name));
    const Graph other = read(test::replaced(full, row.name, row.by));
    REQUIRE(!same_content(read(kFull), other));
    REQUIRE(!same_content(other, read(kFull)));
  });
}

TEST_CASE("the name is beside the content") {
  const Graph other = read(test::replaced(kFull, "\"all\"", "\"none\""));
  REQUIRE(same_content(read(kFull), other));
  REQUIRE(!same_graph(read(kFull), other));
}
