// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/concurrency/sync_cost_model.h"

#include <limits>

#include <QGuiApplication>
#include <QPalette>

#include "widgets/base/canvas.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/style/theme.h"
#include "widgets/tables/text_table.h"

namespace stowage {

QString sync_arrow(const Graph& graph, const ControlEdge& sync) {
  return QStringLiteral("%1 → %2").arg(text_of(graph.name(sync.before)), text_of(graph.name(sync.after)));
}

QColor quiet_text() {
  return Theme::of(is_dark(QGuiApplication::palette())).muted_text;
}

void SyncCostModel::set_graph(std::shared_ptr<const Graph> graph) {
  beginResetModel();
  graph_ = std::move(graph);
  now_.reset();
  ways_.clear();
  costs_.assign(graph_ ? graph_->control().size() : 0, std::nullopt);
  redundant_ = 0;
  endResetModel();
}

void SyncCostModel::set_now(const Cost& now) {
  now_ = now;
  if (!costs_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

void SyncCostModel::set_cost(const SyncCost& cost, const SyncWay& way) {
  if (cost.place >= costs_.size()) return;
  if (!way.whole.isEmpty()) ways_[cost.place] = way.whole;
  std::optional<SyncCost>& known = costs_[cost.place];
  redundant_ += (cost.redundant ? 1 : 0) - (known && known->redundant ? 1 : 0);
  known = cost;
  const int row = static_cast<int>(cost.place);
  emit dataChanged(index(row, 0), index(row, kColumns - 1));
}

int SyncCostModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(costs_.size());
}

int SyncCostModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

std::optional<Bytes> SyncCostModel::change(std::size_t row, int column) const {
  const std::optional<SyncCost>& cost = costs_[row];
  if (!cost || !now_) return std::nullopt;
  if (cost->redundant) return Bytes{0};
  if (column == kBound) return cost->bound_without - now_->bound;
  if (!cost->without) return std::nullopt;
  return cost->without->footprint - now_->footprint;
}

QString SyncCostModel::text(std::size_t row, int column) const {
  if (column == kSync) return sync_arrow(*graph_, graph_->control()[row]);
  if (column == kFootprint && costs_[row] && costs_[row]->redundant) return tr("redundant");
  const std::optional<Bytes> more = change(row, column);
  return more ? signed_bytes(*more) : QStringLiteral("…");
}

QString SyncCostModel::tool_tip(std::size_t row, int column) const {
  if (column == kSync) {
    const auto& [before, after] = graph_->control()[row];
    return tr("%1 (%2) waits for %3 (%4)")
        .arg(text_of(graph_->name(after)), QString::fromStdString(graph_->label(graph_->stream(after))),
             text_of(graph_->name(before)), QString::fromStdString(graph_->label(graph_->stream(before))));
  }
  const std::optional<SyncCost>& cost = costs_[row];
  if (!cost || !now_) return tr("Not known yet");
  if (cost->redundant) {
    const auto at = ways_.find(row);
    const QString way = at == ways_.end() ? QString() : at->second;
    return way.isEmpty() ? tr("Other arcs imply this sync: without it nothing changes.")
                         : tr("Implied by %1: without it nothing changes.").arg(way);
  }
  if (column == kBound)
    return tr("Every plan without this sync needs at least %1; with it, %2.")
        .arg(full_bytes(cost->bound_without), full_bytes(now_->bound));
  if (!cost->without) return tr("Not known yet");
  return tr("The best plan without this sync needs %1; with it, %2.")
      .arg(full_bytes(cost->without->footprint), full_bytes(now_->footprint));
}

QVariant SyncCostModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
  const auto row = static_cast<std::size_t>(index.row());
  switch (role) {
    case Qt::DisplayRole:
      return text(row, index.column());
    case Qt::ToolTipRole:
      return tool_tip(row, index.column());
    case Qt::TextAlignmentRole:
      return QVariant(Qt::AlignVCenter | (index.column() == kSync ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::ForegroundRole:
      if (costs_[row] && costs_[row]->redundant) return quiet_text();
      return {};
    case kExactRole: {
      const auto more = index.column() == kSync ? std::nullopt : change(row, index.column());
      return more ? QVariant(static_cast<qlonglong>(more->count)) : QVariant(text(row, index.column()));
    }
    case kSortRole:
      if (index.column() == kSync) return index.row();
      if (costs_[row] && costs_[row]->redundant) return std::numeric_limits<qlonglong>::min();
      return static_cast<qlonglong>(change(row, index.column()).value_or(Bytes{-1}).count);
    default:
      return {};
  }
}

QVariant SyncCostModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return QVariant(Qt::AlignVCenter | (section == kSync ? Qt::AlignLeft : Qt::AlignRight));
  if (role == Qt::ToolTipRole && section == kSync) return tr("The second operator waits for the first");
  if (role == Qt::ToolTipRole && section == kFootprint) return tr("How much more the best plan needs without the sync");
  if (role == Qt::ToolTipRole && section == kBound) return tr("How much more every plan needs without the sync");
  if (role != Qt::DisplayRole) return {};
  return section == kSync ? tr("Sync there is") : section == kFootprint ? tr("Footprint") : tr("Bound");
}

}  // namespace stowage
