// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/base/bytes.h"

namespace stowage {

/// What a record of several devices says of one of them.
struct RecordedDevice {
  std::int64_t number = 0;               ///< -1: the host
  std::size_t events = 0;                ///< of its memory
  std::size_t failures = 0;              ///< times that it had no memory left
  std::optional<Bytes> reserved_peak{};  ///< where segments were recorded
};

}  // namespace stowage
