// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

namespace stowage {

/// The room that a column asks for, in pixels.
struct ColumnRoom {
  int least = 0;       ///< numbers are whole and words can be told apart
  int wanted = 0;      ///< everything is whole; at least `least`
  bool fills = false;  ///< takes all the room that no column wants; without such a column it is shared
};

/// The widths of columns side by side in `width` pixels. As many from the left as possible are on screen, each with its
/// least room or more, and none is cut by the edge: the others keep the room they want, behind the edge.
[[nodiscard]] std::vector<int> column_widths(std::span<const ColumnRoom> columns, int width);

}  // namespace stowage
