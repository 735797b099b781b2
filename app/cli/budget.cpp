// SPDX-License-Identifier: Apache-2.0
#include "app/cli/budget.h"

#include <iostream>

#include "app/cli/output.h"

namespace stowage::cli {

std::uint64_t BudgetVerdict::over() const {
  const auto needed = static_cast<std::uint64_t>(footprint_.count);
  return budget_ && needed > *budget_ ? needed - *budget_ : 0;
}

void BudgetVerdict::print() const {
  if (over() > 0) std::cout << "over the budget by " << full({static_cast<std::int64_t>(over())}) << '\n';
  if (budget_ && unknown_ > 0)
    std::cout << "cannot tell whether the budget is kept: " << counted(unknown_, "tensor")
              << (unknown_ == 1 ? " has an unknown size" : " have unknown sizes") << " ('info' lists them)\n";
}

void BudgetVerdict::add_to(Json& json) const {
  if (!budget_) return;
  json["budget"] = *budget_;
  json["over_budget_by"] = over();
  json["budget_kept"] = kept();
}

}  // namespace stowage::cli
