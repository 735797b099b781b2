// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/task.h"
#include "core/graph/graph.h"
#include "core/plan/plan.h"

namespace stowage {

class VectorClocks;

/// The operators in the order in which they run: the global order, or `sequence` (names of all operators) where that is
/// not empty. bad_input where it does not name each operator once, or runs one before another that it waits for; then
/// the reason names both, and the tensor or control edge between them.
[[nodiscard]] Result<std::vector<OperatorId>> running_order(const Graph& graph,
                                                            const std::vector<std::string>& sequence);

/// One way in which a plan is wrong.
struct Violation {
  enum class Kind { overlap, broken_group, misplaced_view, not_in_place, misaligned, out_of_range, wrong_footprint };
  Kind kind;
  TensorId first;    ///< none for wrong_footprint
  TensorId second;   ///< the other tensor of an overlap or of a broken group; the owner of a view; the input
  std::string text;  ///< a sentence that names the tensors, with offsets and sizes
};

/// The name that the command line and the Python module give to programs.
[[nodiscard]] constexpr const char* name_of(Violation::Kind kind) {
  constexpr const char* kNames[] = {"overlap",    "broken_group", "misplaced_view", "not_in_place",
                                    "misaligned", "out_of_range", "wrong_footprint"};
  return kNames[static_cast<std::size_t>(kind)];
}

struct Validation {
  std::vector<Violation> violations;  ///< the first `limit`, by kind then tensor
  std::uint64_t count = 0;            ///< of all violations; the search ends once there are kMaxOverlaps overlaps
  [[nodiscard]] bool valid() const { return count == 0; }
};

/// No plan has more overlaps counted than this: a worthless plan can have as many as there are pairs.
inline constexpr std::uint64_t kMaxOverlaps = 1'000'000;

/// Whether a plan is safe for a graph: every pair that shares an address must be ordered, groups must lie end to end,
/// offsets must be aligned (to the plan's alignment and the tensor's own) and not negative, the footprint must be the
/// largest end. Tensors that are never needed or of size 0 may share any address and lie anywhere, but in their group;
/// members of a group but the first are aligned by the group alone. Every tensor of positive size counts for the
/// footprint.
///
/// A view must lie where its owner has it, and is otherwise a part of its owner: its uses are those of the owner, and
/// only the owner is aligned and compared with others. Two owners may also overlap where the graph permits the first to
/// be written over the second, within the shifts given, and the producer of the first is the last to use the second in
/// every run. A duty requires them to lie so.
///
/// Shares no code with core/safety and core/layout: vector clocks over the streams derive happens-before forward from
/// the start. The operators run in the plan's sequence, if it has one; serial streams run as one. `plan.offsets` must
/// have one entry a tensor. bad_input where the sequence is not an order of the graph or the alignment is not in 1 …
/// 2^60; too_large where comparing the operators takes more than 4 GiB.
[[nodiscard]] Result<Validation> validate(const Graph& graph, const Plan& plan, std::size_t limit = 1000,
                                          const Task& task = {});

/// Validates plans of one graph in one order: what validate() derives from the graph is derived once for all of them.
/// Refers to the graph. Several threads may use it.
class PlanValidator {
 public:
  /// `sequence` and `serial` as in the plans; errors of validate().
  [[nodiscard]] static Result<PlanValidator> make(const Graph& graph, const std::vector<std::string>& sequence = {},
                                                  bool serial = false, const Task& task = {});

  /// As validate() above. O(T log T) for a valid plan, on one stream and on several, and a few look-ups for each use.
  [[nodiscard]] Result<Validation> validate(const Plan& plan, std::size_t limit = 1000, const Task& task = {}) const;

 private:
  const Graph* graph_ = nullptr;
  std::shared_ptr<const VectorClocks> history_;
  std::vector<TensorId> by_birth_;  // all tensors, in the order of their births
};

}  // namespace stowage
