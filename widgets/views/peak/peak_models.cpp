// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/peak/peak_models.h"

#include <algorithm>

#include <QLocale>

#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/style/theme.h"
#include "widgets/painters/words/graph_words.h"

namespace stowage {
namespace {

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

PeakModel::PeakModel(QObject* parent) : ColumnModel(parent) {
  const auto share = [this](TensorId t) { return share_of(content_->size(t), content_->total); };
  const auto bytes = [this](TensorId t) { return exact_bytes(content_->size(t)); };
  // What is said of the operator that writes it.
  const auto of_producer = [this](auto text, const QString& none = {}) {
    return [=, this](TensorId t) {
      const OperatorId producer = content_->graph->producer(t);
      return producer.valid() ? text(*content_->graph, producer) : none;
    };
  };
  const auto unless = [](const bool& any, TableColumn<TensorId> column) {
    column.blank = [&any] { return !any; };
    return column;
  };
  set_columns({
      words(tr("Tensor"), tr("A tensor that is alive together with all other listed tensors"),
            [this](TensorId t) { return text_of(content_->graph->name(t)); }),
      number(
          tr("Size"), tr("Bytes it takes, rounded up to the alignment"),
          [this](TensorId t) { return content_->size(t).count; }, cell::bytes, cell::exact_bytes),
      {.title = tr("Share"),
       .hint = tr("Its share of all listed bytes"),
       .number = true,
       .text = [share](TensorId t) { return percent(share(t)); },
       .exact = share,
       .tip = bytes},
      words(tr("Stream"), tr("The stream of the operator that writes it"),
            of_producer([](const Graph& graph, OperatorId o) { return stream_label(graph, graph.stream(o)); },
                        tr("from the start"))),
      unless(has_phases_,
             words(tr("Phase"), tr("The phase of the operator that writes it: forward, backward …"),
                   of_producer([](const Graph& graph, OperatorId o) { return phase_label(graph.phase(o)); }))),
      unless(has_operators_,
             words(tr("Operator"), tr("The kind of its producer: Conv, MatMul …"),
                   of_producer([](const Graph& graph, OperatorId o) { return text_of(graph.kind(o)); }))),
      unless(has_kinds_, words(tr("Kind"), tr("Kind in the file: weight, activation, gradient…"),
                               [this](TensorId t) { return kind_label(content_->graph->kind(t)); })),
  });
}

void PeakModel::set_content(std::shared_ptr<const PeakContent> content) {
  reset([&] {
    content_ = std::move(content);
    has_phases_ = has_operators_ = has_kinds_ = false;
    if (!content_) return;
    const Graph& graph = *content_->graph;
    const auto any = [&](auto word) { return std::ranges::any_of(content_->members, word); };
    const auto of_producer = [&](auto word) {
      return any([&](TensorId t) { return graph.producer(t).valid() && !word(graph.producer(t)).empty(); });
    };
    has_phases_ = of_producer([&](OperatorId o) { return graph.phase(o); });
    has_operators_ = of_producer([&](OperatorId o) { return graph.kind(o); });
    has_kinds_ = any([&](TensorId t) { return !graph.kind(t).empty(); });
  });
}

int PeakModel::row_of(TensorId t) const {
  if (!content_) return -1;
  const auto at = std::ranges::lower_bound(content_->row_of, t, {}, [](const auto& entry) { return entry.first; });
  return at != content_->row_of.end() && at->first == t ? at->second : -1;
}

// ---- contributors

ContributorModel::ContributorModel(QObject* parent) : ColumnModel(parent) {
  const auto share = [this](const Contributor& row) { return share_of(row.bytes, list().total); };
  set_columns({
      {.title = tr("Contributor"),
       .hint = tr("A property that tensors of the list share"),
       .text = [this](const Contributor& row) { return contributor_name(row, by_); }},
      number(
          tr("Tensors"), tr("Number of listed tensors with this property"),
          [](const Contributor& row) { return row.tensors.size(); }, cell::count),
      number(
          tr("Size"), tr("The sum of their sizes; all rows add up to the list"),
          [](const Contributor& row) { return row.bytes.count; }, cell::bytes),
      {.title = tr("Share"),
       .hint = tr("Their share of all listed bytes"),
       .number = true,
       .text = [share](const Contributor& row) { return percent(share(row)); },
       .exact = share},
  });
}

QVariant ContributorModel::look(const Contributor& row, int /*column*/, int role) const {
  if (role != Qt::ToolTipRole) return {};
  return tr("%1: %2\nClick to list and select its tensors").arg(contributor_name(row, by_), full_bytes(row.bytes));
}

void ContributorModel::set_content(std::shared_ptr<const PeakContent> content, ContributorBy by) {
  reset([&] {
    content_ = std::move(content);
    by_ = by;
  });
}

}  // namespace stowage
