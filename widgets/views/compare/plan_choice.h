// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QString>

#include "core/base/bytes.h"
#include "core/insight/simulate/timing.h"
#include "core/layout/strategy.h"

namespace stowage {

/// Which plan is meant.
struct PlanChoice {
  enum class Kind { strategy, imported, baseline };
  Kind kind = Kind::imported;
  const LayoutStrategy* strategy = nullptr;  ///< of Kind::strategy only

  [[nodiscard]] static PlanChoice of(const LayoutStrategy* strategy) {
    return {strategy ? Kind::strategy : Kind::imported, strategy};
  }
  [[nodiscard]] static PlanChoice baseline() { return {Kind::baseline, nullptr}; }
  friend bool operator==(const PlanChoice&, const PlanChoice&) = default;
};

/// A plan that can be chosen.
struct PlanRow {
  PlanChoice choice;
  QString name;                        ///< "so.size.best", or a word in the reader's language
  std::optional<Bytes> footprint{};    ///< none while there is no plan; then it cannot be chosen
  std::optional<Makespan> makespan{};  ///< of the graph it was made for, where operators have durations
  bool at_least = false;               ///< its graph leaves something uncounted
  bool assumed = false;                ///< its offsets were
  bool stale = false;                  ///< of the graph before an edit, until its successor is there
  friend bool operator==(const PlanRow&, const PlanRow&) = default;
};

/// What a plan needs: "14.2 MiB", "at least 14.2 MiB", "14.2 MiB, 3.10 ms" where the makespan is known.
[[nodiscard]] QString needs_text(const PlanRow& row);
/// Whether a difference of their footprints means anything.
[[nodiscard]] inline bool are_comparable(const PlanRow& a, const PlanRow& b) {
  return a.footprint && b.footprint && !a.at_least && !b.at_least && !a.assumed && !b.assumed;
}

}  // namespace stowage
