// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/insight/improve/cost.h"

namespace stowage {

/// A sync that is not there, and the cost of the graph with it: measured, by planning that graph.
struct SyncSuggestion {
  ControlEdge sync;
  Cost with;
  Bytes saved;  ///< of the best footprint; positive
  /// Operators that it moves later in the global order: the one that waits, and those that follow it; none where the
  /// sync goes along with that order.
  std::size_t later = 0;
  std::int64_t slower = 0;  ///< nanoseconds that the streams take longer; 0 where no operator has a duration

  friend bool operator==(const SyncSuggestion&, const SyncSuggestion&) = default;
};

struct SyncSuggestions {
  Cost now;
  /// Most bytes saved first; of equals, the one that costs least time, then the sync that makes its operator wait least
  /// in the given order, then by ids. None of them implies another sync that saves as much or more; where operators
  /// have durations, none saves no more than another and costs no less time.
  std::vector<SyncSuggestion> best;
  std::size_t weighed = 0;  ///< syncs with a known bound
  std::size_t planned = 0;  ///< syncs with a known footprint
  std::size_t syncs = 0;    ///< that would order anything
  /// The most that any other sync may save, by the bounds.
  Bytes possible;
  /// The search came to its end: of each bound that promises more, the weakest syncs were planned, and some of the
  /// stronger ones.
  bool all_bounded = false;
  bool all_planned = false;  ///< every sync that orders anything was planned
};

struct SuggestOptions {
  Bytes alignment{1};
  /// The footprint of a safe plan of the graph, if one is known: savings count from it where it is the smaller one.
  std::optional<Bytes> shown{};
  std::size_t most = 50;     ///< suggestions
  std::size_t plans = 4000;  ///< syncs to plan at most
};

/// The single added syncs that lower the best footprint of the standard strategies most.
///
/// Bounds guide the search: no plan is smaller than an antichain of "before", and a sync breaks only those antichains
/// that end on one side of it and begin on the other. The search begins with the heaviest antichain and the *weakest*
/// syncs that break it. It always goes on with the sync that promises most, finds the heaviest antichain that is left
/// with it, and goes on from there to stronger syncs that break this one too. (Every antichain found bounds all other
/// syncs as well: a cutting-plane search over the lattice of syncs.) In rounds, each twice as large as the one before,
/// syncs are weighed in this way and the best of them planned. Where such a plan misses its bound, stronger syncs of
/// the same bound may do better, since they leave less to place: the strongest are planned, and if one is better,
/// weaker ones until the weakest that is as good is found. When no bound promises more, some of the strongest syncs
/// that break no known antichain are planned. Where the graph is small, all syncs are planned.
///
/// Where bodies are laid out, the syncs join operators that are in no body; each plan counts the bodies, and bounds are
/// those of the file's graph without them. Its views and permissions may not be in use (Graph::has_sharing()).
///
/// `found` is called after each round that planned something, in the caller's thread. On all cores; the same result on
/// any number of them. Views lie in their owners; permissions to write in place are not used. Cancelled: an error, and
/// only what was handed over is known. Past the deadline: the result so far.
[[nodiscard]] Result<SyncSuggestions> suggest_syncs(const Graph& graph, const SuggestOptions& options,
                                                    const Task& task = {},
                                                    const std::function<void(const SyncSuggestions&)>& found = {});

}  // namespace stowage
