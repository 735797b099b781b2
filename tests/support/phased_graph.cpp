// SPDX-License-Identifier: Apache-2.0
#include "tests/support/phased_graph.h"

#include <sstream>
#include <utility>

#include "tests/support/graphs.h"

namespace stowage::test {
namespace {

/// The twelve operators of Adam, with bias correction, on the gradient `g` of `size` bytes.
void add_adam(PhasedGraph& graph, const std::string& w, std::int64_t size) {
  const auto name = [&](const char* what) { return w + "." + what; };
  for (const char* what : {"d", "s", "m", "q", "r", "v", "h", "c", "e", "u", "t", "w"}) graph.op(name(what), "update");
  const auto arc = [&](const char* from, const char* to) { graph.tensor(name(from), size, name(from), {name(to)}); };
  arc("d", "s");
  arc("s", "m");
  arc("q", "r");
  arc("r", "v");
  arc("h", "c");
  arc("c", "e");
  arc("e", "u");
  arc("u", "t");
  arc("t", "w");
  graph.control(name("m"), name("u"));
  graph.control(name("v"), name("h"));
}

}  // namespace

void PhasedGraph::op(std::string_view name, std::string_view phase, std::string_view kind) {
  builder_.add_operator({.name = name, .stream = stream_, .kind = kind, .phase = phase});
}

void PhasedGraph::ops(const std::string& names, std::string_view phase) {
  std::istringstream words(names);
  for (std::string name; words >> name;) op(name, phase);
}

void PhasedGraph::tensor(std::string_view name, std::int64_t size, std::string_view producer,
                         const std::vector<std::string_view>& consumers) {
  std::vector<OperatorId> users;
  for (std::string_view consumer : consumers) users.push_back(builder_.find_operator(consumer));
  builder_.add_tensor({.name = name, .size = {size}, .producer = builder_.find_operator(producer), .consumers = users});
}

void PhasedGraph::arc(std::string_view from, std::string_view to) {
  tensor(std::string(from) + ">" + std::string(to), 1, from, {to});
}

void PhasedGraph::arcs(const std::string& all) {
  std::istringstream words(all);
  for (std::string word; words >> word;) arc(word.substr(0, word.find('>')), word.substr(word.find('>') + 1));
}

void PhasedGraph::control(std::string_view before, std::string_view after) {
  builder_.add_control(builder_.find_operator(before), builder_.find_operator(after));
}

Graph PhasedGraph::take() {
  return built(std::move(builder_));
}

Graph small_training_step(std::int64_t weight) {
  PhasedGraph graph;
  graph.ops("f1 f2 f3", "forward");
  graph.op("loss", "loss");
  graph.ops("b4 g3 b3 g2 b2 g1", "backward");
  add_adam(graph, "w3", weight);
  add_adam(graph, "w2", weight);
  graph.op("w1", "update");
  graph.tensor("a1", 16, "f1", {"f2", "b2", "g2"});
  graph.tensor("a2", 8, "f2", {"f3", "b3", "g3"});
  graph.tensor("a3", 4, "f3", {"loss", "b4"});
  graph.control("loss", "b4");
  graph.tensor("da3", 1, "b4", {"g3", "b3"});
  graph.tensor("da2", 1, "b3", {"g2", "b2"});
  graph.tensor("da1", 1, "b2", {"g1"});
  graph.tensor("dw3", weight, "g3", {"w3.d", "w3.q"});
  graph.tensor("dw2", weight, "g2", {"w2.d", "w2.q"});
  graph.tensor("dw1", weight, "g1", {"w1"});
  return graph.take();
}

}  // namespace stowage::test
