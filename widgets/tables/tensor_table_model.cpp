// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/tensor_table_model.h"

#include <algorithm>
#include <utility>

#include <QGuiApplication>
#include <QPalette>

#include "core/graph/claims.h"
#include "widgets/painters/model/graph_subset.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/style/theme.h"
#include "widgets/painters/words/graph_words.h"

namespace stowage {
namespace {

constexpr std::size_t kNamesShown = 4, kNamesInTip = 40;  // of the consumers; the rest are counted

/// Behind what was found, in either theme.
QColor found_ground() {
  const QPalette palette = QGuiApplication::palette();
  return mix(palette.color(QPalette::Base), palette.color(QPalette::Highlight), 0.25);
}

}  // namespace

void TensorTableModel::set_rows(PlanView view, std::vector<TensorId> rows) {
  const std::size_t tensors = view.graph ? view.graph->tensor_count() : 0;
  if (!rows.empty() && rows == rows_ && row_of_.size() == tensors) return set_plan_view(std::move(view));
  reset([&] {
    if (view.graph != view_.graph)
      has_kinds_ = view.graph &&
                   std::ranges::any_of(view.graph->tensors(), [&](TensorId t) { return !view.graph->kind(t).empty(); });
    view_ = std::move(view);
    rows_ = std::move(rows);
    row_of_.assign(tensors, -1);
    for (std::size_t row = 0; row < rows_.size(); ++row) row_of_[rows_[row].index()] = static_cast<int>(row);
    set_columns(columns());
  });
}

void TensorTableModel::set_plan_view(PlanView view) {
  const bool timed_before = timed(), shared_before = shares(), recorded_before = recorded();
  view_ = std::move(view);
  if (shares() != shared_before || recorded() != recorded_before) return reset([this] { set_columns(columns()); });
  all_changed();
  if (timed() == timed_before) return;
  set_columns(columns());
  emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

void TensorTableModel::set_found(std::vector<TensorId> found) {
  if (found == found_) return;
  found_ = std::move(found);
  all_changed();
}

void TensorTableModel::set_notes(ViewState::Notes notes) {
  notes_ = std::move(notes);
  all_changed();
}

QString TensorTableModel::note(TensorId t) const {
  const auto at = notes_.find(t);
  return at == notes_.end() ? QString() : at->second;
}

int TensorTableModel::row_of(TensorId t) const {
  return t.index() < row_of_.size() ? row_of_[t.index()] : -1;
}

QVariant TensorTableModel::look(TensorId t, int /*column*/, int role) const {
  return role == Qt::BackgroundRole && std::ranges::binary_search(found_, t) ? found_ground() : QVariant();
}

QString TensorTableModel::operator_names(std::span<const OperatorId> operators, std::size_t most) const {
  QString names;
  for (std::size_t k = 0; k < operators.size() && k < most; ++k)
    names += (k == 0 ? "" : ", ") + text_of(view_.graph->name(operators[k]));
  if (operators.size() > most) names += tr(" and %Ln more", nullptr, static_cast<int>(operators.size() - most));
  return names;
}

std::optional<std::int64_t> TensorTableModel::offset(TensorId t) const {
  if (!view_.plan || view_.plan->offsets[t.index()].value < 0) return std::nullopt;
  return view_.plan->offsets[t.index()].value;
}

std::optional<std::int64_t> TensorTableModel::end(TensorId t) const {
  const auto begin = offset(t);
  return begin && !has_unknown_size(*view_.graph, t) ? std::optional(*begin + view_.graph->size(t).count)
                                                     : std::nullopt;
}

std::optional<std::int64_t> TensorTableModel::life_end(TensorId t, bool from) const {
  if (!view_.lifetimes) return std::nullopt;
  const Lifetime life = (*view_.lifetimes)[t.index()];
  if (life.empty()) return std::nullopt;
  if (timed()) return view_.graph->times()[from ? life.begin : life.end];
  return from ? life.begin : life.end - 1;
}

/// Operators mean nothing where the graph has a time axis: they are but its steps.
bool TensorTableModel::only_lifetimes() const {
  return view_.graph && has_only_lifetimes(*view_.graph);
}

TensorTableModel::Columns TensorTableModel::columns() const {
  const auto unknown = QStringLiteral("–");
  const auto no_operators = tr("None: the file lists only lifetimes");
  const auto producer = [this](TensorId t) { return view_.graph->producer(t); };
  const auto producer_name = [=, this](TensorId t) {
    return producer(t).valid() ? text_of(view_.graph->name(producer(t))) : QString();
  };
  Columns out = {
      {.title = tr("Name"),
       .hint = tr("As in the file"),
       .text = [this](TensorId t) { return text_of(view_.graph->name(t)); },
       .exact = [this](TensorId t) { return QVariant(whole_text_of(view_.graph->name(t))); }},
      {.title = tr("Size"),
       .hint = tr("Bytes, as in the graph: not rounded up to the alignment"),
       .number = true,
       .text =
           [this](TensorId t) {
             return has_unknown_size(*view_.graph, t) ? QStringLiteral("?") : human_bytes(view_.graph->size(t));
           },
       .exact = [this](TensorId t) { return exact_number(view_.graph->size(t).count); },
       .tip =
           [this](TensorId t) {
             return has_unknown_size(*view_.graph, t) ? tr("Unknown: the file does not give it. It counts as 0 bytes.")
                                                      : exact_bytes(view_.graph->size(t));
           }},
      number(
          tr("Offset"), tr("Where it starts in the buffer, in bytes"), [this](TensorId t) { return offset(t); },
          cell::offset, cell::full_bytes),
      number(
          tr("End"), tr("The first byte after it"), [this](TensorId t) { return end(t); }, cell::offset,
          cell::full_bytes),
      number(
          timed() ? tr("From time") : tr("First step"),
          timed() ? tr("The first instant at which it is needed") : tr("The first step that needs it"),
          [this](TensorId t) { return life_end(t, true); }, cell::count),
      number(
          timed() ? tr("Until time") : tr("Last step"),
          timed() ? tr("The first instant after its lifetime") : tr("The last step that needs it"),
          [this](TensorId t) { return life_end(t, false); }, cell::count),
      {.title = tr("Stream"),
       .hint = tr("The stream of its producer"),
       .text =
           [=, this](TensorId t) {
             const Graph& graph = *view_.graph;
             return producer(t).valid() ? stream_label(graph, graph.stream(producer(t))) : QString();
           },
       .blank = [this] { return view_.graph && view_.graph->stream_count() < 2; }},
      {.title = recorded() ? tr("Allocated by") : tr("Producer"),
       .hint = recorded() ? tr("The operator that allocates it; none if present from the start")
                          : tr("The operator that writes it; none if present from the start"),
       .text = [=, this](TensorId t) { return only_lifetimes() ? unknown : producer_name(t); },
       .exact = [=, this](TensorId t) { return only_lifetimes() ? QString() : producer_name(t); },
       .tip = [=, this](TensorId) { return only_lifetimes() ? no_operators : QString(); },
       .blank = [this] { return only_lifetimes(); }},
      {.title = recorded() ? tr("Freed by") : tr("Consumers"),
       .hint = recorded() ? tr("The operator that frees it; none if kept until the end")
                          : tr("The operators that read it; its memory is free once all have ended"),
       .text =
           [=, this](TensorId t) {
             return only_lifetimes() ? unknown : operator_names(view_.graph->consumers(t), kNamesShown);
           },
       .exact =
           [this](TensorId t) {
             return only_lifetimes() ? QString()
                                     : operator_names(view_.graph->consumers(t), view_.graph->consumers(t).size());
           },
       .tip =
           [=, this](TensorId t) {
             return only_lifetimes() ? no_operators : operator_names(view_.graph->consumers(t), kNamesInTip);
           },
       .blank = [this] { return only_lifetimes(); }},
      {.title = recorded() ? tr("Source line") : tr("Kind"),
       .hint = recorded() ? tr("Line of the program that requested the block")
                          : tr("Kind in the file: weight, activation, gradient…"),
       .text = [this](TensorId t) { return kind_label(view_.graph->kind(t)); },
       .blank = [this] { return !has_kinds_; }},
      {.title = tr("Group"),
       .hint = tr("The contiguous group that it belongs to"),
       .text =
           [this](TensorId t) {
             const GroupId group = view_.graph->group(t);
             return group.valid() ? tr("group %1").arg(group.index() + 1) : QString();
           },
       .blank = [this] { return !view_.graph || view_.graph->group_count() == 0; }},
      {.title = tr("Note"),
       .hint = tr("Your note, kept in a file beside the graph's file"),
       .text = [this](TensorId t) { return one_line(note(t)); },
       .exact = [this](TensorId t) { return note(t); },
       .tip = [this](TensorId t) { return note(t); },
       .exact_title = QString(),  // the user's own: not for others
       .blank = [this] { return notes_.empty(); }},
  };
  if (shares())
    out.push_back({.title = tr("Bytes"),
                   .hint = tr("The tensor whose bytes it uses, as a view or in place"),
                   .text = [this](TensorId t) { return sharing_text(view_, t); }});
  return out;
}

}  // namespace stowage
