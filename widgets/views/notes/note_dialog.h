// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/id.h"
#include "core/graph/graph.h"

class QWidget;

namespace stowage {

class ViewState;

/// Asks for the note on a tensor, without waiting; an empty one takes it away, one of more than 16,000 letters is cut.
/// The dialog goes with `parent`, which `state` must outlive.
void edit_note(QWidget* parent, ViewState& state, const Graph& graph, TensorId t);

}  // namespace stowage
