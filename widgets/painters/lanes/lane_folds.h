// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "widgets/painters/model/graph_subset.h"

namespace stowage {

/// Bodies of loops and branches that are closed in the lanes: one box on each of their lanes, from the first operator
/// there to the last, in place of the boxes of all their operators.
class LaneFolds {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  /// The graph has bodies laid out. A body is closed where the module of its names is: a node that is not in `open`,
  /// which is ascending. O(operators × depth of bodies).
  LaneFolds(const GraphModules& modules, std::span<const std::uint32_t> open);

  /// The operator whose box stands for `o`: that with the closed body, or `o` itself.
  [[nodiscard]] OperatorId shown(OperatorId o) const { return shown_[o.index()]; }
  /// The first and the last operator that the box of `o` stands for on its lane.
  [[nodiscard]] std::pair<OperatorId, OperatorId> span(OperatorId o) const { return spans_[o.index()]; }
  /// The module of the closed body that the box of `o` stands for, or none.
  [[nodiscard]] std::uint32_t closed(OperatorId o) const { return closed_[o.index()]; }
  /// The module of the body to close next: of the innermost that `o` is in, or that is its own; of one that is closed,
  /// the body around. None outside of bodies.
  [[nodiscard]] std::uint32_t around(OperatorId o) const { return around_[o.index()]; }

 private:
  std::vector<OperatorId> shown_;
  std::vector<std::pair<OperatorId, OperatorId>> spans_;
  std::vector<std::uint32_t> closed_, around_;
};

}  // namespace stowage
