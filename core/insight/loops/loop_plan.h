// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/interval.h"
#include "core/graph/graph.h"
#include "core/plan/plan.h"
#include "core/safety/conflicts.h"

namespace stowage {

/// Memory in which carried values go round, so that none is ever copied.
/// ```
///  x₀ ⇐ x₁ ⇐ … ⇐ x₍d₋₁₎ ⇐ y     each holds in the next iteration what the one to its right holds now
///
///  iteration 0:  [x₀][x₁][y ]   the value that y makes stays where it is; after one iteration it is that of x₁,
///  iteration 1:  [y ][x₀][x₁]   after two that of x₀, after three it is overwritten
/// ```
struct Ring {
  enum class Kind {
    chain,     ///< ends at a tensor that the body makes in every iteration
    cycle,     ///< comes back to where it began: values change places, none is ever made
    constant,  ///< ends at a tensor that always holds the same value
  };
  Kind kind = Kind::chain;
  TensorId root;           ///< where it ends; of a cycle the member of lowest id
  std::size_t depth = 0;   ///< of a chain: iterations for which the root's value is needed after its own
  std::size_t places = 1;  ///< of a chain: its depth where the last use of a value comes before its slot is written
                           ///< again in that iteration, otherwise one more
  Bytes size;              ///< of each slot: the largest of all that it ever holds
};

/// A tensor that is carried into, and its ring.
struct Carried {
  TensorId tensor, from;
  std::size_t ring = 0;
  std::size_t distance = 0;  ///< from this iteration on it holds values of the ring's root (or of the cycle)
  std::size_t phase = 0;     ///< it lies in slot (phase + iteration) mod places
  /// Its first value is put into its slot. Where several chains join, this holds for the longest alone; the first
  /// values of the others have places of their own.
  bool in_ring = false;
};

struct RotatingBuffers {
  std::vector<Ring> rings;       ///< by lowest tensor that is carried into
  std::vector<Carried> carried;  ///< in the order of their tensors
  std::size_t repeat = 1;        ///< after so many iterations every ring has come round: the least common multiple

  /// Null for a tensor that nothing is carried into.
  [[nodiscard]] const Carried* find(TensorId t) const;
  /// The ring with this root, or null.
  [[nodiscard]] const Ring* rooted_at(TensorId t) const;
};

/// Finds the rings of a loop; `conflicts` are those of its body. `kept`, by tensor: needed until the iteration's end,
/// with or without a reader. The published text unrolls until carried tensors can share memory; this finds how often,
/// and which share. too_large, naming the rings, where `repeat` copies of the body would have more than kMaxUnrolled
/// tensors or operators: beyond, NNC takes minutes.
inline constexpr std::size_t kMaxUnrolled = 50'000;
[[nodiscard]] Result<RotatingBuffers> find_rotating_buffers(const Graph& body, const Conflicts& conflicts,
                                                            std::span<const Carry> carry,
                                                            const std::vector<bool>& kept);

/// Where a value of a loop's body lies: in one of the loop's buffers, or as a tensor of the graph around the loop.
struct LoopPlace {
  std::size_t buffer = 0;
  std::int64_t offset = 0;  ///< from the buffer's start
  TensorId outside{};       ///< valid: it is this tensor, and not in a buffer
  friend bool operator==(const LoopPlace&, const LoopPlace&) = default;
};

/// Where a tensor of the body lies, by iteration: the pointer table of a multi-view tensor (NNC). Type I has only
/// `repeat`; type II has a first place of its own; tensors that are carried over several iterations may have several.
/// Both are empty for a tensor that is never read and that the body does not make.
struct LoopView {
  std::vector<LoopPlace> first;   ///< of the iterations 0, 1, …
  std::vector<LoopPlace> repeat;  ///< then these, again and again

