// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include <QObject>

class QTableView;

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

/// Gives each column of a table the room that its rows need, and hides those that say nothing (kBlankRole), until the
/// user drags a width or chooses the columns in the menu of the header or of the rows. Of many rows a sample is
/// measured; where scrolling or another plan brings wider numbers, their columns grow.
///
/// Belongs to its table, which has its model already.
class FittedColumns : public QObject {
 public:
  using QObject::QObject;

  /// Other rows than before: a column may become narrower.
  virtual void start_again() = 0;
  /// The column that takes the room which no other wants. At first it is the last one where that is of words; where
  /// there is none, all share it.
  virtual void set_filler(int column) = 0;
  /// Columns that are hidden, one after the other, while there is no room for all.
  virtual void set_spare(std::vector<int> columns) = 0;
  /// The user wants this column, or does not.
  virtual void choose(int column, bool shown) = 0;
};
FittedColumns* make_fitted_columns(QTableView* table);

}  // namespace stowage
