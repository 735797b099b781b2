// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare/moved_model.h"

#include <utility>

#include <QLocale>

#include "widgets/painters/style/numbers.h"
#include "widgets/tables/text_table.h"

namespace stowage {
namespace {

bool is_number(MovedColumn column) {
  return column != MovedColumn::name && column != MovedColumn::change;
}

}  // namespace

void MovedModel::set_rows(PlanPair pair, std::shared_ptr<const PlanDifference> difference,
                          std::vector<std::uint32_t> rows) {
  beginResetModel();
  pair_ = std::move(pair);
  difference_ = std::move(difference);
  rows_ = std::move(rows);
  row_of_.clear();
  row_of_.reserve(rows_.size());
  for (std::size_t row = 0; row < rows_.size(); ++row)
    if (const TensorId t = difference_->changed[rows_[row]].after; t.valid()) row_of_[t] = static_cast<int>(row);
  endResetModel();
}

int MovedModel::row_of(TensorId after) const {
  const auto at = row_of_.find(after);
  return at == row_of_.end() ? -1 : at->second;
}

int MovedModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int MovedModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kMovedColumns;
}

QVariant MovedModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const TensorDifference& one = this->one(index.row());
  const auto column = static_cast<MovedColumn>(index.column());
  switch (role) {
    case Qt::DisplayRole:
      return shown_text(one, column);
    case Qt::TextAlignmentRole:
      return static_cast<int>((is_number(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
      return tool_tip(one, column);
    case kExactRole:
      return exact_text(one, column);
    case kSortRole:
      if (!is_number(column)) return exact_text(one, column);
      if (const auto number = moved_number(pair_, one, column)) return static_cast<qlonglong>(*number);
      return {};
    default:
      return {};
  }
}

QVariant MovedModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= kMovedColumns) return {};
  const auto column = static_cast<MovedColumn>(section);
  if (role == Qt::DisplayRole) return title(column);
  if (role == Qt::ToolTipRole) return hint(column);
  if (role == Qt::TextAlignmentRole)
    return static_cast<int>((is_number(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  return {};
}

QString MovedModel::hint(MovedColumn column) const {
  switch (column) {
    case MovedColumn::name:
      return tr("Tensors of the two plans are the same where their names are");
    case MovedColumn::change:
      return tr("What became of it: moved, resized, new or gone");
    case MovedColumn::size:
      return tr("Bytes it takes in %1, or in %2 where it is gone").arg(pair_.after_name, pair_.before_name);
    case MovedColumn::size_change:
      return tr("How many bytes it takes more than before");
    case MovedColumn::offset_before:
      return tr("Where it starts in the buffer in %1").arg(pair_.before_name);
    case MovedColumn::offset_after:
      return tr("Where it starts in the buffer in %1").arg(pair_.after_name);
    case MovedColumn::moved_by:
      return tr("How far it lies above where it was");
    case MovedColumn::life_from:
      return timed() ? tr("The first instant at which it is needed")
                     : tr("The first step of the global order that needs it");
    case MovedColumn::life_to:
      return timed() ? tr("The first instant at which it is needed no longer")
                     : tr("The last step of the global order that needs it");
  }
  return {};
}

QString MovedModel::title(MovedColumn column) const {
  switch (column) {
    case MovedColumn::name:
      return tr("Name");
    case MovedColumn::change:
      return tr("Change");
    case MovedColumn::size:
      return tr("Size");
    case MovedColumn::size_change:
      return tr("Size change");
    case MovedColumn::offset_before:
      return tr("Offset, %1").arg(pair_.before_name);
    case MovedColumn::offset_after:
      return tr("Offset, %1").arg(pair_.after_name);
    case MovedColumn::moved_by:
      return tr("Moved by");
    case MovedColumn::life_from:
      return timed() ? tr("From time") : tr("First step");
    case MovedColumn::life_to:
      return timed() ? tr("Until time") : tr("Last step");
  }
  return {};
}

QString MovedModel::exact_text(const TensorDifference& one, MovedColumn column) const {
  if (column == MovedColumn::name) return moved_name(pair_, one);
  if (const auto number = moved_number(pair_, one, column)) return QString::number(*number);
  if (column != MovedColumn::change) return {};
  switch (one.change) {
    case PlaceChange::kept:
      return tr("same");
    case PlaceChange::moved:
      return one.size_change().count == 0 ? tr("moved") : tr("moved and resized");
    case PlaceChange::resized:
      return tr("resized");
    case PlaceChange::added:
      return tr("new");
    case PlaceChange::removed:
      return tr("gone");
  }
  return {};
}

QString MovedModel::shown_text(const TensorDifference& one, MovedColumn column) const {
  if (!is_number(column)) return exact_text(one, column);
  const auto number = moved_number(pair_, one, column);
  if (!number) return QStringLiteral("–");
  if (column == MovedColumn::size) return human_bytes({*number});
  if (column == MovedColumn::size_change || column == MovedColumn::moved_by) return signed_bytes({*number});
  if (column == MovedColumn::offset_before || column == MovedColumn::offset_after) return offset_number(*number);
  return QLocale().toString(static_cast<qlonglong>(*number));
}

QString MovedModel::tool_tip(const TensorDifference& one, MovedColumn column) const {
  const auto number = moved_number(pair_, one, column);
  if (!number || column == MovedColumn::life_from || column == MovedColumn::life_to) return {};
  if (column == MovedColumn::size_change || column == MovedColumn::moved_by)
    return (*number < 0 ? "−" : *number > 0 ? "+" : "") + exact_bytes({std::abs(*number)});
  return full_bytes({*number});
}

}  // namespace stowage
