// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include <QString>

#include "core/insight/analysis/difference.h"
#include "widgets/base/view_state.h"
#include "widgets/painters/model/plan_view.h"

namespace stowage {

/// Two plans to compare, and how each is called in a few letters ("A").
struct PlanPair {
  PlanView before, after;
  QString before_name, after_name;

  /// Whether both have all that comparing needs.
  [[nodiscard]] bool complete() const {
    return before.graph && before.lifetimes && before.plan && after.graph && after.lifetimes && after.plan;
  }
};

/// What the table of moved tensors shows of each, from left to right.
enum class MovedColumn { name, change, size, size_change, offset_before, offset_after, moved_by, life_from, life_to };

/// Which of the changed tensors are shown, and in which order.
struct MovedQuery {
  QString name;                     ///< part of the name, any case; empty: all
  std::optional<StepRange> steps;   ///< alive in it, in either plan
  std::optional<MovedColumn> sort;  ///< none: in the order of the input
  bool descending = false;
  friend bool operator==(const MovedQuery&, const MovedQuery&) = default;
};

/// The tensors of a difference that are shown: indices into `difference.changed`; ties end at the lowest. Pure, so that
/// it can run in any thread.
[[nodiscard]] std::vector<std::uint32_t> find_moved(const PlanPair& pair, const PlanDifference& difference,
                                                    const MovedQuery& query, const std::stop_token& stop = {});

/// Its name, in whichever graph has it.
[[nodiscard]] QString moved_name(const PlanPair& pair, const TensorDifference& one);
/// What a cell holds, as a number; none where the column is no number, or this tensor has none there.
[[nodiscard]] std::optional<std::int64_t> moved_number(const PlanPair& pair, const TensorDifference& one,
                                                       MovedColumn column);

}  // namespace stowage
