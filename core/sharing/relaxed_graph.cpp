// SPDX-License-Identifier: Apache-2.0
#include "core/sharing/relaxed_graph.h"

#include <algorithm>

#include "core/graph/indexing.h"

namespace stowage {

RelaxedGraph relaxed_graph(const Graph& graph, const Graph& owners, const std::vector<bool>& used) {
  // The operators to split, the outputs that may lie over inputs, and the inputs that may lie under them.
  std::vector<bool> is_split(owners.operator_count()), may_be_over(owners.tensor_count());
  std::vector<std::pair<std::size_t, TensorId>> under;  // by operator
  for (std::size_t k = 0; k < used.size(); ++k) {
    if (!used[k]) continue;
    const InPlace& pair = graph.in_place()[k];
    const OperatorId maker = graph.producer(pair.output);
    is_split[maker.index()] = true;
    may_be_over[pair.output.index()] = true;
    under.emplace_back(maker.index(), pair.input);
  }
  const auto inputs_under = Csr<TensorId>::from_pairs(owners.operator_count(), under);

  const Graph::Data& old = owners.data();
  Graph::Data data;
  data.name = old.name;
  data.streams = old.streams;
  data.labels = old.labels;
  std::vector<OperatorId> first, second, operators;  // by operator of the graph
  for (OperatorId o : owners.operators()) {
    const std::size_t parts = is_split[o.index()] ? 2 : 1;
    first.emplace_back(operators.size());
    for (std::size_t part = 0; part < parts; ++part) {
      data.operator_names.add(owners.name(o));
      data.operator_stream.push_back(owners.stream(o));
      data.operator_kind.push_back(old.operator_kind[o.index()]);
      data.operator_phase.push_back(old.operator_phase[o.index()]);
      operators.push_back(o);
    }
    second.emplace_back(operators.size() - 1);
  }
  data.tensor_names = old.tensor_names;
  data.tensor_size = old.tensor_size;
  data.tensor_kind = old.tensor_kind;
  data.tensor_output = old.tensor_output;
  data.tensor_group = old.tensor_group;
  data.tensor_alignment = old.tensor_alignment;
  data.groups = old.groups;
  std::vector<OperatorId> uses;
  for (TensorId t : owners.tensors()) {
    const OperatorId producer = owners.producer(t);
    uses.clear();
    for (OperatorId use : owners.consumers(t)) {
      if (use == producer) {  // a workspace
        uses.push_back(second[use.index()]);
        continue;
      }
      const auto dying = inputs_under[use.index()];
      const bool early = std::ranges::find(dying, t) != dying.end();
      uses.push_back(first[use.index()]);
      if (!early) uses.push_back(second[use.index()]);
    }
    OperatorId begin = producer;
    if (producer.valid()) {
      const bool late = may_be_over[t.index()];
      begin = (late ? second : first)[producer.index()];
      // What waits for the producer waits for both parts of it, and what the first makes spans both.
      if (!late && is_split[producer.index()]) {
        for (OperatorId use : owners.consumers(t))
          if (use != producer) data.control.push_back({second[producer.index()], first[use.index()]});
        uses.push_back(second[producer.index()]);
      }
    }
    std::ranges::sort(uses);
    uses.erase(std::ranges::unique(uses).begin(), uses.end());
    data.tensor_producer.push_back(begin);
    data.tensor_consumers.add_row(uses);
  }
  for (const ControlEdge& edge : owners.control())
    data.control.push_back({second[edge.before.index()], first[edge.after.index()]});
  index_all(data);
  return {Graph(std::move(data)), std::move(operators)};
}

}  // namespace stowage
