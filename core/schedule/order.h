// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace stowage {

/// One way to choose the global order of the operators before offsets are assigned.
struct OrderStrategy {
  std::string_view id;
  std::string_view title;
  std::string_view description;  ///< one line
  std::string_view source;       ///< paper and algorithm number
};

/// The table of all order strategies, in the order in which they are shown.
[[nodiscard]] std::span<const OrderStrategy> order_strategies();

}  // namespace stowage
