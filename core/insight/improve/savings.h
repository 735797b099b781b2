// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "core/insight/edit/edits.h"
#include "core/insight/improve/lever.h"
#include "core/insight/improve/suggest_syncs.h"
#include "core/layout/strategy.h"
#include "core/order/order.h"

namespace stowage {

/// One callable of several, for std::visit: each alternative goes to the case that takes it.
/// ```
///  std::visit(Overloaded{[](const Sync& s) { … }, [](const Move& m) { … }}, edit);
/// ```
template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

// Edits that may lower the memory needed. Ids are those of the graph that is changed.

/// Another strategy, or a search, places the tensors.
struct OtherLayout {
  const LayoutStrategy* strategy = nullptr;
};
/// A smaller alignment than chosen; the target must allow it.
struct OtherAlignment {
  Bytes alignment;
};
/// Element-wise operators may write over their inputs: right where their kernels read an element before they write it
/// (core/insight/edit/edits.h).
struct InPlaceReuse {
  std::vector<InPlace> pairs;
};
/// The operators of `from` run on `into`.
struct MergedStreams {
  StreamId from, into;
};
/// All operators run on one stream.
struct OneStream {};
struct OtherOrder {
  const OrderStrategy* strategy = nullptr;
  std::vector<OperatorId> sequence;
};
struct AddedSync {
  ControlEdge sync;
};
/// Several edits by levers, and the graph that they make: a point of the front (core/insight/improve/trade_off.h).
struct SeveralEdits {
  std::shared_ptr<const Graph> graph;
  std::shared_ptr<const std::vector<LeverEdit>> edits;  ///< shared, since they name many operators
};
using SavingEdit = std::variant<OtherLayout, OtherAlignment, InPlaceReuse, MergedStreams, OneStream, OtherOrder,
                                AddedSync, SeveralEdits>;

/// Returns the graph after an edit; the same graph where the edit changes none. bad_input as in core/insight/edit.
[[nodiscard]] Result<EditedGraph> edited_by(const SavingEdit& edit, const Graph& graph);
/// Whether an edit moves operators onto one of these streams, or adds some there; streams by number.
[[nodiscard]] bool moves_onto(std::span<const std::int64_t> streams, const SavingEdit& edit, const Graph& graph);

/// Ways to save memory, those that are quickest to measure first. find_savings() does not search for `several`.
enum class SavingWay : std::uint8_t { layout, alignment, in_place, streams, order, sync, several };
[[nodiscard]] SavingWay way_of(const SavingEdit& edit);

/// One edit, and the memory needed after it: measured, by planning.
struct MeasuredSaving {
  SavingEdit edit;
  std::shared_ptr<const Plan> plan;          ///< of edited_by(edit, graph), for its alignment
  const LayoutStrategy* strategy = nullptr;  ///< that made the plan
  std::int64_t slower = 0;                   ///< nanoseconds that the makespan grows by; 0 without durations
  double milliseconds = 0;                   ///< that the strategy took
  std::size_t written_over = 0;              ///< of InPlaceReuse: outputs that the plan has over their inputs
  std::size_t later = 0;                     ///< of AddedSync: operators that it moves later (SyncSuggestion::later)

  [[nodiscard]] Bytes footprint() const { return plan->footprint; }
};

struct SavingsOptions {
  Bytes alignment{1};
  /// The plan that is shown: savings that need no less than it are left out, except layouts; null: none.
  std::shared_ptr<const Plan> shown{};
  /// The graph is a recorded heap, so only its layout can be changed.
  bool recorded = false;
  double seconds = 4;  ///< for each way, for each strategy that looks for an order, and twice that for syncs
  /// Numbers of streams: savings that move operators onto them are left out.
  std::vector<std::int64_t> protected_streams{};
  /// Looks for syncs for up to a minute, and measures all that are suggested.
  bool all_syncs = false;
};

/// The savings, as far as they were measured.
struct Savings {
  /// The smallest footprint first; of equal ones, the one that costs least time, then the way that is quickest to
  /// measure. The best live strategy's layout is always there, since the shown plan may be any; that of a search, where
  /// it is smaller. All others need less than a layout alone. Merges and the best few syncs that save no more than
  /// another and cost no less time are left out.
  std::vector<MeasuredSaving> found;
  /// Ways that were not measured to their end, in their order: there may be more to save.
  std::vector<SavingWay> left;
  /// How far the search for syncs came; none where it did not begin.
  std::optional<SyncSuggestions> syncs{};

  /// The savings that need less than `now`, in the same order.
  [[nodiscard]] std::vector<MeasuredSaving> below(Bytes now) const;
};

/// The ways that apply to a graph; `layout` always does.
[[nodiscard]] std::vector<SavingWay> saving_ways(const Graph& graph, const SavingsOptions& options);

/// Measures what each way would save, one way after the other. All live strategies plan each graph, with the
/// permissions that it has.
///
/// - layout: the best live strategy, and a short search;
/// - alignment: 64 and 16 bytes, where that is smaller;
/// - in_place: what element_wise_pairs() gives;
/// - streams: each pair of streams as one, and all as one;
/// - order: each strategy of the table;
/// - sync: the best few of suggest_syncs(), or all of them (SavingsOptions::all_syncs).
///
/// `before`: what was measured before, of the same graph and options; it is kept. Layouts are measured again, and what
/// was left over; syncs too where all are wanted.
///
/// `found` is called for each new saving, and after each way, in the caller's thread. On all cores. Cancelled: an
/// error, and all that was handed over is right. At the deadline: the savings known.
[[nodiscard]] Result<Savings> find_savings(const Graph& graph, const SavingsOptions& options, const Task& task = {},
                                           const std::function<void(const Savings&)>& found = {},
                                           const Savings* before = nullptr);

}  // namespace stowage
