// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/structure/sync_table_model.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include <QLocale>

#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"

namespace stowage {

SyncTableModel::SyncTableModel(QObject* parent) : ColumnModel(parent) {
  const auto edge = [this](std::size_t sync) { return graph_->control()[sync]; };
  const auto name = [this](OperatorId o) { return text_of(graph_->name(o)); };
  const auto step = [](OperatorId o) { return QLocale().toString(static_cast<qulonglong>(o.index())); };
  set_columns({
      {.title = tr("From"),
       .hint = tr("The operator that must finish first"),
       .text = [=](std::size_t sync) { return name(edge(sync).before); },
       .tip =
           [=](std::size_t sync) {
             const OperatorId o = edge(sync).before;
             return tr("%1, step %2: must finish first").arg(name(o), step(o));
           }},
      {.title = tr("To"),
       .hint = tr("The operator that waits for it"),
       .text = [=](std::size_t sync) { return name(edge(sync).after); },
       .tip =
           [=](std::size_t sync) {
             const OperatorId o = edge(sync).after;
             return tr("%1, step %2: waits").arg(name(o), step(o));
           }},
      words(tr("Streams"), tr("The streams on which the two run"),
            [=, this](std::size_t sync) { return streams_text(edge(sync)); }),
      {.title = tr("Redundant"),
       .hint = tr("Whether data, stream order or other syncs already imply it"),
       .text = [this](std::size_t sync) { return redundant_text(sync); },
       .tip = [this](std::size_t sync) { return redundant_tip(sync); }},
  });
}

void SyncTableModel::set_graph(std::shared_ptr<const Graph> graph) {
  reset([&] {
    graph_ = std::move(graph);
    redundant_.reset();
    ways_.clear();
    sort_rows();
  });
}

void SyncTableModel::set_redundant(const std::vector<std::size_t>& redundant, const std::vector<SyncWay>& ways) {
  if (!graph_) return;
  ways_.clear();
  for (std::size_t k = 0; k < ways.size(); ++k) ways_.emplace(redundant[k], ways[k]);
  redundant_.emplace(graph_->control().size());
  for (const std::size_t sync : redundant) (*redundant_)[sync] = true;
  if (column_ == kRedundant)
    reset([&] { sort_rows(); });
  else
    columns_changed(kRedundant, kRedundant);
}

QString SyncTableModel::streams_text(const ControlEdge& sync) const {
  const StreamId before = graph_->stream(sync.before), after = graph_->stream(sync.after);
  const QString from = stream_label(*graph_, before);
  return before == after ? from : from + " → " + stream_label(*graph_, after);
}

SyncWay SyncTableModel::way(std::size_t sync) const {
  const auto at = ways_.find(sync);
  return at == ways_.end() ? SyncWay() : at->second;
}

QString SyncTableModel::redundant_text(std::size_t sync) const {
  if (!redundant_) return QStringLiteral("…");
  if (!(*redundant_)[sync]) return tr("no");
  const QString through = way(sync).through;
  return through.isEmpty() ? tr("yes") : tr("yes, by %1").arg(through);
}

QString SyncTableModel::redundant_tip(std::size_t sync) const {
  if (!redundant_) return tr("Being checked");
  if (!(*redundant_)[sync]) return tr("Nothing else makes the second operator wait for the first");
  const QString way = this->way(sync).whole;
  const QString harmless = tr("removing it changes nothing, alone or with all other redundant ones");
  return way.isEmpty() ? tr("Data, the order of a stream and the syncs that stay imply it: %1").arg(harmless)
                       : tr("Implied by %1: %2").arg(way, harmless);
}

void SyncTableModel::sort(int column, Qt::SortOrder order) {
  column_ = column;
  direction_ = order;
  reset([&] { sort_rows(); });
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
