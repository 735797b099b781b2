// SPDX-License-Identifier: Apache-2.0
#include "core/insight/simulate/explain.h"

#include <cassert>

#include "core/graph/laid_out.h"
#include "core/safety/owners_graph.h"

namespace stowage {
namespace {

/// The operators that must be over before a tensor's bytes are free, without its producer where consumers follow it.
std::vector<OperatorId> uses_of(const Graph& graph, TensorId t) {
  const auto consumers = graph.consumers(t);
  if (!consumers.empty()) return {consumers.begin(), consumers.end()};
  if (graph.producer(t).valid()) return {graph.producer(t)};
  return {};
}

/// `bytes` is the graph without views, which has the uses; the paths are those of `graph`.
void prove(const Graph& graph, const Graph& bytes, Explanation& out) {
  const OperatorId target = bytes.producer(graph.owner(out.later));
  Ancestors ancestors(graph);
  ancestors.add(target);
  for (OperatorId use : uses_of(bytes, graph.owner(out.earlier)))
    out.proofs.push_back({use, ancestors.path(use, target)});
}

/// The execution of the proof in conflicts.cpp: all that must precede the two producers, then these.
std::vector<RunEvent> run_until_both_live(const Graph& graph, OperatorId first, OperatorId second) {
  if (first > second) std::swap(first, second);  // a valid id is less than none
  Ancestors ancestors(graph);
  ancestors.add(second);
  const bool one_leads_to_the_other = ancestors.contains(first);
  ancestors.add(first);

  std::vector<RunEvent> out;
  for (OperatorId o : graph.operators())
    if (ancestors.contains(o)) out.insert(out.end(), {{RunEvent::Kind::start, o}, {RunEvent::Kind::finish, o}});
  if (first.valid() && !one_leads_to_the_other) out.push_back({RunEvent::Kind::start, first});
  if (second.valid() && second != first) out.push_back({RunEvent::Kind::start, second});
  return out;
}

/// The path of a body, as in plan files; empty outside of all bodies.
std::string_view path_of(const LaidOut& bodies, const Graph* body) {
  const auto at = std::ranges::find(bodies.tables, body, &BodyTable::body);
  return at == bodies.tables.end() ? std::string_view() : std::string_view(at->path);
}
bool is_in(std::string_view inner, std::string_view path) {
  return inner.starts_with(path) && (inner.size() == path.size() || inner[path.size()] == '/');
}
/// "if" of "if:then", the path of a branch; empty for the path of a loop.
std::string_view operator_of_branch(std::string_view path) {
  const std::size_t colon = path.rfind(':');
  return colon == path.npos || path.find('/', colon) != path.npos ? std::string_view() : path.substr(0, colon);
}

/// The path of an operator that has the two in different branches; empty where there is none. In a loop, two iterations
/// may take different branches.
std::string parted_by(const LaidOut& bodies, TensorId a, TensorId b) {
  const std::string_view of_a = path_of(bodies, bodies.tensor_origins[a.index()].body);
  const std::string_view of_b = path_of(bodies, bodies.tensor_origins[b.index()].body);
  for (const BodyTable& one : bodies.tables) {
    const std::string_view op = operator_of_branch(one.path);
    if (op.empty() || !is_in(of_a, one.path) || is_in(of_b, one.path)) continue;
    const bool in_loop = std::ranges::any_of(bodies.tables, [&](const BodyTable& around) {
      return operator_of_branch(around.path).empty() && is_in(op, around.path);
    });
    if (!in_loop && std::ranges::any_of(bodies.tables, [&](const BodyTable& other) {
          return operator_of_branch(other.path) == op && is_in(of_b, other.path);
        }))
      return std::string(op);
  }
  return {};
}

/// Leaves out the begins and ends of bodies and, of branches, all but the one that has one of the tensors, or the
/// first.
void keep_one_run(const Graph& graph, TensorId a, TensorId b, std::vector<RunEvent>& events) {
  const LaidOut& bodies = *graph.laid_out();
  const auto holds = [&](std::string_view path) {
    return is_in(path_of(bodies, bodies.tensor_origins[a.index()].body), path) ||
           is_in(path_of(bodies, bodies.tensor_origins[b.index()].body), path);
  };
  std::vector<std::string_view> taken, left_out;  // paths of branches
  for (const bool of_tensor : {true, false})
    for (const BodyTable& table : bodies.tables) {
      const std::string_view op = operator_of_branch(table.path);
      if (op.empty() || holds(table.path) != of_tensor) continue;
      const bool other_taken = std::ranges::find(taken, op, operator_of_branch) != taken.end();
      (other_taken ? left_out : taken).emplace_back(table.path);
    }
  std::erase_if(events, [&](const RunEvent& event) {
    const std::string_view in = path_of(bodies, bodies.operator_origins[event.op.index()].body);
    return bodies.parts[event.op.index()] == LaidOut::Part::mark ||
           std::ranges::any_of(left_out, [&](std::string_view path) { return is_in(in, path); });
  });
}

}  // namespace

Explanation explain(const Graph& graph, const Conflicts& conflicts, TensorId a, TensorId b) {
  assert(a != b);
  Explanation out;
  out.safe = !conflicts.unsafe(a, b);
  out.earlier = a;
  out.later = b;
  out.same_bytes = graph.owner(a) == graph.owner(b);
  if (out.same_bytes) return out;
  std::optional<OwnersGraph> owners;
  if (graph.has_views()) owners = owners_graph(graph).value();  // as when the conflicts were computed
  const Graph& bytes = owners ? owners->graph : graph;
  if (out.safe && graph.laid_out() != nullptr) out.branches_of = parted_by(*graph.laid_out(), a, b);
  if (!out.branches_of.empty()) return out;
  if (!out.safe) {
    out.interleaving = run_until_both_live(graph, bytes.producer(graph.owner(a)), bytes.producer(graph.owner(b)));
    if (graph.laid_out() != nullptr) keep_one_run(graph, a, b, out.interleaving);
    return out;
  }
  if (!conflicts.before(a, b)) std::swap(out.earlier, out.later);
  if (bytes.is_needed(graph.owner(a)) && bytes.is_needed(graph.owner(b))) prove(graph, bytes, out);
  return out;
}

}  // namespace stowage
