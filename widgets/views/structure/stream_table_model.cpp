// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/structure/stream_table_model.h"

#include <utility>

#include <QLocale>

#include "widgets/controls/swatch.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/tables/text_table.h"

namespace stowage {

void StreamTableModel::set_graph(std::shared_ptr<const Graph> graph) {
  beginResetModel();
  graph_ = std::move(graph);
  facts_ = nullptr;
  endResetModel();
}

void StreamTableModel::set_facts(std::shared_ptr<const StreamFacts> facts) {
  facts_ = std::move(facts);
  if (rowCount() > 0) emit dataChanged(index(0, kPeak), index(rowCount() - 1, kPeak));
}

void StreamTableModel::set_look(const Theme& theme, double ratio) {
  theme_ = &theme;
  ratio_ = ratio;
  if (rowCount() > 0) emit dataChanged(index(0, kName), index(rowCount() - 1, kName), {Qt::DecorationRole});
}

int StreamTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !graph_ ? 0 : static_cast<int>(graph_->stream_count());
}

int StreamTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QString StreamTableModel::text(StreamId stream, int column) const {
  switch (column) {
    case kName:
      return text_of(graph_->label(stream));
    case kOperators:
      return QLocale().toString(static_cast<qulonglong>(graph_->operators_of(stream).size()));
    default:
      return facts_ ? human_bytes(facts_->uses[stream.index()].peak) : QStringLiteral("…");
  }
}

QString StreamTableModel::hint(StreamId stream, int column) const {
  if (column == kName) return tr("Stream %1 in the file").arg(graph_->info(stream).number);
  if (column == kOperators || !facts_) return {};
  const StreamUse& use = facts_->uses[stream.index()];
  return tr("%1 of what it makes are alive at once at step %2; it makes %3 in all")
      .arg(full_bytes(use.peak), QLocale().toString(use.peak_step), full_bytes(use.made));
}

/// An operator's class is its stream's, also where so many streams share one.
std::optional<Fill> StreamTableModel::fill(StreamId stream) const {
  if (!facts_) return {};
  const Coloring& coloring = facts_->coloring;
  const auto local = graph_->operators_of(stream);
  if (local.empty() && stream.index() >= coloring.entries().size()) return {};
  const auto entry = local.empty() ? static_cast<std::uint8_t>(stream.index()) : coloring.class_of(local.front());
  return coloring.fill(entry, *theme_);
}

QVariant StreamTableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const StreamId stream(static_cast<std::size_t>(index.row()));
  switch (role) {
    case Qt::DisplayRole:
      return text(stream, index.column());
    case kExactRole:
      if (index.column() == kOperators) return static_cast<qulonglong>(graph_->operators_of(stream).size());
      if (index.column() == kPeak && facts_) return static_cast<qlonglong>(facts_->uses[stream.index()].peak.count);
      return text(stream, index.column());
    case Qt::EditRole:
      return index.column() == kName ? text_of(graph_->info(stream).name) : text(stream, index.column());
    case Qt::ToolTipRole:
      return hint(stream, index.column());
    case Qt::DecorationRole:
      if (const auto shown = fill(stream); shown && index.column() == kName) return swatch(*shown, *theme_, ratio_);
      return {};
    case Qt::TextAlignmentRole:
      return static_cast<int>((index.column() == kName ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
      return {};
  }
}

QVariant StreamTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= kColumns) return {};
  if (role == Qt::TextAlignmentRole)
    return static_cast<int>((section == kName ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role == Qt::DisplayRole)
    return section == kName ? tr("Stream") : section == kOperators ? tr("Operators") : tr("Peak");
  if (role == Qt::ToolTipRole && section == kName) return tr("A queue of operators, which run one after the other");
  if (role == Qt::ToolTipRole && section == kOperators) return tr("How many operators run on the stream");
  if (role == Qt::ToolTipRole && section == kPeak)
    return tr("The most bytes made on the stream that are alive at one step of the global order");
  return {};
}

Qt::ItemFlags StreamTableModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
  return index.isValid() && index.column() == kName ? flags | Qt::ItemIsEditable : flags;
}

bool StreamTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid) || index.column() != kName || role != Qt::EditRole)
    return false;
  const QString name = one_line(value.toString()).trimmed();
  if (name != index.data(Qt::EditRole).toString())
    emit rename_requested(StreamId(static_cast<std::size_t>(index.row())), name);
  return true;
}

}  // namespace stowage
