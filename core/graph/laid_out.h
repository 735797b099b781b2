// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/graph/graph.h"

namespace stowage {

/// What an operator or tensor of a graph with bodies laid out is in the file.
template <class AnyId>
struct Origin {
  const Graph* body = nullptr;  ///< the body that it is of; null: the source
  AnyId id;
};

/// The places of a body's tensors in the graph in which it is laid out.
struct BodyTable {
  std::string path;     ///< "while", "if:then", nested "while/if:then/inner": as in plan files
  const Graph* body{};  ///< as the file has it
  std::size_t first = 0, repeat = 1;
  /// By tensor of the body, by iteration (first + repeat of them): the tensor whose place it has.
  /// Empty where it is a tensor of the graph around the operator, and lies where that lies.
  std::vector<std::vector<TensorId>> places;
  Origin<OperatorId> of;  ///< the operator whose body it is

  /// The iteration, of those that `places` has, in which everything lies as in iteration `count`.
  [[nodiscard]] std::size_t copy(std::size_t count) const {
    return count < first ? count : first + (count - first) % repeat;
  }
};

inline constexpr std::uint32_t kNoTurn = 0xffffffff;
/// One iteration of a loop, or one branch.
struct Turn {
  std::string path;  ///< of the body
  std::size_t iteration = 0;
  bool is_branch = false;
  std::uint32_t around = kNoTurn;  ///< the turn that its operator is in, if any
};

/// How a graph comes from one whose operators have bodies. They are laid out: `first + repeat` iterations of a loop one
/// after the other, the branches one after the other.
/// ```
///   loop    start ─ iteration 0 ─ end ─ iteration 1 ─ end ─ … ─ loop     What an iteration hands on to the next is
///                       y₀ ───────────▶ x₁    y₁ ──────┐                 read where it was made. What the last one
///                       └ the same place as ┘          └▶ iteration 1    makes lies where iteration `first` reads it.
///
///   branch  start ─ then ─ end ─ else ─ end ─ operator                   Both write the outputs into the same places.
/// ```
/// Two tensors conflict here if and only if some run of the loops and branches, with any number of iterations, needs
/// both at once. (What an operator makes without a body naming it counts as written all the while it runs.)
struct LaidOut {
  /// The graph with its bodies as the file has them. Its tensors come first in the other, by the same TensorId; an
  /// operator with bodies keeps its name, and is the last of its operators.
  std::shared_ptr<const Graph> source;
  std::vector<OperatorId> operators;  ///< by operator: the operator of the source that it is a part of
  /// By operator, where it stands in the file. One that only belongs to the laying out is the operator with the bodies.
  std::vector<Origin<OperatorId>> operator_origins;
  /// By tensor, what it is a value of. A value that a loop hands on is that of the tensor which is produced.
  std::vector<Origin<TensorId>> tensor_origins;
  /// By operator and by tensor: the first that is the same in the file. None for a mark. A tensor of a body that bears
  /// the name of a tensor which its operator consumes or produces is that tensor.
  std::vector<OperatorId> first_operators;
  std::vector<TensorId> first_tensors;
  enum class Part : std::uint8_t {
    run,    ///< of the run that durations are of: one iteration, one branch
    other,  ///< of a further iteration, or of another branch
    mark    ///< no operator of the file: it begins or ends a body
  };
  std::vector<Part> parts;          ///< by operator
  std::vector<BodyTable> tables;    ///< of every body, inner ones first
  std::vector<Turn> turns;          ///< in the order in which they are laid out
  std::vector<std::uint32_t> turn;  ///< by operator: the innermost of `turns`, or kNoTurn
};

/// Whether the run that durations are of has this operator, and it has no bodies whose operators take the time.
[[nodiscard]] inline bool takes_time(const Graph& graph, OperatorId o) {
  const LaidOut* const laid_out = graph.laid_out();
  if (laid_out == nullptr) return true;
  const auto& [body, id] = laid_out->operator_origins[o.index()];
  const Graph& of = body != nullptr ? *body : *laid_out->source;
  return laid_out->parts[o.index()] == LaidOut::Part::run && of.loop(id) == nullptr && of.branches(id).empty();
}
[[nodiscard]] inline const std::vector<TensorId>& first_of(const LaidOut& in, TensorId /*any*/) {
  return in.first_tensors;
}
[[nodiscard]] inline const std::vector<OperatorId>& first_of(const LaidOut& in, OperatorId /*any*/) {
  return in.first_operators;
}
/// Operators or tensors as the file counts them: of those that are the same in it, the first, once; no marks. Ascending
/// where bodies are laid out; otherwise as they are.
template <class AnyId>
[[nodiscard]] std::vector<AnyId> each_once(const Graph& graph, std::vector<AnyId> ids) {
  if (graph.laid_out() == nullptr) return ids;
  const std::vector<AnyId>& first = first_of(*graph.laid_out(), AnyId());
  for (AnyId& id : ids) id = first[id.index()];
  std::erase(ids, AnyId());
  std::ranges::sort(ids);
  ids.erase(std::ranges::unique(ids).begin(), ids.end());
  return ids;
}
/// Whether no operator or tensor before it is the same in the file.
template <class AnyId>
[[nodiscard]] bool is_first(const Graph& graph, AnyId id) {
  return graph.laid_out() == nullptr || first_of(*graph.laid_out(), id)[id.index()] == id;
}
/// How many operators and tensors the file has, those in bodies included.
[[nodiscard]] std::size_t operators_in_file(const Graph& graph);
[[nodiscard]] std::size_t tensors_in_file(const Graph& graph);

/// The name of an operator; of a mark, which no file has, "start of if/then".
[[nodiscard]] std::string shown_name(const Graph& graph, OperatorId o);

/// The graph as its file has it: the source where bodies are laid out.
[[nodiscard]] inline const Graph& source_of(const Graph& graph) {
  return graph.laid_out() != nullptr ? *graph.laid_out()->source : graph;
}

}  // namespace stowage
