// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"
#include "tests/support/core_test.h"

namespace {

/// What Graphviz's own parser counts: "nodes edges", or what it complains of.
std::string counted_by_graphviz(const std::string& text) {
  const test::TemporaryFolder folder;
  std::ofstream(folder.file("a.dot")) << text;
  const auto gc = run_command("gc -n -e " + folder.file("a.dot"));
  std::istringstream counts(gc.output);
  std::string nodes, edges;
  return gc.code == 0 && counts >> nodes >> edges ? nodes + " " + edges : gc.output;
}

Graph awkward() {
  GraphBuilder builder("x");
  builder.set_name("a \"b\"\\");
  const StreamId main = builder.add_stream(0), other = builder.add_stream(7, "copy \"x\"", {}, "#102030");
  const OperatorId a = builder.add_operator({.name = "a\\n", .stream = main, .kind = "Con\"v"});
  const OperatorId b = builder.add_operator({.name = "b", .stream = other});
  const TensorId t = builder.add_tensor({.name = "t\"", .size = {8}, .producer = a, .consumers = {&b, 1}});
  const TensorId u = builder.add_tensor({.name = "u", .size = {4}, .producer = b, .output = true});
  builder.add_tensor({.name = "in", .size = {2}, .consumers = {&a, 1}});
  builder.add_tensor({.name = "work", .size = {2}, .producer = a, .consumers = {&a, 1}});
  builder.add_control(a, b);
  const TensorId group[] = {t, u};
  builder.add_group(group);
  return std::move(builder).build().value().graph;
}

}  // namespace

TEST_CASE("everything is told") {
  const std::string text = write_dot(awkward(), nullptr).value();
  for (const char* part : {"digraph \"a \\\"b\\\"\\\\\" {", "label=\"copy \\\"x\\\"\"", "fillcolor=\"#102030\"",
                           "op0 [label=\"a\\\\n\\nCon\\\"v\"]", "op0 -> op1 [label=\"t\\\"\\n8 bytes, group 1\"]",
                           "op0 -> op1 [style=dashed]", "label=\"u\\n4 bytes, group 1\", peripheries=2", "t2 -> op0;",
                           "op0 -> op0 [label=\"work\\n2 bytes\"]"})
    REQUIRE_MESSAGE(text.find(part) != std::string::npos, (std::string(part) + "\nnot in\n" + text));
  REQUIRE(looks_like_dot(text));
}

TEST_CASE("offsets of a plan") {
  const Graph graph = awkward();
  Plan plan;
  plan.offsets = {{0}, {8}, {100}, {200}};
  REQUIRE(write_dot(graph, &plan).value().find("8 bytes, group 1, at 0") != std::string::npos);
}

/// Two operators, an ellipse for what comes and for what goes; t, work and control, and one to each ellipse.
TEST_CASE("graphviz reads it") {
  if (find_program("gc").empty()) STOWAGE_SKIP("there is no gc, which Graphviz brings");
  REQUIRE_EQ(counted_by_graphviz(write_dot(awkward(), nullptr).value()), "4 5");
  for (const char* name : {"training_step.stowage.json", "somas_figure_6.stowage.json", "tiny_network.tflite"}) {
    const Document document = document_in(sample_path(name));
    const Graph& graph = *document.graph;
    std::size_t nodes = graph.operator_count(), edges = graph.control().size();
    for (TensorId t : graph.tensors()) {
      const bool made = graph.producer(t).valid();
      const bool ellipse = !made || graph.is_output(t) || graph.consumers(t).empty();
      nodes += ellipse, edges += graph.consumers(t).size() + (ellipse && made);
    }
    REQUIRE_EQ(counted_by_graphviz(write_dot(graph, nullptr).value()), text(nodes, " ", edges));
  }
}

TEST_CASE("it is written and not read") {
  const std::string text = write_dot(awkward(), nullptr).value();
  REQUIRE(contains(error_of(read_document(text, "x.dot")).text(), "cannot be read"));
  REQUIRE_EQ(format_for_path("out/x.dot"), find_format("dot"));
  REQUIRE(!find_format("dot")->carries_only.empty());
}
