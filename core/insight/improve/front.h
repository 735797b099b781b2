// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "core/insight/improve/trade_off.h"

namespace stowage {

/// What a front that is handed over must keep.
struct FrontDuties {
  std::vector<TradeOffPoint> known{};  ///< found before: for each, the fastest point that needs no more stays
  std::optional<Bytes> budget{};       ///< the fastest point within it stays
  std::int64_t makespan = 0;           ///< the smallest point that takes no longer stays
  std::size_t most = 0;                ///< spread over the front; more where those that stay leave no room
};

/// Returns the undominated of these points and the known ones, the smallest footprint first; of equal ones that with
/// fewest edits. Some points are left out; no known point is better than all that stay.
[[nodiscard]] std::vector<TradeOffPoint> front_of(std::vector<TradeOffPoint> points, const FrontDuties& duties);

}  // namespace stowage
