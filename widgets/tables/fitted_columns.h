// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include <QObject>
#include <QTimer>

class QMenu;
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
class FittedColumns final : public QObject {
  Q_OBJECT

 public:
  explicit FittedColumns(QTableView* table);
  /// Other rows than before: a column may become narrower.
  void start_again();
  /// The column that takes the room which no other wants. At first it is the last one where that is of words; where
  /// there is none, all share it.
  void set_filler(int column);
  /// Columns that are hidden, one after the other, while there is no room for all.
  void set_spare(std::vector<int> columns);
  /// The user wants this column, or does not.
  void choose(int column, bool shown);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  [[nodiscard]] bool is_number(int column) const;
  [[nodiscard]] bool is_wanted(int column) const;
  [[nodiscard]] ColumnRoom room_of(int column) const;
  [[nodiscard]] int least_width() const;
  [[nodiscard]] std::vector<int> columns_to_show() const;
  [[nodiscard]] std::vector<int> sample_rows() const;
  [[nodiscard]] int content_width(int column, const std::vector<int>& rows) const;
  void measure(bool again);
  void fit(bool again);
  void fit_now();
  void lay_out();
  bool place();
  void fill_menu(QMenu& menu);

  QTableView* table_;
  QObject* viewport_;  // gets events while the table is being destroyed
  QMenu* menu_;
  std::optional<int> filler_;
  std::vector<int> spare_;
  std::vector<int> content_;    // the widest known of each column
  std::map<int, int> dragged_;  // widths that the user gave
  std::map<int, bool> chosen_;  // columns that the user showed or hid
  bool again_ = true;           // content_ is of other rows
  bool late_ = true;            // to be fitted once the table is seen
  bool dragging_ = false, laying_out_ = false;
  QTimer soon_;
};

}  // namespace stowage
