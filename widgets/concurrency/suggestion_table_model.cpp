// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/concurrency/suggestion_table_model.h"

#include "core/report/report.h"
#include "widgets/concurrency/sync_cost_model.h"
#include "widgets/painters/numbers.h"
#include "widgets/painters/text.h"

namespace stowage {

void SuggestionTableModel::set_results(std::shared_ptr<const Graph> graph, SyncSuggestions results) {
  beginResetModel();
  graph_ = std::move(graph);
  results_ = std::move(results);
  stale_ = false;
  endResetModel();
}

void SuggestionTableModel::set_stale(bool stale) {
  if (stale == stale_) return;
  stale_ = stale;
  if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

int SuggestionTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(results_.best.size());
}

int SuggestionTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QString SuggestionTableModel::text(const SyncSuggestion& each, int column) const {
  switch (column) {
    case kSync:
      return sync_arrow(*graph_, each.sync);
    case kSaved:
      return human_bytes(each.saved);
    default:
      return signed_percent(gap(each.with.footprint, results_.now.footprint));
  }
}

QString SuggestionTableModel::tool_tip(const SyncSuggestion& each) const {
  const auto& [before, after] = each.sync;
  QString out = tr("Let %1 (%2) wait for %3 (%4), and the best plan needs %5 instead of %6.")
                    .arg(text_of(graph_->name(after)), QString::fromStdString(graph_->label(graph_->stream(after))),
                         text_of(graph_->name(before)), QString::fromStdString(graph_->label(graph_->stream(before))),
                         full_bytes(each.with.footprint), full_bytes(results_.now.footprint));
  out += each.with.footprint == each.with.bound
             ? ' ' + tr("No plan with this sync needs less.")
             : ' ' + tr("Every plan with this sync needs at least %1.").arg(full_bytes(each.with.bound));
  if (after < before) out += ' ' + tr("It changes the order: %1 then comes later.").arg(text_of(graph_->name(after)));
  return out;
}

QVariant SuggestionTableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
  const SyncSuggestion& each = suggestion(index.row());
  if (role == Qt::DisplayRole) return text(each, index.column());
  if (role == Qt::ToolTipRole) return tool_tip(each);
  if (role == Qt::TextAlignmentRole)
    return QVariant(Qt::AlignVCenter | (index.column() == kSync ? Qt::AlignLeft : Qt::AlignRight));
  return {};
}

QVariant SuggestionTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return QVariant(Qt::AlignVCenter | (section == kSync ? Qt::AlignLeft : Qt::AlignRight));
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case kSync:
      return tr("Sync to add");
    case kSaved:
      return tr("Saves");
    default:
      return tr("Change");
  }
}

/// Stale rows are read, but nothing is done with them.
Qt::ItemFlags SuggestionTableModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags all = QAbstractTableModel::flags(index);
  return stale_ ? all & ~(Qt::ItemIsEnabled | Qt::ItemIsSelectable) : all;
}

}  // namespace stowage
