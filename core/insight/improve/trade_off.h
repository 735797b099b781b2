// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/task.h"
#include "core/insight/improve/lever.h"
#include "core/plan/plan.h"

namespace stowage {

/// A graph that edits made, what it needs, and how long it runs.
struct TradeOffPoint {
  std::shared_ptr<const Graph> graph;
  std::vector<LeverEdit> edits;  ///< that made it from the given graph, one after the other
  Plan plan;                     ///< of `graph`; its footprint and lower bound are those of the point
  std::int64_t makespan = 0;     ///< nanoseconds, of the simulated run (core/insight/simulate/timing.h)
};

/// The front of footprint against makespan over edits of a graph, as far as it was found.
struct TradeOff {
  TradeOffPoint given;                      ///< the graph as it is
  std::optional<TradeOffPoint> one_stream;  ///< all operators on one stream; none where only one stream is in use
  std::vector<TradeOffPoint> points;        ///< no point dominates another; the smallest footprint first
  std::uint64_t tried = 0;                  ///< graphs that were looked at

  /// The fastest point that takes no more than `budget`; null where none was found.
  [[nodiscard]] const TradeOffPoint* fastest_within(Bytes budget) const;
};

struct TradeOffOptions {
  Bytes alignment{1};
  std::shared_ptr<const Plan> shown{};  ///< a known plan of the graph: the plan of `given` is not larger; or null
  Levers levers = Levers::all();
  HostLink link{};
  std::vector<std::int64_t> protected_streams{};  ///< numbers of streams onto which no operator moves or is added
  std::size_t streams = 0;                        ///< at most so many for operators; 0: as many as the graph has
  std::size_t most_points = 24;                   ///< spread over the front
  std::uint64_t seed = 0;
  std::uint64_t iterations = 0;  ///< graphs to look at; 0: until the deadline
  /// The fastest point within it is kept. The search is the same without it.
  std::optional<Bytes> budget{};
};

/// Searches the front from the given graph on, or from what was found before (of the same graph) by levers that are
/// still allowed.
///
/// Keeps the undominated graphs found. Again and again, takes one of them and edits it by a lever, aimed at the clique
/// that proves its lower bound or at its critical path, most bytes first, by the kinds of edits that paid so far;
/// judges the result by time and by bounds, from quick to slow; and plans graphs that enter the front. A graph of few
/// tensors is judged by its plan instead of its bound, one with groups by both. A part of the search uses fewer levers,
/// and the whole goes on from its results, so that more levers do not lose what few can do. Where the time limit
/// allows, the points are planned well at the end: each carries a valid plan, and dominated ones are left out.
///
/// No point of `before` is lost: for each there is one that is as good, or better, in both. The fastest point found
/// within the budget stays, too.
///
/// Only syncs that were added here are taken away again: syncs of the given graph may order what no tensor shows.
///
/// `found` is called now and then with the front so far, in the caller's thread. On all cores; a seed and a number of
/// iterations give the same front on any number of them. Cancelled or timed out: the front so far, once the given graph
/// is planned; before, an error. bad_input where no operator has a duration or a time axis fixes the steps.
[[nodiscard]] Result<TradeOff> trade_off(const Graph& graph, const TradeOffOptions& options, const Task& task = {},
                                         const std::function<void(const TradeOff&)>& found = {},
                                         const TradeOff* before = nullptr);

}  // namespace stowage
