// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/spaces/space_table_model.h"

#include <utility>

#include <QFont>
#include <QGuiApplication>
#include <QPalette>

#include "widgets/base/canvas.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/theme.h"

namespace stowage {
namespace {

std::optional<std::int64_t> count_of(const std::optional<Bytes>& bytes) {
  return bytes ? std::optional(bytes->count) : std::nullopt;
}

}  // namespace

SpaceTableModel::SpaceTableModel(QObject* parent) : ColumnModel(parent) {
  set_columns({
      words(tr("Memory space"), tr("A separate memory: its offsets begin at 0"),
            [](const SpaceRow& row) { return row.name; }),
      number(
          tr("Tensors"), tr("Tensors that have bytes there, without views"),
          [](const SpaceRow& row) { return static_cast<std::int64_t>(row.tensors); }, cell::count),
      number(
          tr("Capacity"), tr("Size of the memory in the file"),
          [](const SpaceRow& row) { return count_of(row.capacity); }, cell::bytes, cell::full_bytes),
      number(
          tr("In the file"), tr("Footprint of the plan in the file"),
          [](const SpaceRow& row) { return count_of(row.in_file); }, cell::bytes, cell::full_bytes),
      number(
          tr("Best plan"), tr("Smallest footprint found for the space alone"),
          [](const SpaceRow& row) { return count_of(row.planned); }, cell::bytes, cell::full_bytes),
      number(
          tr("Lower bound"), tr("No plan of the space is smaller"),
          [](const SpaceRow& row) { return count_of(row.bound); }, cell::bytes, cell::full_bytes),
  });
}

void SpaceTableModel::set_rows(std::vector<SpaceRow> rows, std::size_t shown) {
  reset([&] {
    rows_ = std::move(rows);
    shown_ = shown;
  });
}

void SpaceTableModel::set_row(std::size_t row, SpaceRow now) {
  if (row >= rows_.size()) return;
  rows_[row] = std::move(now);
  emit dataChanged(index(static_cast<int>(row), 0), index(static_cast<int>(row), columnCount() - 1));
}

QVariant SpaceTableModel::look(const SpaceRow& row, int column, int role) const {
  const bool too_much = column == kPlanned && row.overflows();
  if (role == Qt::ForegroundRole && too_much) return Theme::of(is_dark(QGuiApplication::palette())).peak;
  if (role == Qt::FontRole && &row == &rows_[shown_]) {
    QFont bold;
    bold.setBold(true);
    return bold;
  }
  return {};
}

}  // namespace stowage
