// SPDX-License-Identifier: Apache-2.0
#include "tests/support/runs.h"

#include <algorithm>

#include "tests/support/exhaustive.h"

namespace stowage::test {
namespace {

bool happened(std::span<const RunEvent> past, RunEvent::Kind kind, OperatorId o) {
  return std::ranges::find(past, RunEvent{kind, o}) != past.end();
}

}  // namespace

RunMemory::State state_by_definition(const Graph& graph, TensorId t, std::span<const RunEvent> past) {
  using State = RunMemory::State;
  const auto finished = [&](OperatorId o) { return happened(past, RunEvent::Kind::finish, o); };
  const OperatorId producer = graph.producer(t);
  if (producer.valid() && !happened(past, RunEvent::Kind::start, producer)) return State::unborn;
  if (!producer.valid() && graph.consumers(t).empty() && !graph.is_output(t)) return State::unborn;
  if (graph.is_output(t)) return State::alive;
  if (producer.valid() && !finished(producer)) return State::alive;
  return std::ranges::all_of(graph.consumers(t), finished) ? State::dead : State::alive;
}

bool can_happen(const Graph& graph, std::span<const RunEvent> events) {
  const OperatorPairs arcs = arcs_by_definition(graph);
  for (std::size_t k = 0; k < events.size(); ++k) {
    const auto& [kind, o] = events[k];
    const std::span<const RunEvent> past = events.first(k);
    if (o.index() >= graph.operator_count() || happened(past, kind, o)) return false;
    const auto is_over = [&](const auto& arc) {
      return arc.second != o.index() || happened(past, RunEvent::Kind::finish, OperatorId(arc.first));
    };
    const bool starts = kind == RunEvent::Kind::start;
    if (starts ? !std::ranges::all_of(arcs, is_over) : !happened(past, RunEvent::Kind::start, o)) return false;
  }
  return true;
}

}  // namespace stowage::test
