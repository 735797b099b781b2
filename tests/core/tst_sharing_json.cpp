// SPDX-License-Identifier: Apache-2.0
// Views and in-place pairs in graph files: what is read, what is written back, and every fault at its place.
#include "core/formats/readers.h"
#include "tests/support/core_test.h"

namespace {

/// a makes x (16 bytes) and s (0); b reads x and makes y, v and w; g is a group member, m has an alignment.
std::string with(const std::string& members) {
  return R"({"format": "stowage-graph", "version": 1, "nodes": [{"id": "a"}, {"id": "b"}], "tensors": [
    {"id": "x", "size": 16, "producer": "a", "consumers": ["b"]}, {"id": "y", "size": 16, "producer": "b"},
    {"id": "v", "size": 4, "producer": "b"}, {"id": "w", "size": 8, "producer": "b"},
    {"id": "g", "size": 8, "producer": "b"}, {"id": "h", "size": 8, "producer": "b"},
    {"id": "m", "size": 4, "producer": "b", "alignment": 4}, {"id": "in", "size": 4, "consumers": ["b"]}],
    "contiguous": [["g", "h"]], )" +
         members + "}";
}

Graph read(const std::string& members) {
  const Document document = must(read_graph_json(with(members), "test"));
  REQUIRE(document.warnings.empty());
  return *document.graph;
}

std::string faults(const std::string& members) {
  return fault_text(read_graph_json(with(members), ""));
}

}  // namespace

TEST_CASE("views resolve to the owner of their bytes") {
  const Graph g = read(
      R"("views": [{"tensor": "v", "of": "w", "offset": 4}, {"tensor": "w", "of": "x", "offset": 8, "mine": [1]}])");
  const auto id = [&](const char* name) { return g.find_tensor(name); };
  REQUIRE(g.has_sharing());
  REQUIRE_EQ(g.owner(id("v")), id("x"));
  REQUIRE_EQ(g.inset(id("v")), 12);
  REQUIRE_EQ(g.owner(id("w")), id("x"));
  REQUIRE_EQ(g.inset(id("w")), 8);
  REQUIRE_EQ(g.owner(id("x")), id("x"));
  REQUIRE_EQ(g.owner(id("y")), id("y"));
  REQUIRE(g.is_view(id("v")));
  REQUIRE(!g.is_view(id("x")));
  REQUIRE_EQ(g.total_size(), Bytes{16 + 16 + 8 + 8 + 4 + 4});
  const Graph none = read(R"("views": [], "in_place": [])");
  REQUIRE((!none.has_sharing() && none.owner(TensorId(3)) == TensorId(3)));
  REQUIRE(!contains(write_graph_json(none), "views"));
}

TEST_CASE("what is written is read again") {
  const Graph g = read(R"("views": [{"tensor": "v", "of": "x", "offset": 12, "mine": [1]}],
      "in_place": [{"node": "b", "output": "y", "input": "x"},
                   {"output": "w", "input": "x", "shift": [-2012, 9007199254740992], "must": true, "mine": {"a": 1}}])");
  const std::string text = write_graph_json(g);
  for (const char* part :
       {R"({"tensor": "v", "of": "x", "offset": 12, "mine": [1]})", R"({"output": "y", "input": "x"})",
        R"("shift": [-2012, 9007199254740992], "must": true, "mine": {"a": 1}})"})
    REQUIRE_MESSAGE(contains(text, part), text);
  const Graph again = *read_graph_json(text, "again").value().graph;
  REQUIRE(std::ranges::equal(again.views(), g.views()));
  REQUIRE(std::ranges::equal(again.in_place(), g.in_place()));
  REQUIRE_EQ(write_graph_json(again), text);
}

