// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/roam/arcs.h"

#include "core/graph/indexing.h"

namespace stowage::roam {

Arcs::Arcs(const Graph& graph) {
  const auto arcs = arcs_of(graph.data());
  std::vector<std::pair<std::size_t, OperatorId>> after, before;
  after.reserve(arcs.size());
  before.reserve(arcs.size());
  for (const Arc& arc : arcs) {
    after.emplace_back(arc.from.index(), arc.to);
    before.emplace_back(arc.to.index(), arc.from);
  }
  successors = Csr<OperatorId>::from_pairs(graph.operator_count(), after);
  predecessors = Csr<OperatorId>::from_pairs(graph.operator_count(), before);
}

}  // namespace stowage::roam
