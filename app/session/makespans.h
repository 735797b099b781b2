// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/insight/simulate/timing.h"

namespace stowage {

/// Makespans of graphs that are asked for again and again: the one of now, and those of plans made before.
class Makespans {
 public:
  /// None where there is no graph, or no operator has a duration.
  [[nodiscard]] std::optional<Makespan> of(const std::shared_ptr<const Graph>& graph) {
    if (!graph) return std::nullopt;
    std::erase_if(known_, [](const auto& each) { return each.first.expired(); });
    for (const auto& [known, makespan] : known_)
      if (known.lock() == graph) return makespan;
    return known_.emplace_back(graph, makespan_of(*graph)).second;
  }

 private:
  std::vector<std::pair<std::weak_ptr<const Graph>, std::optional<Makespan>>> known_;
};

}  // namespace stowage
