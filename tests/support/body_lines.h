// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "core/graph/graph.h"

namespace stowage::test {

/// The lines of a graph, those of bodies indented: "ADD 0: t0 -> t1", "carry t0 <- t1", "t2 in t1".
[[nodiscard]] inline std::string lines_of(const Graph& graph, const std::string& indent = "") {
  std::string out;
  const auto names = [&](std::span<const TensorId> tensors) {
    std::string all;
    for (const TensorId t : tensors) all += " " + std::string(graph.name(t));
    return all;
  };
  for (const OperatorId o : graph.operators()) {
    out += indent + std::string(graph.name(o)) + ":" + names(graph.inputs(o)) + " ->" + names(graph.outputs(o)) + "\n";
    if (const Loop* const loop = graph.loop(o)) {
      for (const auto& [into, from] : loop->carry)
        out += indent + "  carry " + std::string(loop->body.name(into)) + " <- " + std::string(loop->body.name(from)) +
               "\n";
      out += lines_of(loop->body, indent + "  ");
    }
    for (const Branch& branch : graph.branches(o))
      out += indent + "  " + branch.name + "\n" + lines_of(branch.body, indent + "    ");
  }
  for (const View& view : graph.views())
    out += indent + std::string(graph.name(view.tensor)) + " in " + std::string(graph.name(view.of)) + "\n";
  return out;
}

}  // namespace stowage::test
