// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/graph/graph.h"
#include "core/graph/lifetimes.h"
#include "core/safety/conflicts.h"

namespace stowage {

/// How much of a neighbourhood is drawn.
struct NeighbourhoodLimits {
  int hops = 1;           ///< unsafe pairs to go from the centre, at least 1
  Bytes smallest{};       ///< smaller neighbours are left out
  std::size_t most = 60;  ///< tensors drawn, the centre among them; at least 1
  /// Only neighbours alive in these steps, where there is a range.
  std::optional<Lifetime> within{};

  friend bool operator==(const NeighbourhoodLimits&, const NeighbourhoodLimits&) = default;
};

/// The tensors around some others in the unsafe relation, and how many were left out, each for the first reason that
/// holds: another time, too small, too many.
struct ConflictNeighbourhood {
  struct Member {
    TensorId tensor;
    int hop;  ///< 0: the centre
    friend bool operator==(Member, Member) = default;
  };
  std::vector<Member> members;  ///< hop by hop; of one hop the largest first, ties by index
  std::size_t elsewhere = 0;    ///< neighbours not alive in the range
  std::size_t too_small = 0;    ///< neighbours below the smallest size
  std::size_t too_many = 0;     ///< neighbours for which there was no room
  std::size_t centre_left = 0;  ///< tensors of the centre for which there was no room

  [[nodiscard]] std::vector<TensorId> tensors() const;
};

/// The neighbours of a hop are those unsafe to a member of the hop before that is drawn. `centre` may be in any order,
/// distinct. About T/8 steps a member of all hops but the last. Fails only with cancelled or timed_out.
[[nodiscard]] Result<ConflictNeighbourhood> conflict_neighbourhood(
    const Graph& graph, std::span<const Lifetime> lifetimes, const Conflicts& conflicts,
    std::span<const TensorId> centre, const NeighbourhoodLimits& limits, const Task& task = {});

}  // namespace stowage
