// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "core/learn/recording.h"
#include "core/learn/steps.h"

namespace stowage {

/// What a planner would say to a place that somebody proposes for a block.
struct OffsetVerdict {
  enum class Why : std::uint8_t {
    right,         ///< it is the planner's own
    overlaps,      ///< `clash`: it would lie on a tensor that is unsafe to it
    not_at_start,  ///< in the gap that the planner takes, but not at its first place
    higher_gap,    ///< first-fit takes a lower one
    longer_gap,    ///< best-fit takes one that leaves less free, or as little and lower
    later_object,  ///< an object created before has room, too
    no_object,     ///< not inside an object, nor where the next one is opened
  };
  Why why = Why::right;
  std::optional<Avoided> clash;  ///< `overlaps` only
  std::optional<Look> here;      ///< the gap in which it lies; none for `overlaps` and `no_object`
  std::optional<Look> chosen;    ///< the planner's; none where it opens an object
};

/// Of block k (not idle) put at `start`, which is ≥ 0.
[[nodiscard]] OffsetVerdict judge_offset(const Recording& recording, std::size_t k, std::int64_t start);

}  // namespace stowage
