// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/graph.h"
#include "core/plan/plan.h"

namespace stowage::test {

/// A plan by the words of the definition: every candidate start tried against every forbidden stretch, the sorts from
/// the pairs themselves. `id` is that of a SOMAS strategy ("mo.size.best"); `pairs` are the unsafe pairs (i < j).
/// Shares nothing with core/layout; about T³.
[[nodiscard]] std::vector<Offset> reference_plan(const Graph& graph,
                                                 const std::vector<std::pair<std::size_t, std::size_t>>& pairs,
                                                 const std::string& id, std::int64_t alignment);

/// Faults of offsets by looking at every pair: overlapping unsafe pairs, broken groups, offsets that are negative or
/// not aligned (members of a group but the first are exempt).
[[nodiscard]] std::size_t count_faults(const Graph& graph,
                                       const std::vector<std::pair<std::size_t, std::size_t>>& pairs,
                                       const std::vector<Offset>& offsets, std::int64_t alignment);

}  // namespace stowage::test
