// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"
#include "core/formats/sizes.h"
#include "core/graph/claims.h"
#include "tests/support/core_test.h"

namespace {

/// A loop and branches that share x with the graph around them.
constexpr std::string_view kGraph = R"({"format": "stowage-graph", "version": 1,
  "nodes": [{"id": "f"}, {"id": "while", "loop": {"nodes": [{"id": "g"},
      {"id": "if", "branches": [{"name": "then", "nodes": [{"id": "h"}],
         "tensors": [{"id": "x", "size": 8, "producer": null, "consumers": ["h"]},
                     {"id": "z", "size": null, "producer": "h"}]}]}],
    "tensors": [{"id": "x", "size": 8, "producer": null, "consumers": ["g", "if"]},
                {"id": "y", "size": 8, "producer": "g"}], "carry": []}}],
  "tensors": [{"id": "x", "size": 8, "producer": "f", "consumers": ["while"]},
              {"id": "v", "size": 8, "producer": "f", "output": true}],
  "views": [{"tensor": "v", "of": "x", "offset": 0}]})";

Result<Document> sized(const TensorSizes& sizes) {
  ReadOptions options;
  options.sizes = sizes;
  return read_document(kGraph, "g.json", options);
}

}  // namespace

TEST_CASE("sizes are given, also to tensors of bodies") {
  const Document document = must(sized({{"x", 64}, {"while/if:then/z", 3}}));
  const Graph& graph = *document.graph;
  const Graph& loop = graph.loop(graph.find_operator("while"))->body;
  const Graph& branch = loop.branches(loop.find_operator("if"))[0].body;
  for (const Graph* g : {&graph, &loop, &branch}) REQUIRE_EQ(g->size(g->find_tensor("x")), Bytes{64});
  REQUIRE_EQ(branch.size(branch.find_tensor("z")), Bytes{3});
  REQUIRE_EQ(unknown_sizes(graph), std::size_t{0});
  REQUIRE_EQ(loop.size(loop.find_tensor("y")), Bytes{8});
}

TEST_CASE("a size that is given is no longer missing") {
  Document document = must(sized({}));
  const ImportWords lacking = Unknown::tr("tensors without a size, which count as 0 bytes");
  for (const char* name : {"while/if:then/z", "q"}) document.summary.add(lacking, name);
  REQUIRE(give_sizes(document, {{"while/if:then/z", 3}}, ""));
  REQUIRE_EQ(document.summary.entries().size(), std::size_t{1});
  REQUIRE_EQ(document.summary.entries().front().names, std::vector<std::string>{"q"});
  REQUIRE_EQ(document.summary.entries().front().count, std::size_t{1});
}

TEST_CASE("what cannot be given is told") {
  REQUIRE_EQ(fault_text(sized({{"q", 1}, {"while/q", 1}})), says("g.json: \"q\"\ng.json: \"while/q\""));
  REQUIRE_EQ(fault_text(sized({{"while/if:then/x", 1}})), says("\"while/if:then/x\" \"x\""));
  REQUIRE_EQ(fault_text(sized({{"x", -1}})), says("\"x\" -1"));
  REQUIRE_EQ(fault_text(sized({{"x", 4}})), says("view \"v\" \"x\""));
}

TEST_CASE("a CSV of sizes") {
  const TensorSizes both{{"a", 1}, {"b,c", 2}};
  REQUIRE_EQ(must(read_sizes("a,1\n\"b,c\",2\n", "s.csv")), both);
  REQUIRE_EQ(must(read_sizes("bytes,kind,tensor\r\n1,x,a\r\n2,,\"b,c\"\r\n", "s.csv")), both);
  REQUIRE_EQ(fault_text(read_sizes("a,1\nb\na,2\nc,x\n", "s.csv")),
             says("s.csv:line 2: \ns.csv:line 3: \"a\" 1 2\ns.csv:line 4: \"x\""));
  REQUIRE_EQ(fault_text(read_sizes("tensor,bytes\n", "s.csv")), says("no sizes"));
}
