// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <QString>

#include "core/graph/claims.h"
#include "widgets/painters/model/plan_view.h"

namespace stowage {

/// "4,096 (0x1000)", or "0x1000 (4,096)" where offsets are written so.
[[nodiscard]] QString address_text(Offset address);
/// "steps 3 to 7 (5 in all)", "time 10 to 30 (20 long)" where the input has times, or "never needed".
[[nodiscard]] QString lifetime_text(const Graph& graph, Lifetime life);

/// Of a graph: "9 tensors", or where bodies are laid out "5 tensors in 36 places"; "6 operators in 40 steps".
[[nodiscard]] QString tensors_text(const Graph& graph);
[[nodiscard]] QString operators_text(const Graph& graph);
/// The same of some of it.
[[nodiscard]] QString tensors_text(const Graph& graph, std::span<const TensorId> some);
[[nodiscard]] QString operators_text(const Graph& graph, std::span<const OperatorId> some);
/// "36 tensors", or "36 places" where bodies are laid out: what stands in rows, one for each place.
[[nodiscard]] QString places_text(const Graph& graph, std::size_t count);

/// In whose bytes a tensor lies: "view of qkv, from byte 1,536", "written over relu1" by this plan, "may be written
/// over relu1". Empty where it has bytes of its own and nothing says otherwise. O(views and in-place pairs of the
/// graph).
[[nodiscard]] QString sharing_text(const PlanView& view, TensorId t);

/// For what a plan that meets its bound is optimal: "optimal for this order and these streams".
[[nodiscard]] QString optimal_text(const Graph& graph);

/// A footprint: "14.2 MiB", or "at least 14.2 MiB" where the graph leaves something uncounted.
[[nodiscard]] QString footprint_words(const Uncounted& uncounted, Bytes footprint);
[[nodiscard]] QString footprint_words(const Graph& graph, Bytes footprint);

/// Whether the view's bound is one of its plan: offsets at multiples of 512 bytes are at multiples of 1, too, so that
/// no such plan is smaller than the bound of an alignment of 1. A plan that is safe only while the streams take turns
/// may be smaller.
[[nodiscard]] bool bound_holds(const PlanView& view);
/// The largest bound known for the view's plan: its own, or the view's where that holds. 0 without a plan.
[[nodiscard]] Bytes bound_of_plan(const PlanView& view);

}  // namespace stowage
