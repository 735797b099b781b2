// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/bytes.h"

namespace stowage {

/// A point of a front.
struct FrontMark {
  Bytes bytes;
  std::int64_t nanoseconds = 0;
  bool stays = false;
};

/// The places of at most `most` marks of a front (ascending by bytes, descending by time): again and again, the mark
/// goes whose loss costs the least area under the front. Both ends stay, and all marks with `stays`, even if they are
/// more.
[[nodiscard]] std::vector<std::size_t> spread_over(std::span<const FrontMark> front, std::size_t most);

}  // namespace stowage
