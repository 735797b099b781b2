// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <initializer_list>

namespace stowage {

inline constexpr int kAroundDocks = 120;  ///< pixels of a window's height: menus, tools, tabs below, status

/// Names of the docks of a workspace by place, the one in front first. Heights are the workspace's: to look at another
/// tab changes none.
struct WorkspaceDocks {
  std::initializer_list<const char*> left, low_left, bottom;
  std::initializer_list<const char*> right, low_right;  ///< low_right: tabs with the others where that is low
  double bottom_share = 0.32;                           ///< of the window's height
  double low_left_share = 0;   ///< of the window's width; 0: what a legend needs, or that of narrow docks above
  int width_for_all = 1200;    ///< of a window in which the centre has room between both columns
  bool right_is_text = false;  ///< the right column is read: it has all of the height, unless that is much

  [[nodiscard]] std::array<std::initializer_list<const char*>, 5> places() const {
    return {left, low_left, bottom, right, low_right};
  }
};

}  // namespace stowage
