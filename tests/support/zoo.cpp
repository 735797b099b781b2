// SPDX-License-Identifier: Apache-2.0
#include "tests/support/zoo.h"

#include <stdexcept>

#include "tests/support/outcome.h"

namespace stowage::test {

const ZooNetwork& zoo_network(std::string_view id) {
  const ZooNetwork* found = find_zoo_network(id);
  if (found == nullptr) throw std::runtime_error("there is no network " + std::string(id));
  return *found;
}

Graph zoo_graph(const ZooNetwork& network, const ZooOptions& options) {
  return must(make_zoo_graph(network, options));
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
