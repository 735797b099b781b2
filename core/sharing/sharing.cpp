// SPDX-License-Identifier: Apache-2.0
#include "core/sharing/sharing.h"

#include <algorithm>

#include "core/base/faults.h"
#include "core/base/text.h"
#include "core/graph/indexing.h"
#include "core/plan/block_problem.h"

namespace stowage {
namespace {

/// bad_input for each duty of the graph that is void, with the reason.
Result<void> check_duties(const Graph& graph, const std::vector<Permission>& permissions) {
  Faults faults("");
  for (std::size_t k = 0; k < permissions.size(); ++k) {
    const InPlace& pair = graph.in_place()[k];
    if (!pair.must || permissions[k].usable()) continue;
    faults.add("/in_place/" + std::to_string(k), quoted(graph.name(pair.output)) + " must be written over " +
                                                     quoted(graph.name(pair.input)) + ", but " +
                                                     why_void(graph, pair, permissions[k]));
  }
  if (faults.any()) return tl::unexpected(std::move(faults).error());
  return {};
}

/// Takes each pair k with `used[k]`. An inexact owner counts as one without views: conflicts found are in the graph.
RelaxedGraph relaxed_graph(const Graph& graph, const OwnersGraph& owners, const std::vector<bool>& used) {
  // The operators to split, the outputs that may lie over inputs, and the inputs that may lie under them.
  std::vector<bool> is_split(graph.operator_count()), may_be_over(graph.tensor_count());
  std::vector<std::pair<std::size_t, TensorId>> under;  // by operator
  for (std::size_t k = 0; k < used.size(); ++k) {
    if (!used[k]) continue;
    const InPlace& pair = graph.in_place()[k];
    const OperatorId maker = graph.producer(pair.output);
    is_split[maker.index()] = true;
    may_be_over[pair.output.index()] = true;
    under.emplace_back(maker.index(), pair.input);
  }
  const auto inputs_under = Csr<TensorId>::from_pairs(graph.operator_count(), under);

  const Graph::Data& old = graph.data();
  Graph::Data data;
  data.streams = old.streams;
  std::vector<OperatorId> first, second, operators;  // by operator of the graph
  for (OperatorId o : graph.operators()) {
    first.emplace_back(operators.size());
    operators.resize(operators.size() + (is_split[o.index()] ? 2 : 1), o);
    second.emplace_back(operators.size() - 1);
  }
  for (OperatorId o : operators) data.operator_stream.push_back(graph.stream(o));
  data.tensor_size = owners.graph.data().tensor_size;
  data.tensor_group = old.tensor_group;
  data.tensor_alignment = old.tensor_alignment;
  data.groups = old.groups;
  std::vector<OperatorId> uses;
  for (TensorId t : graph.tensors()) {
    const Graph& of = std::ranges::binary_search(owners.inexact, t) ? graph : owners.graph;
    const OperatorId producer = of.producer(t);
    uses.clear();
    for (OperatorId use : of.consumers(t)) {
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
        for (OperatorId use : of.consumers(t))
          if (use != producer) data.control.push_back({second[producer.index()], first[use.index()]});
        uses.push_back(second[producer.index()]);
      }
    }
    sort_distinct(uses);
    data.tensor_producer.push_back(begin);
    data.tensor_output.push_back(of.is_output(t));
    data.tensor_consumers.add_row(uses);
  }
  for (const ControlEdge& edge : graph.control())
    data.control.push_back({second[edge.before.index()], first[edge.after.index()]});
  index_all(data);
  return {Graph(std::move(data)), std::move(operators)};
}

}  // namespace

Result<Sharing> share(const Graph& graph, Bytes alignment, bool permitted, const Task& task) {
  STOWAGE_TRY(const std::vector<Permission> verdicts, permissions(graph, task));
  STOWAGE_CHECK(check_duties(graph, verdicts));
  STOWAGE_TRY(const OwnersGraph owners, owners_graph(graph, task));
  const Conflicts none;  // only sizes and alignment are used
  STOWAGE_CHECK(BlockProblem::make(owners.graph, none, alignment));
  Sharing out;
  STOWAGE_CHECK(choose_pairs(graph, owners, alignment, verdicts, permitted, out));
  std::vector<bool> used;
  for (std::size_t k = 0; k < verdicts.size(); ++k) {
    used.push_back(verdicts[k].usable() && (permitted || graph.in_place()[k].must));
    out.ignores_permissions = out.ignores_permissions || (verdicts[k].usable() && !used[k]);
  }
  if (owners.inexact.empty() && std::ranges::find(used, true) == used.end()) return out;
  out.relaxed = relaxed_graph(graph, owners, used);
  return out;
}

}  // namespace stowage
