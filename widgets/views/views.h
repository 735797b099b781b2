// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/id.h"

class QWidget;

namespace stowage {

class Graph;
class Pane;
class ViewState;

// Views that others need only as a pane: each class stands in the file of its view. `state` must outlive the pane.

/// The unsafe pairs: those around the selection as a graph, or all as a matrix. The actions "conflicts_around" and
/// "conflicts_matrix" in it choose.
[[nodiscard]] Pane* make_conflicts(ViewState& state);
/// The tensors that differ between the plans compared, or between the baseline and the plan shown.
[[nodiscard]] Pane* make_moved(ViewState& state);
/// What there is to say of the selection, and why.
[[nodiscard]] Pane* make_inspector(ViewState& state);
/// The operators by phase and module, with bytes.
[[nodiscard]] Pane* make_modules(ViewState& state);
/// Random legal executions of the graph, played: what runs, what is alive, and which wait a plan cannot do without. The
/// moment shown is shared.
[[nodiscard]] Pane* make_runs(ViewState& state);
/// The contiguous groups of the graph, to look at and to change.
[[nodiscard]] Pane* make_groups(ViewState& state);

/// Asks for the note on a tensor, without waiting; an empty one takes it away, one of more than 16,000 letters is cut.
/// The dialog goes with `parent`, which `state` must outlive.
void edit_note(QWidget* parent, ViewState& state, const Graph& graph, TensorId t);

}  // namespace stowage
