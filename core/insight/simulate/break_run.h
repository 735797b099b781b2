// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "core/insight/simulate/run_memory.h"

namespace stowage {

struct BreakOptions {
  std::optional<Sync> sync;      ///< the wait to leave out; none: each of syncs_of() in turn, those for data last
  std::uint64_t first_seed = 1;  ///< the next ones follow, one for each round of the waits
  std::size_t runs = 1000;       ///< at most
};

/// An execution that lacks one wait and writes over bytes still needed.
struct BrokenRun {
  Sync sync;
  std::uint64_t seed = 0;
  std::size_t moment = 0;  ///< the overwrite has happened after so many events
  Overwrite overwrite;
};

struct BreakSearch {
  std::optional<BrokenRun> found;
  std::size_t runs = 0;  ///< looked at, the broken one included
};

/// Runs a graph again and again without one wait, while the plan stays that of the whole graph, until an operator
/// writes over a tensor that is still needed. Leaving out a wait that other waits imply never breaks a run; for any
/// other wait, the search may still find no run that breaks. The same options give the same search. `plan.offsets` must
/// have one entry a tensor.
/// Errors: those of plan.sequence, cancelled, timed_out.
[[nodiscard]] Result<BreakSearch> find_broken_run(const Graph& graph, const Plan& plan, const BreakOptions& options,
                                                  const Task& task = {});

}  // namespace stowage
