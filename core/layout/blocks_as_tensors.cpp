// SPDX-License-Identifier: Apache-2.0
#include "core/layout/blocks_as_tensors.h"

#include <numeric>
#include <utility>

#include "core/graph/indexing.h"
#include "core/safety/owners_graph.h"

namespace stowage {

Result<Graph> with_blocks_as_tensors(const BlockProblem& problem, const Task& task) {
  Graph::Data data = problem.graph().data();
  data.companions.clear();
  data.laid_out = nullptr;
  for (std::size_t b = 0; b < problem.block_count(); ++b) {
    const auto members = problem.block(b);
    const TensorId first = members.front();
    for (TensorId t : members.subspan(1)) {
      data.views.push_back({t, first, problem.inset(t), {}});
      if (data.tensor_alignment.empty()) continue;
      std::uint32_t& own = data.tensor_alignment[first.index()];
      own = std::lcm(own, std::exchange(data.tensor_alignment[t.index()], 1U));
    }
    if (members.size() > 1) data.tensor_size[first.index()] = problem.block_size(b);
  }
  index_views(data);
  return owners_graph(Graph(std::move(data)), task).map([](OwnersGraph&& owners) { return std::move(owners.graph); });
}

}  // namespace stowage
