// SPDX-License-Identifier: GPL-3.0-or-later
// What the tables of rows have in common.
#pragma once

#include <vector>

#include <QString>

class QAbstractItemModel;
class QFontMetrics;
class QTableView;

namespace stowage {

/// Selects whole rows, without a grid, frame and row numbers, and low rows; Tab leaves the table. It has TableActions.
void set_up_rows(QTableView* table, const char* object, const QString& name);
/// Besides, several rows can be selected, a click on a header sorts and a third one ends that, and the mouse is
/// followed.
void set_up_sorted_rows(QTableView* table, const char* object, const QString& name);
/// Marks these rows alone as selected; very many stretches of them only in part, since Qt is quadratic in them.
void mark_rows(QTableView* table, std::vector<int> rows);
/// The rows that are selected, ascending.
[[nodiscard]] std::vector<int> selected_rows(const QTableView* table);
/// The width in pixels that the numbers of a tree's top rows need in that column: numbers further down are no larger.
/// At least `usual`.
[[nodiscard]] int figures_width(const QAbstractItemModel& tree, int column, const QFontMetrics& metrics, int usual);

}  // namespace stowage
