// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/formats/xla/flow.h"

namespace stowage::xla {

/// Work that runs beside the instructions that follow it, until one of them waits for it.
struct Beside {
  std::uint32_t first, start;  ///< steps of the work; the steps inside a start come before it
  std::uint32_t done;          ///< the step that waits for it
  std::string queue;           ///< a thread or a queue that the module names, or "collectives"
};

/// All such work of a module, by its first step. Work inside other such work is part of it. O(n log n).
[[nodiscard]] std::vector<Beside> work_beside(const Flow& flow);

}  // namespace stowage::xla
