// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QString>

#include "widgets/painters/page/export.h"

namespace stowage {

/// Rows that a table on a page may have; the others are counted.
inline constexpr int kMostTableRows = 400;

/// A table as a figure: its texts as they are now, children indented below their parents. Empty where it has no rows.
[[nodiscard]] Drawing table_drawing(const QAbstractItemModel& model, const QString& title, const QString& subtitle);

}  // namespace stowage
