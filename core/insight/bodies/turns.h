// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/task.h"
#include "core/graph/graph.h"

namespace stowage {

/// How the iterations of a loop follow each other.
struct Turns {
  std::size_t first = 0;   ///< iterations before everything comes round: some values still come from outside
  std::size_t repeat = 1;  ///< after so many, each value that is carried lies where it lay
};

/// By tensor of a loop's body: the tensor that it takes its next value from, or none.
[[nodiscard]] std::vector<TensorId> carried_from(const Loop& loop);

/// A value made in one iteration is needed for `depth` more, by tensors that it is handed on to. It may be overwritten
/// in the last of these if all its uses come before the next value is made. Tensors that only change places come round
/// after as many iterations as there are of them. `kept`, by tensor of the body: needed until
/// the end of the iteration. At least as many first iterations as in `wanted`, and a multiple of what repeats there.
/// too_large where values that change places come round too late, or `wanted` does; cancelled, timed_out.
[[nodiscard]] Result<Turns> turns_of(const Loop& loop, const std::vector<bool>& kept, const Turns& wanted = {},
                                     const Task& task = {});

}  // namespace stowage
