// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "app/cli/command.h"
#include "core/base/bytes.h"
#include "core/graph/claims.h"

namespace stowage::cli {

/// A line where something is uncounted.
void print_uncounted(const Uncounted& uncounted);
/// Adds "uncounted": {"unknown_sizes", "loops"}, where there is something.
void add_uncounted(Json& json, const Uncounted& uncounted);

/// How a footprint stands to a budget. It can be called kept only where everything is counted.
class BudgetVerdict {
 public:
  BudgetVerdict(Bytes footprint, std::optional<std::uint64_t> budget, const Uncounted& uncounted)
      : footprint_(footprint), budget_(budget), uncounted_(uncounted) {}

  /// Also where there is none.
  [[nodiscard]] bool kept() const { return !budget_ || (over() == 0 && !uncounted_.any()); }
  /// By how many bytes it is exceeded, or 0.
  [[nodiscard]] std::uint64_t over() const;
  /// What the footprint leaves out, and a line or two where the budget is not kept.
  void print() const;
  /// Adds "uncounted" where something is, and "budget", "over_budget_by" and "budget_kept" where there is a budget.
  void add_to(Json& json) const;

 private:
  Bytes footprint_;
  std::optional<std::uint64_t> budget_;
  Uncounted uncounted_;
};

}  // namespace stowage::cli
