// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/controllers/window_parts.h"

class QAction;
class QToolBar;

namespace stowage {

// Each follows what is open from now on, and nobody asks it anything. All `parts` outlive it.

/// Shows the views of a recorded heap what is in no plan: its history and its devices, after the window showed them the
/// document; and the best plan, to compare with.
void feed_recorded_heap(const WindowParts& parts);

/// Reads the modules of the graph from the names of its operators, in the background, and hands them to the views.
/// Where the dock of modules is not offered there are none.
void read_modules(const WindowParts& parts);

/// What colours say at first, by the document: source lines of a recorded heap that has them, streams where there are
/// several, kinds of tensors where the file names some, otherwise sizes. What a user chose instead is kept for
/// documents of that sort; what a page of a lesson wants is not such a choice.
void choose_default_colors(const WindowParts& parts);

/// Offers the graphs and the memory spaces of a file, one of each being open. Two boxes in `bar`, before that
/// action, choose them, and the pane of the spaces has the others beside the one that is shown. What a file has one of,
/// has no box.
void offer_file_parts(const WindowParts& parts, QToolBar& bar, QAction* before);

}  // namespace stowage
