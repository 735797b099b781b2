// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QString>

#include "core/insight/improve/savings.h"

namespace stowage {

/// "Order: ROAM", "Sync: conv3 → …reduce0", "Alignment 512 → 64": long names are shortened at their front.
[[nodiscard]] QString saving_name(const Graph& graph, Bytes alignment, const MeasuredSaving& saving);
/// What it does, with whole names; what it assumes; what it costs in time.
[[nodiscard]] QString saving_sentence(const Graph& graph, const MeasuredSaving& saving);
/// "other layouts, another order".
[[nodiscard]] QString names_of(const std::vector<SavingWay>& ways);

}  // namespace stowage
