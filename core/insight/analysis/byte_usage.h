// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/insight/analysis/difference.h"

namespace stowage {

/// The use of a byte of the buffer at a step.
enum class ByteUse : std::uint8_t {
  free,   ///< nothing: part of a hole
  held,   ///< a tensor that is not alive keeps it (core/insight/analysis/blocked_lifetimes.h)
  alive,  ///< a tensor alive at the step has it, even where others hold it
};

/// Bytes [low, high) of one use.
struct ByteStretch {
  Offset low, high;
  ByteUse use = ByteUse::free;

  [[nodiscard]] Bytes size() const { return high - low; }
  friend bool operator==(const ByteStretch&, const ByteStretch&) = default;
};

/// The buffer at one step, from 0 to the footprint:
/// ```
/// 0                                           footprint
/// ███████████░░░░░░██████▒▒▒▒▒███░░░░░░░░░░░░░░       alive █, held ▒, free ░
///            └hole┘              └ largest hole ┘
/// ```
/// A byte is counted once, even where tensors overlap in a wrong plan; what lies beyond the footprint is not counted.
struct ByteUsage {
  std::vector<ByteStretch> stretches;  ///< ascending, without gaps, neighbours of different use
  Bytes alive, held, free;             ///< they sum to the footprint
  ByteStretch largest;                 ///< the largest hole, the lowest of equals; of size 0 where there is none

  /// Bytes of the buffer that hold nothing alive: footprint − alive = held + free.
  [[nodiscard]] Bytes wasted() const { return held + free; }
};

/// Sums up the stretches in use, in any order, overlapping or not; none of them is `free`. O(n log n).
[[nodiscard]] ByteUsage byte_usage_between(std::span<const ByteStretch> used, Bytes footprint);

/// At a step of the global order; `holds` by TensorId, or empty. O(T log T).
[[nodiscard]] ByteUsage byte_usage_at(const PlacedPlan& plan, std::span<const Lifetime> holds, std::size_t step);

}  // namespace stowage
