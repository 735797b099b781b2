// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/task.h"
#include "core/layout/search/conflict_model.h"

namespace stowage {

/// How a search ended. `found` and `exhausted` are proofs; of the others nothing follows.
enum class SearchEnd { found, exhausted, out_of_budget, stopped };

/// When a run gives up. Failures say how stuck it is, nodes how much work it was: large graphs take many of these even
/// where nothing fails.
struct SearchBudget {
  std::uint64_t nodes = ~std::uint64_t{0};     ///< decisions tried
  std::uint64_t failures = ~std::uint64_t{0};  ///< contradictions met
};

/// Which tensor a search looks at next. None changes what is true, only how soon it is found.
struct BranchingHeuristic {
  enum class Region {
    lowest,  ///< wherever the lowest free start is
    failed,  ///< in the clique that failed most of late
    tight,   ///< the same, by how little room that clique has left
  };
  enum class Key { area, lifetime, size, load };  ///< among equally low ones: the largest first

  Region region = Region::lowest;
  Key key = Key::area;
  std::uint64_t seed = 0;  ///< not 0: keys are changed at random, by up to a half
};

/// By item: what comes first among equally low ones has the largest.
[[nodiscard]] std::vector<double> sort_keys(const ConflictModel& model, BranchingHeuristic heuristic);

/// A complete search for a plan of one component within a capacity. One object may be run many times, and may remember
/// what helps it to be quicker.
class FeasibilitySearch {
 public:
  using Item = ConflictModel::Item;

  virtual ~FeasibilitySearch() = default;
  virtual SearchEnd run(std::int64_t capacity, BranchingHeuristic heuristic, SearchBudget budget, const Task& task) = 0;
  /// Once a plan was found, until the next run.
  [[nodiscard]] virtual std::int64_t offset(Item i) const = 0;
  /// Decisions tried in all runs.
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

 protected:
  std::uint64_t nodes_ = 0;
};

}  // namespace stowage
