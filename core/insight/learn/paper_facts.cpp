// SPDX-License-Identifier: Apache-2.0
#include "core/insight/learn/lesson_facts.h"

#include <algorithm>

#include "core/insight/loops/loop_plan.h"
#include "core/papers/nnc/allocation_graph.h"
#include "core/papers/olla/models.h"
#include "core/papers/roam/subgraph_tree.h"
#include "core/safety/ancestors.h"

namespace stowage {

std::int64_t ancestor_streams(const Graph& graph, StreamId stream) {
  Ancestors ancestors(graph);
  for (const OperatorId o : graph.operators_of(stream)) ancestors.add(o);
  return std::ranges::count_if(graph.streams(), [&](StreamId other) {
    return other != stream &&
           std::ranges::any_of(graph.operators_of(other), [&](OperatorId o) { return ancestors.contains(o); });
  });
}

std::int64_t tensors_between_streams(const Graph& graph) {
  return std::ranges::count_if(graph.tensors(), [&](TensorId t) {
    const OperatorId producer = graph.producer(t);
    return producer.valid() && std::ranges::any_of(graph.consumers(t), [&](OperatorId user) {
             return graph.stream(user) != graph.stream(producer);
           });
  });
}

std::int64_t insensitive_operators(const Graph& graph) {
  const auto fixed = memory_insensitive(order_problem(graph).successors);
  return std::ranges::count(fixed, true);
}

std::int64_t steps_to_run_at(const Graph& graph, OperatorId o) {
  const Lifetime span = olla::find_schedule_windows(order_problem(graph)).operators[o.index()];
  return static_cast<std::int64_t>(span.end) - static_cast<std::int64_t>(span.begin);
}

std::int64_t order_variables(const Graph& graph) {
  return 2 * static_cast<std::int64_t>(graph.tensor_count() * graph.operator_count());
}

std::int64_t subgraph_leaves(const Graph& graph, std::int64_t node_limit) {
  const SubgraphTree tree = make_subgraph_tree(graph, static_cast<std::size_t>(node_limit));
  return std::ranges::count_if(tree.leaves(), [&](std::uint32_t leaf) { return tree.nodes[leaf].operator_count > 0; });
}

bool has_allocation_graph(const LayoutStrategy& strategy) {
  return strategy.id == "nnc" || strategy.id == "nnc.size";
}

Result<HandedBytes> handed_bytes(const LayoutProblem& problem, const LayoutStrategy& strategy, const Task& task) {
  const NncRule rule = strategy.id == "nnc" ? NncRule::degree : NncRule::size;
  STOWAGE_TRY(const AllocationGraph flow, allocation_graph(problem, rule, task));
  HandedBytes out;
  for (const AllocationGraph::Edge& edge : flow.edges)
    if (edge.tail < problem.block_count() && edge.head < problem.block_count())
      out[{problem.block(edge.tail).front(), problem.block(edge.head).front()}] += edge.bytes.end - edge.bytes.begin;
  return out;
}

const LoopPlan* find_loop(const LoopsPlan& loops, const std::vector<std::string>& path) {
  const Graph* around = loops.graph.get();
  const std::vector<LoopPlan>* here = &loops.loops;
  const LoopPlan* out = nullptr;
  for (const std::string& name : path) {
    const auto found =
        std::ranges::find_if(*here, [&](const LoopPlan& each) { return around->name(each.node) == name; });
    if (found == here->end()) return nullptr;
    out = &*found;
    around = out->body.get();
    here = &out->inner;
  }
  return out;
}

std::optional<std::int64_t> loop_place(const Graph& graph, const LoopsPlan& loops, const Plan& plan,
                                       const Question& question) {
  std::vector<std::size_t> copies;  // of the loops around
  std::vector<std::string> path;
  for (std::size_t k = 0; k + 1 < question.loop.size(); ++k) {
    path.push_back(question.loop[k]);
    copies.push_back(static_cast<std::size_t>(question.iterations[k]) % find_loop(loops, path)->rings.repeat);
  }
  for (const LoopTable& table : loop_tables(graph, loops, plan)) {
    if (table.path != question.loop || table.copies != copies) continue;
    const auto row = std::ranges::find(table.rows, question.value, &LoopTable::Row::tensor);
    if (row == table.rows.end() || row->repeat.empty()) return {};
    const auto at = static_cast<std::size_t>(question.iterations.back());
    const LoopCell& cell = at < row->first.size() ? row->first[at] : row->repeat[at % row->repeat.size()];
    if (cell.offset || !cell.outside.valid() || question.loop.size() > 1) return cell.offset;
    const TensorId outside = loops.graph->find_tensor(std::string(graph.name(cell.outside)));
    return plan.offsets[outside.index()].value;
  }
  return {};
}

}  // namespace stowage
