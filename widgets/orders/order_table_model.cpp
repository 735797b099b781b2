// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/orders/order_table_model.h"

#include <utility>

#include <QFont>
#include <QGuiApplication>
#include <QPalette>

#include "core/report/report.h"
#include "widgets/painters/numbers.h"
#include "widgets/painters/order_curves.h"
#include "widgets/painters/strategy_words.h"
#include "widgets/painters/theme.h"
#include "widgets/tables/text_table.h"

namespace stowage {
namespace {

QString id_of(const OrderRow& row) {
  return QString::fromUtf8(row.strategy->id.data(), static_cast<qsizetype>(row.strategy->id.size()));
}

const Theme& theme() {
  return Theme::of(QGuiApplication::palette().color(QPalette::Base).lightness() < 128);
}

}  // namespace

void OrderTableModel::set_rows(std::vector<OrderRow> rows, Bytes bound, const KnownOrderPtr& in_use) {
  const bool same = rows.size() == rows_.size();
  if (!same) beginResetModel();
  rows_ = std::move(rows);
  bound_ = bound;
  used_.assign(rows_.size(), false);
  for (std::size_t k = 0; k < rows_.size(); ++k)
    used_[k] = in_use && rows_[k].order && rows_[k].order->sequence == in_use->sequence;
  if (!same) return endResetModel();
  all_changed();
}

void OrderTableModel::set_compared(KnownOrderPtr first, KnownOrderPtr second) {
  first_ = std::move(first);
  second_ = std::move(second);
  all_changed();
}

void OrderTableModel::all_changed() {
  if (!rows_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

int OrderTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int OrderTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QString OrderTableModel::remark(const OrderRow& row) const {
  using enum OrderRow::State;
  if (row.state == waiting) return tr("waiting");
  if (row.state == running) return tr("running…");
  if (row.state == stopped) return row.reason;
  return row.order ? row.order->remark : QString();
}

/// The peak; of what is still running the best so far.
QString OrderTableModel::peak_text(const OrderRow& row) const {
  if (row.order) return human_bytes(row.order->peak());
  if (row.so_far) return human_bytes(row.so_far->peak);
  return row.state == OrderRow::State::idle ? tr("not run") : QStringLiteral("–");
}

QString OrderTableModel::text(const OrderRow& row, int column) const {
  if (column == kOrder) return id_of(row);
  if (column == kRemark) {
    const bool used = used_[static_cast<std::size_t>(&row - rows_.data())];
    const QString said = remark(row);
    if (!used) return said;
    return said.isEmpty() ? tr("in use") : tr("in use · %1").arg(said);
  }
  if (column == kPeak) return peak_text(row);
  if (!row.order) return {};
  if (column == kTime) return human_duration(row.order->milliseconds);
  if (bound_ == Bytes{}) return {};
  if (row.order->peak() == bound_) return tr("optimal");
  return signed_percent(gap(row.order->peak(), bound_));
}

QString OrderTableModel::tool_tip(const OrderRow& row, int column) const {
  const QString about = order_description(*row.strategy) + '.';
  if (column == kRemark && !remark(row).isEmpty()) return remark(row);
  if (!row.order || column == kOrder || column == kRemark) return about;
  if (column == kPeak)
    return tr("%1 alive at the peak, step %L2. No plan in this order is smaller.")
        .arg(full_bytes(row.order->peak()))
        .arg(row.order->curve.peak_step());
  if (column == kTime) return tr("Until the order was found");
  if (bound_ == Bytes{}) return tr("No bound has been proved yet");
  return row.order->peak() == bound_ ? tr("Optimal: no order has a smaller peak than %1").arg(full_bytes(bound_))
                                     : tr("Every order has a peak of at least %1").arg(full_bytes(bound_));
}

QVariant OrderTableModel::exact(const OrderRow& row, int column) const {
  if (column == kOrder || column == kRemark) return text(row, column);
  if (!row.order) return QString();
  if (column == kPeak) return static_cast<qlonglong>(row.order->peak().count);
  if (column == kTime) return row.order->milliseconds;
  return bound_ == Bytes{} ? QVariant(QString()) : QVariant(gap(row.order->peak(), bound_));
}

/// A swatch in the colour of its curve.
QVariant OrderTableModel::mark(const OrderRow& row) const {
  if (row.order && row.order == second_) return second_order_color(theme());
  if (row.order && row.order == first_) return first_order_color(theme());
  return QColor(Qt::transparent);  // names stay in line
}

QVariant OrderTableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
  const OrderRow& row = this->row(index.row());
  const bool number = index.column() == kPeak || index.column() == kGap || index.column() == kTime;
  switch (role) {
    case Qt::DisplayRole:
      return text(row, index.column());
    case Qt::ToolTipRole:
      return tool_tip(row, index.column());
    case Qt::TextAlignmentRole:
      return QVariant(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::DecorationRole:
      return index.column() == kOrder ? mark(row) : QVariant();
    case Qt::ForegroundRole:
      return row.order ? QVariant() : QVariant(theme().muted_text);
    case Qt::FontRole: {
      QFont font;
      font.setBold(in_use(index.row()));
      return index.column() == kOrder ? QVariant(font) : QVariant();
    }
    case kExactRole:
      return exact(row, index.column());
    default:
      return {};
  }
}

QVariant OrderTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  const bool number = section == kPeak || section == kGap || section == kTime;
  if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft));
  const bool tip = role == Qt::ToolTipRole;
  if (!tip && role != Qt::DisplayRole) return {};
  switch (section) {
    case kOrder:
      return tip ? tr("Whose order it is; bold: the one the graph is in") : tr("Order");
    case kPeak:
      return tip ? tr("Most bytes alive at one step: no plan in this order is smaller") : tr("Peak");
    case kGap:
      return tip ? tr("How far the peak is above what every order needs, as far as that was proved") : tr("Gap");
    case kTime:
      return tip ? tr("How long it took to find") : tr("Time");
    default:
      return tip ? tr("How it ended") : tr("Remark");
  }
}

}  // namespace stowage
