// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/column_widths.h"

#include <algorithm>
#include <cstddef>

namespace stowage {
namespace {

/// Gives `room` to these columns in equal parts, to none more than it wants; what is left over.
int share_out(std::span<int> widths, std::span<const ColumnRoom> columns, int room) {
  for (auto open = static_cast<int>(widths.size()); room > 0 && open > 0;) {
    const int part = std::max(1, room / open);
    open = 0;
    for (std::size_t k = 0; k < widths.size() && room > 0; ++k) {
      const int given = std::min({part, columns[k].wanted - widths[k], room});
      widths[k] += given;
      room -= given;
      open += widths[k] < columns[k].wanted;
    }
  }
  return room;
}

}  // namespace

std::vector<int> column_widths(std::span<const ColumnRoom> columns, int width) {
  std::vector<int> widths;
  int room = width;
  std::size_t whole = 0;  // columns on screen
  for (; whole < columns.size() && (whole == 0 || columns[whole].least <= room); ++whole) {
    widths.push_back(columns[whole].least);
    room -= columns[whole].least;
  }
  room = share_out(widths, columns.first(whole), std::max(room, 0));
  const auto filler = std::ranges::find(columns, true, &ColumnRoom::fills);
  if (whole == columns.size() && filler != columns.end()) {
    widths[static_cast<std::size_t>(filler - columns.begin())] += room;
    return widths;
  }
  // Where not all are on screen, what is left over is less than the next one needs: with it between the others, that
  // one begins behind the edge.
  for (std::size_t k = 0; k < whole; ++k) {
    const int part = room / static_cast<int>(whole - k);
    widths[k] += part;
    room -= part;
  }
  for (std::size_t k = whole; k < columns.size(); ++k) widths.push_back(columns[k].wanted);
  return widths;
}

}  // namespace stowage
