// SPDX-License-Identifier: Apache-2.0
#include "core/insight/edit/edits.h"

#include "core/graph/lifetimes.h"

namespace stowage {
namespace {

constexpr auto kFixed = "the time axis of this graph fixes the order of its steps";

/// "\"b\" needs \"x\", which \"a\" makes", or that a sync leads from one to the other.
std::string describe_arc(const Graph& graph, OperatorId from, OperatorId to) {
  for (TensorId t : graph.inputs(to))
    if (graph.producer(t) == from)
      return quoted(graph.name(to)) + " needs " + quoted(graph.name(t)) + ", which " + quoted(graph.name(from)) +
             " makes";
  return "the sync " + std::string(graph.name(from)) + " → " + std::string(graph.name(to)) + " forbids it";
}

std::string why_not(const Graph& graph, const AllowedSteps& allowed, OperatorId op, std::size_t step) {
  const bool too_early = step < allowed.begin;
  const OperatorId other = too_early ? allowed.after : allowed.before;
  return quoted(graph.name(op)) + " cannot come " + (too_early ? "before " : "after ") + quoted(graph.name(other)) +
         ": " + (too_early ? describe_arc(graph, other, op) : describe_arc(graph, op, other));
}

/// As with_order(), with the new ids of the operators.
EditedGraph reordered(const Graph& graph, std::span<const OperatorId> sequence) {
  std::vector<OperatorId> now(sequence.size());
  for (std::size_t k = 0; k < sequence.size(); ++k) now[sequence[k].index()] = OperatorId(k);
  return {with_order(graph, sequence), std::move(now)};
}

}  // namespace

AllowedSteps allowed_steps(const Graph& graph, OperatorId op) {
  AllowedSteps out{0, graph.operator_count(), {}, {}};
  const auto follow = [&](OperatorId o) {
    if (o.valid() && o != op && (!out.after.valid() || o > out.after)) out.after = o;
  };
  const auto precede = [&](OperatorId o) {
    if (o != op) out.before = std::min(out.before, o);  // the id "none" is the largest
  };
  for (TensorId t : graph.inputs(op)) follow(graph.producer(t));
  for (TensorId t : graph.outputs(op)) std::ranges::for_each(graph.consumers(t), precede);
  for (const auto& [before, after] : graph.control()) {
    if (after == op) follow(before);
    if (before == op) precede(after);
  }
  if (out.after.valid()) out.begin = out.after.index() + 1;
  if (out.before.valid()) out.end = out.before.index();
  if (!graph.times().empty()) out.begin = op.index(), out.end = op.index() + 1;
  return out;
}

Result<EditedGraph> move_to_step(const Graph& graph, OperatorId op, std::size_t step) {
  if (auto fault = fault_of(graph, {&op, 1}); !fault.empty()) return refused(std::move(fault));
  if (step >= graph.operator_count())
    return refused("there are only " + std::to_string(graph.operator_count()) + " steps");
  if (step == op.index()) return refused(quoted(graph.name(op)) + " is at that step already");
  if (!graph.times().empty()) return refused(kFixed);
  const AllowedSteps allowed = allowed_steps(graph, op);
  if (!allowed.contain(step)) return refused(why_not(graph, allowed, op, step));

  std::vector<OperatorId> sequence(graph.operators().begin(), graph.operators().end());
  const auto at = [&](std::size_t k) { return sequence.begin() + static_cast<std::ptrdiff_t>(k); };
  if (step < op.index())
    std::rotate(at(step), at(op.index()), at(op.index() + 1));
  else
    std::rotate(at(op.index()), at(op.index() + 1), at(step + 1));
  return reordered(graph, sequence);
}

Result<EditedGraph> put_in_order(const Graph& graph, std::span<const OperatorId> sequence) {
  if (!graph.times().empty()) return refused(kFixed);
  if (!is_order(graph, sequence)) return refused("an operator would run before an operator that it waits for");
  if (std::ranges::equal(sequence, graph.operators())) return refused("the operators are in that order already");
  return reordered(graph, sequence);
}

}  // namespace stowage
