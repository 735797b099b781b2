// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/insight/improve/trade_off.h"

namespace stowage::cli {

/// What became of a folder of points.
struct WrittenPoints {
  std::size_t removed = 0;              ///< points of an earlier run
  std::vector<std::string> replaced{};  ///< names of files that somebody changed after a run, or made; sorted
  std::vector<std::string> kept;  ///< names of files that look like points but are not as a run wrote them; sorted
};

/// Writes "01.stowage.json", "01.plan.json" and so on for the points, with as many digits as the count has, at least
/// two, in place of what has those names. Those of an earlier run that are left over go: only files that the list of
/// what was written there
/// (".stowage-tradeoff", kept beside them) names, that have the name of a point, and whose content is still what was
/// written. Nothing that anybody else put there, or changed, is ever removed.
[[nodiscard]] Result<WrittenPoints> write_points(const std::vector<TradeOffPoint>& points, const std::string& folder);

}  // namespace stowage::cli
