// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "app/cli/command.h"
#include "core/base/bytes.h"

namespace stowage::cli {

/// How a footprint stands to a budget. It can be called kept only where the sizes of all tensors are known.
class BudgetVerdict {
 public:
  /// `unknown`: how many tensors have a size that nobody knows (core/io/unknown_sizes.h).
  BudgetVerdict(Bytes footprint, std::optional<std::uint64_t> budget, std::size_t unknown)
      : footprint_(footprint), budget_(budget), unknown_(unknown) {}

  /// Also where there is none.
  [[nodiscard]] bool kept() const { return !budget_ || (over() == 0 && unknown_ == 0); }
  /// By how many bytes it is exceeded, or 0.
  [[nodiscard]] std::uint64_t over() const;
  /// A line or two where it is not kept.
  void print() const;
  /// Adds "budget", "over_budget_by" and "budget_kept", where there is a budget.
  void add_to(Json& json) const;

 private:
  Bytes footprint_;
  std::optional<std::uint64_t> budget_;
  std::size_t unknown_;
};

}  // namespace stowage::cli
