// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/improve/sync_cost_model.h"

#include <limits>

#include <QColor>
#include <QGuiApplication>
#include <QPalette>

#include "widgets/base/canvas.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/style/theme.h"
#include "widgets/painters/words/graph_words.h"

namespace stowage {
namespace {

/// "conv1 → allreduce".
QString sync_arrow(const Graph& graph, const ControlEdge& sync) {
  return QStringLiteral("%1 → %2").arg(text_of(graph.name(sync.before)), text_of(graph.name(sync.after)));
}

/// Of rows that say that there is nothing to be had, and can be read all the same.
QColor quiet_text() {
  return Theme::of(is_dark(QGuiApplication::palette())).muted_text;
}

}  // namespace

SyncCostModel::SyncCostModel(QObject* parent) : ColumnModel(parent) {
  set_columns({
      {.title = tr("Existing sync"),
       .hint = tr("The second operator waits for the first"),
       .text = [this](std::size_t row) { return sync_arrow(*graph_, graph_->control()[row]); },
       .key = [](std::size_t row) { return static_cast<int>(row); },
       .tip = [this](std::size_t row) { return sync_tip(row); }},
      figure(kFootprint, tr("Footprint"), tr("How much more the best plan needs without the sync")),
      figure(kBound, tr("Bound"), tr("How much more every plan needs without the sync")),
  });
}

/// Redundant syncs come first, then those whose figures are not known yet.
TableColumn<std::size_t> SyncCostModel::figure(Column column, const QString& title, const QString& hint) {
  const auto text = [=, this](std::size_t row) {
    if (column == kFootprint && is_redundant(row)) return tr("redundant");
    const std::optional<Bytes> more = change(row, column);
    return more ? signed_bytes(*more) : QStringLiteral("…");
  };
  const auto exact = [=, this](std::size_t row) {
    const std::optional<Bytes> more = change(row, column);
    return more ? exact_number(more->count) : QVariant(text(row));
  };
  const auto key = [=, this](std::size_t row) {
    if (is_redundant(row)) return exact_number(std::numeric_limits<std::int64_t>::min());
    return exact_number(change(row, column).value_or(Bytes{-1}).count);
  };
  const auto tip = [=, this](std::size_t row) { return figure_tip(row, column); };
  return {.title = title, .hint = hint, .number = true, .text = text, .exact = exact, .key = key, .tip = tip};
}

void SyncCostModel::set_graph(std::shared_ptr<const Graph> graph) {
  reset([&] {
    graph_ = std::move(graph);
    now_.reset();
    ways_.clear();
    costs_.assign(graph_ ? graph_->control().size() : 0, std::nullopt);
    redundant_ = 0;
  });
}

void SyncCostModel::set_now(const Cost& now) {
  now_ = now;
  all_changed();
}

void SyncCostModel::set_cost(const SyncCost& cost, const SyncWay& way) {
  if (cost.place >= costs_.size()) return;
  if (!way.whole.isEmpty()) ways_[cost.place] = way.whole;
  std::optional<SyncCost>& known = costs_[cost.place];
  redundant_ += (cost.redundant ? 1 : 0) - (known && known->redundant ? 1 : 0);
  known = cost;
  const int row = static_cast<int>(cost.place);
  emit dataChanged(index(row, 0), index(row, columnCount() - 1));
}

std::optional<Bytes> SyncCostModel::change(std::size_t row, int column) const {
  const std::optional<SyncCost>& cost = costs_[row];
  if (!cost || !now_) return std::nullopt;
  if (cost->redundant) return Bytes{0};
  if (column == kBound) return cost->bound_without - now_->bound;
  if (!cost->without) return std::nullopt;
  return cost->without->footprint - now_->footprint;
}

QString SyncCostModel::sync_tip(std::size_t row) const {
  const auto& [before, after] = graph_->control()[row];
  return tr("%1 (%2) waits for %3 (%4)")
      .arg(text_of(graph_->name(after)), stream_label(*graph_, graph_->stream(after)), text_of(graph_->name(before)),
           stream_label(*graph_, graph_->stream(before)));
}

QString SyncCostModel::figure_tip(std::size_t row, Column column) const {
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

QVariant SyncCostModel::look(std::size_t row, int /*column*/, int role) const {
  return role == Qt::ForegroundRole && is_redundant(row) ? quiet_text() : QVariant();
}

SyncCostRows::SyncCostRows(SyncCostModel* rows) : QSortFilterProxyModel(rows) {
  setSourceModel(rows);
  setSortRole(SyncCostModel::kSortRole);
}

void SyncCostRows::show_redundant(bool shown) {
  redundant_ = shown;
  invalidateFilter();
}

bool SyncCostRows::filterAcceptsRow(int row, const QModelIndex& /*parent*/) const {
  const auto* rows = static_cast<const SyncCostModel*>(sourceModel());
  return redundant_ || !rows->is_redundant(rows->at(row));
}

}  // namespace stowage
