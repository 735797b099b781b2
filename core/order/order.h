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
#include "core/graph/graph.h"
#include "core/plan/plan.h"

// Which order operators run in decides how long tensors live. An **order** is a sequence of all operators in which each
// comes after what makes its inputs and after what its control edges name; the local orders of the streams are not
// kept, but derived again from it. Its **theoretical peak** is the largest sum of bytes alive at one step, where inputs
// and outputs of an operator are alive at its step (core/graph/lifetimes.h): no plan is smaller.
namespace stowage {

/// Where a strategy that improves its order as it runs has come to.
struct OrderImprovement {
  Bytes peak;         ///< theoretical, of the best order so far
  Bytes lower_bound;  ///< of the peak of any order, the best proved so far; 0 where none is known
};

/// What a caller may ask for beyond the graph. Strategies that have no use for it ignore it.
struct OrderOptions {
  std::size_t node_limit = 40;  ///< ROAM: operators of a leaf of the subgraph tree at most
  double delay_radius = 1;      ///< ROAM: tensors of an update longer than this times the mean may wait
  double alpha = 0;             ///< ROAM: memory of an update in sizes of its gradient; 0: measured, branch by branch
  bool early_updates = true;    ///< OLLA: anchors for weight updates (its functions 3 and 4)
  std::function<void(const OrderImprovement&)> improved{};  ///< called at each change, from the thread that works
  std::string solver{};  ///< OLLA: a name or path (process/solver.h); empty: the default
};

/// What a strategy answers.
struct Order {
  std::vector<OperatorId> sequence;  ///< all operators, each after those it waits for
  Bytes lower_bound{};               ///< proved by the strategy: no order has a smaller theoretical peak; else 0
  std::string remark{};              ///< a sentence of how it ended, where that is worth a word
};

/// One way to choose the order of the operators before offsets are assigned: a plain deterministic function and what
/// there is to say of it.
struct OrderStrategy {
  std::string_view id;           ///< "lescea"
  std::string_view title;        ///< "Lowest peak"
  std::string_view description;  ///< one line
  std::string_view source;       ///< paper and algorithm number
  /// For graphs without a time axis. Those that improve an order as they run give the best so far when they are
  /// stopped; the others fail then with cancelled or timed_out.
  Result<Order> (*run)(const Graph& graph, const OrderOptions& options, const Task& task) = nullptr;
};

/// The order that the graph has.
extern const OrderStrategy kGivenOrder;

/// What is to be compared where operators run on several streams: of which tensors may live together in some run the
/// heaviest set (core/order/interleaved_peak.h).
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
  bool kept_given = false;  ///< the strategy has another, which is not better on several streams; the remark says more
};

/// Runs one strategy. unsupported where the graph has a time axis, which fixes its order, unless that order is asked
/// for.
///
/// Strategies look for a small theoretical peak, which on several streams is that of one run of many. What they find
/// there is mixed with the order that the graph has, and the one of least interleaved peak is taken (suit_streams() of
/// core/order/interleaved_peak.h); it may be the order as it was, which the remark says. Stopped before both were
/// compared, it is as it was, too.
[[nodiscard]] Result<OrderedGraph> make_order(const OrderStrategy& strategy, const Graph& graph,
                                              const OrderOptions& options = {}, const Task& task = {});

/// Stores the order of `graph` in `plan`, relative to `given`, a graph of the same operators. If both orders agree, the
/// plan's sequence is empty and its order "given"; otherwise the sequence lists all operators, and the order is `id`
/// ("edited" if `id` is empty or "given").
void record_order(Plan& plan, const Graph& graph, const Graph& given, std::string_view id);

}  // namespace stowage
