// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace stowage {

class Pane;
class ViewState;

// Views that others need only as a pane: each class stands in the file of its view. `state` must outlive the pane.

/// How many tensors have each size, as bars.
[[nodiscard]] Pane* make_sizes(ViewState& state);

}  // namespace stowage