TEST_CASE("each fault at its place") {
  const auto view = [](const std::string& rest) { return R"("views": [{"tensor": "v", "of": "x")" + rest + "}]"; };
  const auto pair = [](const std::string& rest) {
    return R"("in_place": [{"output": "y", "input": "x")" + rest + "}]";
  };
  each_row(
      Rows<std::string, std::string>{
          {"right", view(R"(, "offset": 12)"), ""},
          {"no place", R"("views": [{"tensor": "v"}])", "/views/0: \"of\""},
          {"unknown tensor", R"("views": [{"tensor": "q", "of": "x"}])", "/views/0/tensor: \"q\""},
          {"no text", R"("views": [{"tensor": 7, "of": "x"}])", "/views/0/tensor: string number"},
          {"no object", R"("views": [7])", "/views/0: object number"},
          {"itself", R"("views": [{"tensor": "v", "of": "v"}])", "/views/0/of: \"v\""},
          {"circle", R"("views": [{"tensor": "y", "of": "x"}, {"tensor": "x", "of": "y"}])",
           "/views/0/of: \"y\" \"x\" \"y\""},
          {"too long", view(R"(, "offset": 13)"), "/views/0/offset: \"v\" 4 13 16 \"x\""},
          {"too large", R"("views": [{"tensor": "x", "of": "v"}])", "/views/0/offset: \"x\" 16 0 4 \"v\""},
          {"huge", view(R"(, "offset": 9223372036854775807)"), "/views/0/offset: \"v\" 4 9223372036854775807 16 \"x\""},
          {"negative", view(R"(, "offset": -1)"), "/views/0/offset: -1"},
          {"two bases", R"("views": [{"tensor": "v", "of": "x"}, {"tensor": "v", "of": "y"}])",
           "/views/1/tensor: \"v\""},
          {"in a group", R"("views": [{"tensor": "g", "of": "x"}])", "/views/0/tensor: \"g\""},
          {"aligned", R"("views": [{"tensor": "m", "of": "x"}])", "/views/0/tensor: \"m\""},
          {"places count on", R"("views": [{"tensor": "q", "of": "x"}, {"tensor": "v", "of": "v"}])",
           "/views/0/tensor: \"q\"\n/views/1/of: \"v\""},
          {"pair", pair(R"(, "node": "b", "shift": [-3, 4])"), ""},
          {"no output", R"("in_place": [{"input": "x"}])", "/in_place/0: \"output\""},
          {"unknown input", R"("in_place": [{"output": "y", "input": "q"}])", "/in_place/0/input: \"q\""},
          {"over itself", R"("in_place": [{"output": "y", "input": "y"}])", "/in_place/0/input: \"y\""},
          {"no producer", R"("in_place": [{"output": "in", "input": "x"}])", "/in_place/0/output: \"in\""},
          {"not consumed", R"("in_place": [{"output": "y", "input": "v"}])", "/in_place/0/input: \"b\" \"y\" \"v\""},
          {"twice", pair(R"(}, {"output": "y", "input": "x")"), "/in_place/1: \"y\" \"x\""},
          {"shifts", pair(R"(, "shift": [1, -1])"), "/in_place/0/shift: 1 -1"},
          {"far", pair(R"(, "shift": [-9223372036854775807, 0])"),
           "/in_place/0/shift: -9223372036854775807 -2^53 2^53"},
          {"one shift", pair(R"(, "shift": [1])"), "/in_place/0/shift: 1"},
          {"shift of text", pair(R"(, "shift": [1, "2"])"), "/in_place/0/shift/1: number string"},
          {"other node", pair(R"(, "node": "a")"), "/in_place/0/node: \"a\""},
          {"unknown node", pair(R"(, "node": "z")"), "/in_place/0/node: \"z\""}},
      [](const std::string& members, const std::string& expected) { REQUIRE_EQ(faults(members), says(expected)); });
}

/// Who leads into a circle is not in it.
TEST_CASE("a circle is named, however long the way into it") {
  std::string tensors, views;
  for (int k = 0; k < 2000; ++k) {
    tensors += R"(, {"id": "t)" + std::to_string(k) + R"(", "size": 1})";
    views += (k > 0 ? ", " : "") + (R"({"tensor": "t)" + std::to_string(k)) + R"(", "of": "t)" +
             std::to_string(k < 1999 ? k + 1 : 1990) + R"("})";
  }
  const auto read = read_graph_json(R"({"format": "stowage-graph", "version": 1, "nodes": [{"id": "a"}], "tensors": [
      {"id": "s", "size": 1})" + tensors +
                                        R"(], "views": [)" + views + "]}",
                                    "");
  REQUIRE(!read.has_value());
  REQUIRE_EQ(read.error().faults.size(), 1u);
  REQUIRE_EQ(read.error().text(), says("/views/1990/of: \"t1990\" \"t1991\""));
}
