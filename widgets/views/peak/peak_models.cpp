// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/peak/peak_models.h"

#include <QApplication>
#include <QLocale>
#include <QPainter>
#include <QPalette>

#include <algorithm>

#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/style/theme.h"
#include "widgets/tables/text_table.h"

namespace stowage {
namespace {

constexpr std::size_t kLongestName = 256;

/// "12.3%"; "< 0.1%" for what would round to nothing.
QString percent(double share) {
  const QLocale locale;
  const QString sign = locale.percent();
  if (share > 0 && share < 0.0005) return "< " + locale.toString(0.1, 'f', 1) + sign;
  return locale.toString(share * 100, 'f', 1) + sign;
}

double share_of(Bytes part, Bytes all) {
  return all.count > 0 ? static_cast<double>(part.count) / static_cast<double>(all.count) : 0;
}

}  // namespace

// ---- tensors

void PeakModel::set_content(std::shared_ptr<const PeakContent> content) {
  beginResetModel();
  content_ = std::move(content);
  endResetModel();
}

int PeakModel::row_of(TensorId t) const {
  if (!content_) return -1;
  const auto at = std::ranges::lower_bound(content_->row_of, t, {}, [](const auto& entry) { return entry.first; });
  return at != content_->row_of.end() && at->first == t ? at->second : -1;
}

int PeakModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !content_ ? 0 : static_cast<int>(content_->rows.size());
}

int PeakModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kPeakColumns;
}

QString PeakModel::text(TensorId t, PeakColumn column) const {
  const Graph& graph = *content_->graph;
  const OperatorId producer = graph.producer(t);
  const auto of_producer = [&](std::string_view text) { return producer.valid() ? text_of(text) : QString(); };
  switch (column) {
    case PeakColumn::name:
      return text_of(graph.name(t).substr(0, kLongestName));
    case PeakColumn::size:
      return human_bytes(content_->size(t));
    case PeakColumn::share:
      return percent(share_of(content_->size(t), content_->total));
    case PeakColumn::stream:
      return producer.valid() ? text_of(graph.label(graph.stream(producer))) : tr("from the start");
    case PeakColumn::phase:
      return producer.valid() ? of_producer(graph.phase(producer)) : QString();
    case PeakColumn::op:
      return producer.valid() ? of_producer(graph.kind(producer)) : QString();
    case PeakColumn::kind:
      return text_of(graph.kind(t));
  }
  return {};
}

QVariant PeakModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const auto column = static_cast<PeakColumn>(index.column());
  const TensorId t = tensor(index.row());
  const bool number = column == PeakColumn::size || column == PeakColumn::share;
  switch (role) {
    case Qt::DisplayRole:
      return text(t, column);
    case kExactRole:
      if (column == PeakColumn::share) return share_of(content_->size(t), content_->total);
      [[fallthrough]];
    case kSortRole:
      return number ? QVariant(static_cast<qlonglong>(content_->size(t).count)) : QVariant(text(t, column));
    case Qt::ToolTipRole:
      return number ? exact_bytes(content_->size(t)) : text(t, column);
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft));
    default:
      return {};
  }
}

QVariant PeakModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Horizontal && role == Qt::ToolTipRole) return hint(static_cast<PeakColumn>(section));
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (static_cast<PeakColumn>(section)) {
    case PeakColumn::name:
      return tr("Tensor");
    case PeakColumn::size:
      return tr("Size");
    case PeakColumn::share:
      return tr("Share");
    case PeakColumn::stream:
      return tr("Stream");
    case PeakColumn::phase:
      return tr("Phase");
    case PeakColumn::op:
      return tr("Operator");
    case PeakColumn::kind:
      return tr("Kind");
  }
  return {};
}

QString PeakModel::hint(PeakColumn column) {
  switch (column) {
    case PeakColumn::name:
      return tr("A tensor that is alive with all others of the list");
    case PeakColumn::size:
      return tr("Bytes it takes, rounded up to the alignment");
    case PeakColumn::share:
      return tr("Its part of the bytes of all that is listed");
    case PeakColumn::stream:
      return tr("The stream of the operator that writes it");
    case PeakColumn::phase:
      return tr("The phase of the operator that writes it: forward, backward …");
    case PeakColumn::op:
      return tr("What the operator that writes it does: Conv, MatMul …");
    case PeakColumn::kind:
      return tr("What the file says it is: a weight, an activation, a gradient …");
  }
  return {};
}

// ---- contributors

void ContributorModel::set_content(std::shared_ptr<const PeakContent> content, ContributorBy by) {
  beginResetModel();
  content_ = std::move(content);
  by_ = by;
  endResetModel();
}

double ContributorModel::share(const Contributor& row) const {
  return share_of(row.bytes, list().total);
}

int ContributorModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !content_ ? 0 : static_cast<int>(list().rows.size());
}

int ContributorModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QVariant ContributorModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const Contributor& row = this->row(index.row());
  if (role == kShareRole || (role == kExactRole && index.column() == kShare)) return share(row);
  if (role == kExactRole && index.column() == kBytes) return static_cast<qlonglong>(row.bytes.count);
  if (role == kExactRole && index.column() == kTensors) return static_cast<qulonglong>(row.tensors.size());
  if (role == Qt::ToolTipRole)
    return tr("%1: %2\nClick to list and select its tensors").arg(contributor_name(row, by_), full_bytes(row.bytes));
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue(Qt::AlignVCenter | (index.column() == kName ? Qt::AlignLeft : Qt::AlignRight));
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case kName:
      return contributor_name(row, by_);
    case kTensors:
      return QLocale().toString(static_cast<qulonglong>(row.tensors.size()));
    case kBytes:
      return human_bytes(row.bytes);
    default:
      return percent(share(row));
  }
}

QVariant ContributorModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Horizontal && role == Qt::ToolTipRole) return hint(section);
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case kName:
      return tr("Contributor");
    case kTensors:
      return tr("Tensors");
    case kBytes:
      return tr("Size");
    default:
      return tr("Share");
  }
}

QString ContributorModel::hint(int section) {
  switch (section) {
    case kName:
      return tr("What the tensors of the list have in common");
    case kTensors:
      return tr("How many of the listed tensors those are");
    case kBytes:
      return tr("The sum of their sizes; all rows together are the whole list");
    default:
      return tr("Their part of the bytes of all that is listed");
  }
}

void ShareDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyleOptionViewItem plain = option;
  initStyleOption(&plain, index);
  plain.text.clear();
  QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &plain, painter, option.widget);
  const QFontMetrics metrics(option.font);
  const int words = metrics.horizontalAdvance(percent(1)) + 8;
  const QRectF room = QRectF(option.rect).adjusted(4, 3, -words - 4, -3);
  const bool selected = option.state & QStyle::State_Selected;
  const QPalette::ColorGroup group = option.state & QStyle::State_Active ? QPalette::Active : QPalette::Inactive;
  if (room.width() > 4) {
    const QColor ink = option.palette.color(group, selected ? QPalette::HighlightedText : QPalette::Highlight);
    const double width = std::max(1.0, room.width() * index.data(ContributorModel::kShareRole).toDouble());
    painter->fillRect(QRectF(room.topLeft(), QSizeF(width, room.height())), ink);
  }
  painter->setPen(option.palette.color(group, selected ? QPalette::HighlightedText : QPalette::Text));
  painter->drawText(option.rect.adjusted(0, 0, -6, 0), Qt::AlignRight | Qt::AlignVCenter,
                    index.data(Qt::DisplayRole).toString());
}

}  // namespace stowage
