// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/concurrency/suggestion_table_model.h"

#include <algorithm>

#include <QLocale>

#include "core/plan/plan.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/tables/text_table.h"
#include "widgets/views/concurrency/sync_cost_model.h"

namespace stowage {

QString moves_text(const Graph& graph, const SyncSuggestion& each) {
  const QString waits = text_of(graph.name(each.sync.after));
  const QString text = each.later == 1 ? SuggestionTableModel::tr("%1 also changes the order shown: it moves %2 later.")
                                       : SuggestionTableModel::tr(
                                             "%1 also changes the order shown: it moves %Ln operator(s) later, %2 and "
                                             "what follows it.",
                                             nullptr, static_cast<int>(each.later));
  return text.arg(sync_arrow(graph, each.sync), waits);
}

void SuggestionTableModel::set_results(std::shared_ptr<const Graph> graph, SyncSuggestions results) {
  if (graph == graph_ && results.now == results_.now && results.best == results_.best) {
    results_ = std::move(results);
    return set_stale(false);
  }
  beginResetModel();
  graph_ = std::move(graph);
  results_ = std::move(results);
  stale_ = false;
  endResetModel();
}

int SuggestionTableModel::row_of(const ControlEdge& sync) const {
  const auto at = std::ranges::find(results_.best, sync, &SyncSuggestion::sync);
  return at == results_.best.end() ? -1 : static_cast<int>(at - results_.best.begin());
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
    case kShare:
      return signed_percent(gap(each.with.footprint, results_.now.footprint));
    default:
      return each.later > 0 ? QLocale().toString(static_cast<qulonglong>(each.later)) : QString();
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
  if (each.later > 0) out += ' ' + moves_text(*graph_, each);
  return out;
}

QVariant SuggestionTableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
  const SyncSuggestion& each = suggestion(index.row());
  if (role == Qt::DisplayRole) return text(each, index.column());
  if (role == kExactRole && index.column() == kSaved) return static_cast<qlonglong>(each.saved.count);
  if (role == kExactRole && index.column() == kLater) return static_cast<qulonglong>(each.later);
  if (role == kExactRole && index.column() == kShare) return gap(each.with.footprint, results_.now.footprint);
  if (role == Qt::ToolTipRole) return tool_tip(each);
  if (role == Qt::ForegroundRole && stale_) return quiet_text();
  if (role == Qt::TextAlignmentRole)
    return QVariant(Qt::AlignVCenter | (index.column() == kSync ? Qt::AlignLeft : Qt::AlignRight));
  return {};
}

QVariant SuggestionTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return QVariant(Qt::AlignVCenter | (section == kSync ? Qt::AlignLeft : Qt::AlignRight));
  if (role == Qt::ToolTipRole && section == kLater)
    return tr("How many operators the sync moves later in the order shown");
  if (role == Qt::ToolTipRole)
    return section == kSync    ? tr("The second operator would wait for the first")
           : section == kSaved ? tr("How much less memory the best plan needs with the sync")
                               : tr("The footprint with the sync, against that of now");
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case kSync:
      return tr("Sync to add");
    case kSaved:
      return tr("Saves");
    case kShare:
      return tr("Change");
    default:
      return tr("Later");
  }
}

/// Stale rows are read, but nothing is done with them.
Qt::ItemFlags SuggestionTableModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags all = QAbstractTableModel::flags(index);
  return stale_ ? all & ~(Qt::ItemIsEnabled | Qt::ItemIsSelectable) : all;
}

}  // namespace stowage
