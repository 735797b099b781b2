// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/graph/graph.h"
#include "widgets/painters/model/plan_view.h"

namespace stowage::test {

/// What a view is given: a graph, lifetimes, offsets by TensorId, and their footprint (which is also the only bound
/// unless one is given).
[[nodiscard]] PlanView plan_view(Graph graph, const std::vector<std::int64_t>& offsets, Bytes lower_bound = {});

/// `count` tensors of mixed sizes and lifetimes in a valid plan: lanes of memory, each used by one tensor after the
/// other with gaps between. Two streams, in turns.
[[nodiscard]] PlanView lanes_of_tensors(std::size_t count, std::uint64_t seed = 1);

/// Two tensors of 1,000 bytes on three streams at those offsets. t lives in steps 3 and 4, but in step 2 and from step
/// 5 to 6 other streams may need its memory; w is another.
[[nodiscard]] PlanView with_holds(const std::vector<std::int64_t>& offsets);

/// The same plan upside down: still valid, and nearly every tensor elsewhere.
[[nodiscard]] PlanView mirrored(const PlanView& view);

}  // namespace stowage::test
