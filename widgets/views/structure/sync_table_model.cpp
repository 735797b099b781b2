// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/structure/sync_table_model.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include <QLocale>

#include "widgets/painters/style/text.h"

namespace stowage {

void SyncTableModel::set_graph(std::shared_ptr<const Graph> graph) {
  beginResetModel();
  graph_ = std::move(graph);
  redundant_.reset();
  ways_.clear();
  sort_rows();
  endResetModel();
}

void SyncTableModel::set_redundant(const std::vector<std::size_t>& redundant, const std::vector<SyncWay>& ways) {
  if (!graph_) return;
  ways_.clear();
  for (std::size_t k = 0; k < ways.size(); ++k) ways_.emplace(redundant[k], ways[k]);
  const auto set = [&] {
    redundant_.emplace(graph_->control().size());
    for (const std::size_t sync : redundant) (*redundant_)[sync] = true;
  };
  if (column_ == kRedundant) {
    beginResetModel();
    set();
    sort_rows();
    endResetModel();
  } else {
    set();
    if (rowCount() > 0) emit dataChanged(index(0, kRedundant), index(rowCount() - 1, kRedundant));
  }
}

int SyncTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(order_.size());
}

int SyncTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QString SyncTableModel::text(std::size_t sync, int column) const {
  const auto [before, after] = graph_->control()[sync];
  switch (column) {
    case kFrom:
      return text_of(graph_->name(before));
    case kTo:
      return text_of(graph_->name(after));
    case kStreams:
      if (graph_->stream(before) == graph_->stream(after)) return text_of(graph_->label(graph_->stream(before)));
      return text_of(graph_->label(graph_->stream(before))) + " → " + text_of(graph_->label(graph_->stream(after)));
    default:
      return !redundant_ ? QStringLiteral("…") : (*redundant_)[sync] ? redundant_text(sync) : tr("no");
  }
}

SyncWay SyncTableModel::way(std::size_t sync) const {
  const auto at = ways_.find(sync);
  return at == ways_.end() ? SyncWay() : at->second;
}

QString SyncTableModel::redundant_text(std::size_t sync) const {
  const QString through = way(sync).through;
  return through.isEmpty() ? tr("yes") : tr("yes, by %1").arg(through);
}

QString SyncTableModel::redundant_hint(std::size_t sync) const {
  const QString way = this->way(sync).whole;
  const QString harmless = tr("removing it changes nothing, alone or with all other redundant ones");
  return way.isEmpty() ? tr("Data, the order of a stream and the syncs that stay imply it: %1").arg(harmless)
                       : tr("Implied by %1: %2").arg(way, harmless);
}

QString SyncTableModel::hint(std::size_t sync, int column) const {
  const auto [before, after] = graph_->control()[sync];
  const QLocale locale;
  switch (column) {
    case kFrom:
      return tr("%1, step %2: must finish first")
          .arg(text(sync, column), locale.toString(static_cast<qulonglong>(before.index())));
    case kTo:
      return tr("%1, step %2: waits").arg(text(sync, column), locale.toString(static_cast<qulonglong>(after.index())));
    case kRedundant:
      if (!redundant_) return tr("Being found out");
      return (*redundant_)[sync] ? redundant_hint(sync)
                                 : tr("Nothing else makes the second operator wait for the first");
    default:
      return text(sync, column);
  }
}

QVariant SyncTableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const std::size_t sync = order_[static_cast<std::size_t>(index.row())];
  if (role == Qt::DisplayRole) return text(sync, index.column());
  if (role == Qt::ToolTipRole) return hint(sync, index.column());
  return {};
}

QVariant SyncTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= kColumns) return {};
  if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
  if (role == Qt::ToolTipRole && section == kFrom) return tr("The operator that must have ended");
  if (role == Qt::ToolTipRole && section == kTo) return tr("The operator that waits for it");
  if (role == Qt::ToolTipRole && section == kStreams) return tr("The streams on which the two run");
  if (role == Qt::ToolTipRole && section == kRedundant)
    return tr("Whether other arcs imply it: data, the order of a stream, and syncs that are not redundant");
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case kFrom:
      return tr("From");
    case kTo:
      return tr("To");
    case kStreams:
      return tr("Streams");
    default:
      return tr("Redundant");
  }
}

void SyncTableModel::sort(int column, Qt::SortOrder order) {
  column_ = column;
  direction_ = order;
  beginResetModel();
  sort_rows();
  endResetModel();
}

void SyncTableModel::sort_rows() {
  const auto control = graph_ ? graph_->control() : std::span<const ControlEdge>();
  order_.resize(control.size());
  std::iota(order_.begin(), order_.end(), 0u);
  if (column_ < 0) return;
  const auto key = [&](std::uint32_t sync) {
    const auto [before, after] = control[sync];
    const auto from = static_cast<std::uint32_t>(before.index()), to = static_cast<std::uint32_t>(after.index());
    if (column_ == kFrom) return std::tuple(from, to);
    if (column_ == kTo) return std::tuple(to, from);
    if (column_ == kRedundant) return std::tuple(redundant_ && (*redundant_)[sync] ? 0u : 1u, from);
    return std::tuple(static_cast<std::uint32_t>(graph_->stream(before).index()),
                      static_cast<std::uint32_t>(graph_->stream(after).index()));
  };
  std::ranges::stable_sort(order_, {}, key);
  if (direction_ == Qt::DescendingOrder) std::ranges::reverse(order_);
}

}  // namespace stowage
