// SPDX-License-Identifier: GPL-3.0-or-later
// Roles that tables have beside those of Qt.
#pragma once

#include <Qt>

namespace stowage {

/// What a cell holds for files and the clipboard, exactly and without grouping: "1048576", where 1 MiB is shown. Asked
/// of a header, its title there; an empty one leaves the column out. Where a model does not answer, what is shown is
/// taken.
inline constexpr int kExactRole = Qt::UserRole + 64;

/// Asked of the first column's header: whether the rows of a tree that have others below them are rows like these, with
/// a first column that says where they are.
inline constexpr int kInnerRowsRole = kExactRole + 1;

/// Asked of a header: whether no cell of the column says anything, so that the column may be hidden.
inline constexpr int kBlankRole = kInnerRowsRole + 1;

}  // namespace stowage