  [[nodiscard]] bool empty() const { return repeat.empty(); }
  /// The view must not be empty.
  [[nodiscard]] const LoopPlace& at(std::size_t iteration) const {
    return iteration < first.size() ? first[iteration] : repeat[(iteration - first.size()) % repeat.size()];
  }
  /// The place for counter % repeat, once those of `first` are over.
  [[nodiscard]] const LoopPlace& settled(std::size_t copy) const {
    const std::size_t turns = copy < first.size() ? (first.size() - copy + repeat.size() - 1) / repeat.size() : 0;
    return at(copy + turns * repeat.size());
  }
};

/// A loop planned so that it never copies the values that it carries: its body is unrolled and planned by NNC, and each
/// of its tensors has a place in each iteration.
struct LoopPlan {
  OperatorId node;                          ///< the loop, in the graph around it
  std::shared_ptr<const Loop> loop{};       ///< as the graph has it
  std::shared_ptr<const Graph> body{};      ///< with the buffers of inner loops as workspaces, after its own tensors
  RotatingBuffers rings{};                  ///< of that body
  std::shared_ptr<const Graph> unrolled{};  ///< `rings.repeat` copies
  Plan plan{};                              ///< of `unrolled`
  /// By tensor of `body`, by copy: its holder in `unrolled`; none: it lies outside, or its first value does.
  std::vector<std::vector<TensorId>> values{};
  std::vector<Bytes> buffers{};        ///< the bytes that the loop needs while it runs, in one or more pieces
  std::vector<std::int64_t> starts{};  ///< where each of them begins in `plan`
  std::size_t joined = 0;              ///< the one buffer stands for so many, which alignments keep together
  std::int64_t alignment = 1;          ///< of the buffers, where that of the plan is not enough
  std::vector<TensorId> workspaces{};  ///< the buffers, as tensors of the graph around the loop
  std::vector<LoopView> views{};       ///< by tensor of `body`
  std::vector<LoopPlan> inner{};       ///< the loops in the body
};

/// A graph with the buffers of its loops as workspaces of the operators that are loops: any strategy can plan it.
struct LoopsPlan {
  std::shared_ptr<const Graph> graph;
  std::vector<LoopPlan> loops;  ///< in the order of their operators
};

/// Plans all loops of a graph, inner ones first. Outputs of the body, and tensors with the id of one that the operator
/// makes, are kept until the iteration's exit test. Takes the better NNC rule, beyond 2,000 tensors that by size.
/// Errors name the loop: too_large (find_rotating_buffers), bad_input (unroll, sizes that differ inside and outside, no
/// common alignment), unsupported where tensors of the body share bytes, external, cancelled, timed_out.
[[nodiscard]] Result<LoopsPlan> plan_loops(const Graph& graph, Bytes alignment = {1}, const Task& task = {});

/// A place in the plan of the whole graph.
struct LoopCell {
  std::optional<std::int64_t> offset;  ///< none: nowhere, or where the loop around has it at the time
  TensorId outside{};                  ///< valid: it is this tensor of the graph around the loop
};

/// The pointer tables of one loop as it runs in given iterations of the loops around it: ptrs[counter % repeat].
struct LoopTable {
  struct Row {
    TensorId tensor;               ///< of the body as the file has it
    std::vector<LoopCell> first;   ///< of the iterations 0, 1, … where they differ from what follows; mostly empty
    std::vector<LoopCell> repeat;  ///< by counter % repeat; empty for a tensor that is never read
  };

  const LoopPlan* loop = nullptr;
  const Graph* around = nullptr;      ///< the graph around it, as the file has it
  std::vector<std::string> path;      ///< names of the loops, outermost first, the loop itself last
  std::vector<std::size_t> copies;    ///< of the loops around it: their counter % their repeat
  std::vector<std::int64_t> buffers;  ///< where each of its buffers begins
  std::vector<Row> rows;
};

/// All tables of the loops of a graph; those of an inner loop once for each copy of the loops around it, right after
/// the table of the loop around it. `plan` is of the graph with the loops' buffers; the tables refer to `graph` and
/// `loops`.
[[nodiscard]] std::vector<LoopTable> loop_tables(const Graph& graph, const LoopsPlan& loops, const Plan& plan);

}  // namespace stowage
