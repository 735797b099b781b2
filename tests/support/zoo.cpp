// SPDX-License-Identifier: Apache-2.0
#include "tests/support/zoo.h"

#include <QtTest>

namespace stowage::test {

const ZooNetwork& zoo_network(std::string_view id) {
  const ZooNetwork* found = find_zoo_network(id);
  if (found == nullptr) qFatal("there is no network %s", std::string(id).c_str());
  return *found;
}

Graph zoo_graph(const ZooNetwork& network, const ZooOptions& options) {
  auto graph = make_zoo_graph(network, options);
  if (!graph) qFatal("%s", graph.error().text().c_str());
  return std::move(*graph);
}

void add_zoo_rows() {
  QTest::addColumn<QString>("id");
  for (const ZooNetwork& row : zoo_networks()) {
    const std::string id(row.id);
    QTest::newRow(id.c_str()) << QString::fromStdString(id);
  }
}

std::string listing(const Graph& graph) {
  std::string out;
  for (OperatorId o : graph.operators()) {
    for (std::string_view part : {graph.phase(o), graph.kind(o), graph.name(o)}) out += std::string(part) + ' ';
    out.back() = ':';
    for (TensorId t : graph.inputs(o)) out += ' ' + std::string(graph.name(t));
    out += " ->";
    for (TensorId t : graph.outputs(o))
      out += ' ' + std::string(graph.name(t)) + '[' + std::to_string(graph.size(t).count) + ']' +
             (graph.is_output(t) ? "!" : "");
    out += '\n';
  }
  for (const ControlEdge& edge : graph.control())
    out += std::string(graph.name(edge.before)) + " before " + std::string(graph.name(edge.after)) + '\n';
  return out;
}

}  // namespace stowage::test
