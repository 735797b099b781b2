// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/graph/walk.h"

#include <algorithm>

namespace stowage {
namespace {

OperatorId stream_before(const Graph& graph, OperatorId o) {
  const std::uint32_t position = graph.position(o);
  return position > 1 ? graph.operators_of(graph.stream(o))[position - 2] : OperatorId();
}

OperatorId predecessor(const Graph& graph, OperatorId o) {
  OperatorId best;
  const auto consider = [&](OperatorId other) {
    if (other.valid() && other != o && (!best.valid() || other > best)) best = other;
  };
  for (TensorId t : graph.inputs(o)) consider(graph.producer(t));
  if (best.valid()) return best;
  for (const ControlEdge& edge : graph.control())
    if (edge.after == o) consider(edge.before);
  return best.valid() ? best : stream_before(graph, o);
}

OperatorId successor(const Graph& graph, OperatorId o) {
  OperatorId best;
  const auto consider = [&](OperatorId other) {
    if (other != o && (!best.valid() || other < best)) best = other;
  };
  for (TensorId t : graph.outputs(o)) std::ranges::for_each(graph.consumers(t), consider);
  if (best.valid()) return best;
  std::ranges::for_each(graph.control_successors(o), consider);
  return best.valid() ? best : graph.next_in_stream(o);
}

}  // namespace

OperatorId walk(const Graph& graph, OperatorId from, Step step) {
  switch (step) {
    case Step::predecessor:
      return predecessor(graph, from);
    case Step::successor:
      return successor(graph, from);
    case Step::stream_before:
      return stream_before(graph, from);
    case Step::stream_after:
      return graph.next_in_stream(from);
  }
  return {};
}

}  // namespace stowage
