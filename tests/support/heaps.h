// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/insight/recorded/recorded_heap.h"

namespace stowage::test {

/// So many bytes at that address, allocated at step `from` and free again at step `to`.
[[nodiscard]] inline HeapAllocation allocation(std::uint64_t address, std::int64_t size, HeapStep from, HeapStep to,
                                               std::uint32_t stream = 0) {
  return {.address = address,
          .requested = {size},
          .rounded = {size},
          .allocated = from,
          .free_requested = to,
          .free_completed = to,
          .stream = stream};
}

}  // namespace stowage::test
