// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/task.h"
#include "core/base/translated.h"
#include "core/graph/graph.h"
#include "core/plan/plan.h"

// The order of the operators decides how long tensors live. An **order** is a sequence of all operators in which each
// comes after the producers of its inputs and after the operators that its control edges name; the local orders of the
// streams are not kept, but derived from it. Its **theoretical peak** is the largest sum of bytes alive at one step,
// where inputs and outputs of an operator are alive at its step (core/graph/lifetimes.h): no plan is smaller.
namespace stowage {

/// The progress of a strategy that improves its order as it runs.
struct OrderImprovement {
  Bytes peak;         ///< theoretical, of the best order so far
  Bytes lower_bound;  ///< of the peak of any order, the best proved so far; 0 where none is known
};

/// The options of a caller beyond the graph. A strategy ignores the options that it has no use for.
struct OrderOptions {
  std::size_t node_limit = 40;  ///< ROAM: operators of a leaf of the subgraph tree at most
  double delay_radius = 1;      ///< ROAM: tensors of an update longer than this times the mean may wait
  double alpha = 0;             ///< ROAM: memory of an update in sizes of its gradient; 0: measured, branch by branch
  bool early_updates = true;    ///< OLLA: anchors for weight updates (its functions 3 and 4)
  std::function<void(const OrderImprovement&)> improved{};  ///< called at each change, from the thread that works
  std::string solver{};  ///< OLLA, ROAM: a name or path (core/process/solver.h); empty: the default
};

/// The result of a strategy.
struct Order {
  std::vector<OperatorId> sequence;  ///< all operators, each after those it waits for
  Bytes lower_bound{};               ///< proved by the strategy: no order has a smaller theoretical peak; 0: none
  std::string remark{};              ///< a sentence on how the strategy ended; may be empty
};

/// Marks descriptions of orders for translators.
struct OrderText {
  STOWAGE_TRANSLATED_AS(stowage::StrategyWords)
  [[nodiscard]] static constexpr const char* tr(const char* words) { return words; }
};

/// One way to choose the order of the operators before offsets are assigned: a deterministic function and its
/// description.
struct OrderStrategy {
  std::string_view id;           ///< "lescea"
  std::string_view title;        ///< "Lowest peak"
  std::string_view description;  ///< one line
  std::string_view source;       ///< paper and algorithm number
  /// For graphs without a time axis. When stopped, a strategy that improves its order as it runs returns the best so
  /// far; the others fail with cancelled or timed_out.
  Result<Order> (*run)(const Graph& graph, const OrderOptions& options, const Task& task) = nullptr;
  /// Whether make_order() mixes its order on several streams with others; papers have theirs as published.
  bool suits_streams = false;
};

/// Keeps the order of the graph.
extern const OrderStrategy kGivenOrder;

/// Interleaved peaks, for comparing orders on several streams: the heaviest set of tensors in which every two may live
/// together in some run (core/order/interleaved_peak.h).
struct InterleavedPeaks {
  Bytes chosen;  ///< in the order that was chosen; no plan in it is smaller
  Bytes given;   ///< in the order that the graph had
  Bytes bound;   ///< no order has less; 0 where none was proved
};

/// A graph whose global order a strategy chose.
struct OrderedGraph {
  Graph graph;                       ///< tensors and groups keep their ids; the operators are those of the sequence
  std::vector<OperatorId> sequence;  ///< by step: the operator of the graph before
  Bytes peak;                        ///< theoretical
  Bytes lower_bound;                 ///< of the peak of any order; 0 where none was proved
  std::string remark;
  std::optional<InterleavedPeaks> interleaved{};  ///< where operators are on several streams and both were compared
  bool kept_given = false;  ///< the strategy has no better order on several streams, or no order (see remark)
};

/// Runs one strategy. unsupported where the graph has a time axis, which fixes its order, unless kGivenOrder runs.
///
/// Strategies look for a small theoretical peak. On several streams that is the peak of only one of many runs. The
/// order of a strategy that suits streams is mixed there with the graph's own order and others, and the one of least
/// interleaved peak is taken (suit_streams() of core/order/interleaved_peak.h). This may be the graph's own order; the
/// remark says so. Stopped before the two were compared, it keeps the graph's own order, too. The order of other
/// strategies stays as it is; the interleaved peaks tell how it suits the streams.
[[nodiscard]] Result<OrderedGraph> make_order(const OrderStrategy& strategy, const Graph& graph,
                                              const OrderOptions& options = {}, const Task& task = {});

/// Stores the order of `graph` in `plan`, relative to `given`, a graph of the same operators. If both orders agree, the
/// plan's sequence is empty and its order "given"; otherwise the sequence lists all operators, and the order is `id`
/// ("edited" if `id` is empty or "given").
void record_order(Plan& plan, const Graph& graph, const Graph& given, std::string_view id);

}  // namespace stowage
