// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>

#include <QString>

namespace stowage {

/// Cells of a table as exact texts, for files and the clipboard.
struct TextTable {
  int columns = 0;
  std::size_t rows = 0;
  std::function<QString(int column)> title;
  std::function<QString(std::size_t row, int column)> field;
};

/// With a header, as RFC 4180 wants it.
[[nodiscard]] QString csv_of(const TextTable& table);
/// With a header, fields apart by tabs, as spreadsheets take it from the clipboard.
[[nodiscard]] QString tabs_of(const TextTable& table);

}  // namespace stowage
