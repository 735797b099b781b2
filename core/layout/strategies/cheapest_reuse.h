// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"

namespace stowage {

/// Who takes over whose bytes.
struct Reuse {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::vector<std::uint32_t> of;  ///< for each item the one before it in its chain; kNone: it opens a chain
  std::int64_t cost = 0;          ///< bytes paid: all of an item that opens a chain, else what it is larger by
};

/// The cheapest way to make chains of n items, each taken over by at most one. `allowed[j * n + i]` is 1 where j may
/// take over i, which costs max(0, size[j] - size[i]), and 0 where it may not; nothing leads back to where it began.
///
/// A minimum-cost flow in its matching form (Levental, MemoMalloc, after Lee et al.), solved by shortest augmenting
/// paths: one item after the other takes over another or opens a chain, those before it giving way along the path that
/// adds least to the cost. O(n³) at worst.
[[nodiscard]] Result<Reuse> cheapest_reuse(std::span<const std::int64_t> size, std::span<const std::uint8_t> allowed,
                                           const Task& task = {});

}  // namespace stowage
