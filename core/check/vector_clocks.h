// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/task.h"
#include "core/graph/graph.h"

namespace stowage {

/// The operators that are surely over when an operator starts, computed forward, as a vector clock or (where there are
/// so many streams that this is smaller) as the set of all operators before it.
///
/// For an owner with views, and for a view, the answers are those of the owner's bytes: they begin with the first
/// operator that writes any of them, and are needed as long as any tensor that lies in them.
///
/// Used by core/check only, and independent of core/safety, which works backward from the uses of tensors.
class VectorClocks {
 public:
  /// The operators run in the global order, or in `sequence` (names of all operators) where that is not empty; each
  /// stream runs its own in the same order, or with `serial` all streams run as one. bad_input where the sequence is
  /// not such an order; too_large where comparing the operators takes more than 4 GiB.
  [[nodiscard]] static Result<VectorClocks> compute(const Graph& graph, const std::vector<std::string>& sequence,
                                                    bool serial, const Task& task);

  /// Step of the first operator that writes its bytes; -1 where they are present from the start.
  [[nodiscard]] std::int64_t birth(TensorId t) const { return std::int64_t{lives_[t.index()].birth} - 1; }
  /// Step of the last operator that makes or uses its bytes; beyond all steps where they hold an output of the graph.
  [[nodiscard]] std::int64_t last_use(TensorId t) const { return std::int64_t{lives_[t.index()].last_use} - 1; }
  /// Whether every use of a's bytes is over when any of b's is written.
  [[nodiscard]] bool over_before(TensorId a, TensorId b) const;
  /// Whether the producer of `output` is the last to use the bytes of `input`, which it consumes, in every run, and the
  /// first to write those of `output`: `output` may then be written over `input`, if the graph permits it.
  [[nodiscard]] bool ends_where_begins(TensorId input, TensorId output) const;
  /// Whether the bytes that the tensor lies in are ever needed.
  [[nodiscard]] bool is_needed(TensorId t) const { return needed_[graph_->owner(t).index()]; }
  /// The in-place pair of exactly these two, or null.
  [[nodiscard]] const InPlace* pair_of(TensorId output, TensorId input) const;

 private:
  enum class Form { one_stream, clocks, ancestors };
  struct Life {
    std::uint32_t birth, last_use;  // steps, from 1
  };

  explicit VectorClocks(const Graph& graph) : graph_(&graph) {}
  [[nodiscard]] Result<void> choose_form();
  void absorb(OperatorId from, OperatorId into);
  void index_bytes();
  void find_lives();
  [[nodiscard]] std::uint32_t step(OperatorId o) const {
    return step_.empty() ? static_cast<std::uint32_t>(o.index()) : step_[o.index()];
  }
  [[nodiscard]] bool leads_to(OperatorId before, OperatorId after) const;
  [[nodiscard]] std::span<const OperatorId> writers(TensorId owner) const;
  [[nodiscard]] std::span<const OperatorId> users(TensorId owner) const;

  const Graph* graph_;
  Form form_ = Form::one_stream;
  std::vector<std::uint32_t> step_;                       // by operator; empty: the global order
  std::vector<std::uint32_t> position_;                   // by operator: place in its stream, from 1; for `clocks`
  std::vector<bool> needed_, output_;                     // by owner
  Csr<OperatorId> first_writers_, last_users_;            // by owner, one a stream; where the graph has views
  std::unordered_map<std::uint64_t, std::size_t> pairs_;  // places of in-place pairs, by output and input
  std::vector<Life> lives_;                               // by tensor, of the bytes that it lies in
  std::size_t width_ = 0;                                 // of a row
  std::vector<std::uint32_t> clocks_;                     // [operator][stream]: its last position that is over
  std::vector<std::uint64_t> ancestors_;                  // [operator]: bits by operator
};

}  // namespace stowage
