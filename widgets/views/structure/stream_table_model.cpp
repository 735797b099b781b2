// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/structure/stream_table_model.h"

#include <utility>

#include <QLocale>

#include "widgets/controls/swatch.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"

namespace stowage {

StreamTableModel::StreamTableModel(QObject* parent) : ColumnModel(parent) {
  auto peak = number(
      tr("Peak"), tr("The most bytes made on the stream that are alive at one step"),
      [this](StreamId s) { return facts_ ? std::optional(facts_->uses[s.index()].peak.count) : std::nullopt; },
      cell::bytes, nullptr, QStringLiteral("…"));
  peak.tip = [this](StreamId s) { return peak_tip(s); };
  set_columns({
      {.title = tr("Stream"),
       .hint = tr("A queue of operators, which run one after the other"),
       .text = [this](StreamId s) { return stream_label(*graph_, s); },
       .tip = [this](StreamId s) { return tr("Stream %1 in the file").arg(graph_->info(s).number); }},
      number(
          tr("Operators"), tr("How many operators run on the stream"),
          [this](StreamId s) { return graph_->operators_of(s).size(); }, cell::count),
      std::move(peak),
  });
}

QString StreamTableModel::peak_tip(StreamId stream) const {
  if (!facts_) return {};
  const StreamUse& use = facts_->uses[stream.index()];
  return tr("%1 of its tensors are alive at once at step %2; it writes %3 in all")
      .arg(full_bytes(use.peak), QLocale().toString(use.peak_step), full_bytes(use.made));
}

void StreamTableModel::set_graph(std::shared_ptr<const Graph> graph) {
  reset([&] {
    graph_ = std::move(graph);
    facts_ = nullptr;
  });
}

void StreamTableModel::set_facts(std::shared_ptr<const StreamFacts> facts) {
  facts_ = std::move(facts);
  columns_changed(kPeak, kPeak);
}

void StreamTableModel::set_look(const Theme& theme, double ratio) {
  theme_ = &theme;
  ratio_ = ratio;
  columns_changed(kName, kName, {Qt::DecorationRole});
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

QVariant StreamTableModel::look(StreamId stream, int column, int role) const {
  if (column != kName) return {};
  if (role == Qt::EditRole) return text_of(graph_->info(stream).name);
  if (role != Qt::DecorationRole) return {};
  const auto shown = fill(stream);
  return shown ? swatch(*shown, *theme_, ratio_) : QVariant();
}

Qt::ItemFlags StreamTableModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags flags = ColumnModel::flags(index);
  return index.isValid() && index.column() == kName ? flags | Qt::ItemIsEditable : flags;
}

bool StreamTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid) || index.column() != kName || role != Qt::EditRole)
    return false;
  const QString name = one_line(value.toString()).trimmed();
  if (name != index.data(Qt::EditRole).toString()) emit rename_requested(at(index.row()), name);
  return true;
}

}  // namespace stowage
