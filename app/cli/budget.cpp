// SPDX-License-Identifier: Apache-2.0
#include "app/cli/budget.h"

#include <iostream>

#include "app/cli/output.h"

namespace stowage::cli {

void print_uncounted(const Uncounted& uncounted) {
  if (uncounted.any())
    std::cout << "at least: " << uncounted.text() << (uncounted.loops > 0 ? " (plan --loops counts loops)\n" : "\n");
}

void add_uncounted(Json& json, const Uncounted& uncounted) {
  if (uncounted.any()) json["uncounted"] = {{"unknown_sizes", uncounted.unknown_sizes}, {"loops", uncounted.loops}};
}

std::uint64_t BudgetVerdict::over() const {
  const auto needed = static_cast<std::uint64_t>(footprint_.count);
  return budget_ && needed > *budget_ ? needed - *budget_ : 0;
}

void BudgetVerdict::print() const {
  print_uncounted(uncounted_);
  if (over() > 0)
    std::cout << "over the budget by " << full({static_cast<std::int64_t>(over())}) << '\n';
  else if (budget_ && uncounted_.any())
    std::cout << "cannot tell whether the budget is kept: not everything is counted\n";
}

void BudgetVerdict::add_to(Json& json) const {
  add_uncounted(json, uncounted_);
  if (!budget_) return;
  json["budget"] = *budget_;
  json["over_budget_by"] = over();
  json["budget_kept"] = kept();
}

}  // namespace stowage::cli
