// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/task.h"
#include "core/graph/graph.h"
#include "core/order/order_problem.h"

// Orders of operators that run on several streams. Each stream follows its own part of the order, the **local order**,
// and waits for others only where tensors or control edges say so. What lives together in some run, and so the size of
// plans, depends on the local orders alone. The theoretical peak of an order (core/order/order.h) is that of one of
// these runs, where all operators run one at a time; an order of least peak may be among the worst here.
// ```
//   order          a1 b1 a2 b2 a3 b3          what b1 makes for b2 may still be there when a3 runs, though no
//   stream A       a1 ──── a2 ──── a3         step of the order has both
//   stream B          b1 ──── b2 ──── b3
// ```
namespace stowage {

/// Whether operators are on more than one stream.
[[nodiscard]] bool has_several_streams(const Graph& graph);

/// The **interleaved peak** of a graph in its order: the heaviest set of tensors in which every two live together in
/// some run (core/plan/bounds.h). No plan is smaller, and no run has a larger peak. With operators on one stream it
/// is the theoretical peak. Fails where stopped, or with too_large where sizes are too large for any plan.
[[nodiscard]] Result<Bytes> interleaved_peak(const Graph& graph, const Task& task = {});

/// An order layer by layer, and a bound on the interleaved peak of every order.
struct LayeredOrder {
  Bytes lower_bound;                 ///< no order has a smaller interleaved peak
  std::vector<OperatorId> sequence;  ///< layer by layer, each in the best order that was found for it alone
};

/// Streams that wait for each other, in a circle, are one **layer**; a layer waits only for those before it. In every
/// order, the layers may run one after the other, each until nothing of it is left:
/// ```
///   forward, backward ──▶ all-reduce ──▶ updates      all gradients are there before the first is reduced; all
///   ├───── layer 0 ─────┤ ├ layer 1 ┤  ├ layer 2 ┤    reduced ones are there before the first update
/// ```
/// This is one of the runs that the interleaved peak covers. So the interleaved peak is at least the least peak of any
/// order of a layer, or of several layers in a row, with all before them done and all after them not begun. Layers are
/// ordered by the search of core/order/exact_order.h, within limits; for several layers in a row the bound is that of
/// least_peak(). Deterministic but for where the task stops it; then the bound is smaller.
[[nodiscard]] LayeredOrder order_by_layers(const Graph& graph, const OrderProblem& problem, const Task& task = {});

/// An order for streams that run side by side.
struct StreamsOrder {
  enum class Source : std::uint8_t {
    given,   ///< that of the graph
    found,   ///< that of the strategy
    lescea,  ///< that of LESCEA, where it is another
    layers,  ///< each layer of streams in the best order for it alone
    mixed,   ///< some streams follow the one, some another; or operators were moved within their streams
  };
  std::vector<OperatorId> sequence;
  Source source = Source::given;
  Bytes interleaved{}, given_interleaved{};  ///< interleaved peaks
  Bytes lower_bound{};                       ///< no order has a smaller interleaved peak
};

/// Turns `found`, the order of a strategy that minds the theoretical peak, into an order for several streams. Its
/// interleaved peak is never larger than that of `found` or of the given order.
///
/// Starts with the best of four orders: the given one, `found`, LESCEA's, and the layers', and lets
/// streams change over to another of them: first half of the streams at once, then quarters, and so on down to single
/// ones. A change stays if the interleaved peak becomes less.
/// ```
///   stream   0 1 2 3 4 5 6 7          f: as found, g: as given
///            f f f f f f f f
///            g g g g f f f f          less: stays
///            g g g g g g f f          more: back to f
/// ```
/// A choice becomes an order so: of the operators that could run next, always the one that stands first in the order
/// that its stream follows. Then operators move within their streams.
///
/// Ends where the peak is at most `floor` or the layers' bound, below which no order has one, where nothing more is
/// gained, or after an amount of work (some seconds). Stopped, it returns the best so far; the two orders that must be
/// compared get a tenth of a second at most, and it fails where this is not enough. Deterministic but for that.
[[nodiscard]] Result<StreamsOrder> suit_streams(const Graph& graph, const std::vector<OperatorId>& found,
                                                Bytes floor = {}, const Task& task = {});

}  // namespace stowage
