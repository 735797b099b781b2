// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/task.h"
#include "core/graph/graph.h"

namespace stowage {

/// Whether an output may ever be written over an input, as the graph permits, and if not, why.
struct Permission {
  enum class Verdict {
    usable,
    view,           ///< one of them is a view: only owners of bytes take each other's place
    needed_later,   ///< `tensor`, in the bytes of the input, is an output of the graph
    other_user,     ///< `user` uses `tensor`, in the bytes of the input, and may not be over when the output is made
    written_early,  ///< `user` makes `tensor`, in the bytes of the output, and may do so while the input is in use
  };
  Verdict verdict = Verdict::usable;
  OperatorId user{};
  TensorId tensor{};
  [[nodiscard]] bool usable() const { return verdict == Verdict::usable; }
};

/// One for each in-place pair of the graph. The producer of the output must be the last to use the bytes of the input,
/// in every run: each other user of the input, or of a view of it, happens before (strictly, over all streams).
/// O(users) after the reachability of operators, which costs as much as Conflicts; empty where there are no pairs.
[[nodiscard]] Result<std::vector<Permission>> permissions(const Graph& graph, const Task& task = {});

/// Why a pair cannot be used: a sentence without a final stop; empty where it can.
[[nodiscard]] std::string why_void(const Graph& graph, const InPlace& pair, const Permission& permission);

}  // namespace stowage
