// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/tensor_table_model.h"

#include <algorithm>
#include <utility>

#include <QGuiApplication>
#include <QPalette>

#include "widgets/painters/model/graph_subset.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/style/theme.h"
#include "widgets/tables/text_table.h"

namespace stowage {
namespace {

constexpr std::size_t kNamesShown = 4;  // of the consumers, in a cell; the rest are counted

QString utf8_of(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

bool is_number(TensorColumn column) {
  switch (column) {
    case TensorColumn::size:
    case TensorColumn::offset:
    case TensorColumn::end:
    case TensorColumn::life_from:
    case TensorColumn::life_to:
      return true;
    default:
      return false;
  }
}

/// Holds operators, which mean nothing where the graph has a time axis: they are but its steps.
bool is_operator(TensorColumn column) {
  return column == TensorColumn::producer || column == TensorColumn::consumers;
}

/// Behind what was found, in either theme.
QColor found_ground() {
  const QPalette palette = QGuiApplication::palette();
  return mix(palette.color(QPalette::Base), palette.color(QPalette::Highlight), 0.25);
}

}  // namespace

void TensorTableModel::set_rows(PlanView view, std::vector<TensorId> rows) {
  const std::size_t tensors = view.graph ? view.graph->tensor_count() : 0;
  if (!rows.empty() && rows == rows_ && row_of_.size() == tensors) return set_plan_view(std::move(view));
  beginResetModel();
  view_ = std::move(view);
  rows_ = std::move(rows);
  row_of_.assign(tensors, -1);
  for (std::size_t row = 0; row < rows_.size(); ++row) row_of_[rows_[row].index()] = static_cast<int>(row);
  endResetModel();
}

void TensorTableModel::set_plan_view(PlanView view) {
  const bool other_axis = view_.graph && view.graph && view_.graph->times().empty() != view.graph->times().empty();
  view_ = std::move(view);
  all_changed();
  if (other_axis) emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
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

/// Views look again at what they show of it only, so this costs nothing a row.
void TensorTableModel::all_changed() {
  if (!rows_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

QString TensorTableModel::note(TensorId t) const {
  const auto at = notes_.find(t);
  return at == notes_.end() ? QString() : at->second;
}

int TensorTableModel::row_of(TensorId t) const {
  return t.index() < row_of_.size() ? row_of_[t.index()] : -1;
}

int TensorTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int TensorTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kTensorColumns;
}

QVariant TensorTableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const TensorId t = tensor(index.row());
  const auto column = static_cast<TensorColumn>(index.column());
  switch (role) {
    case Qt::DisplayRole:
      return shown_text(t, column);
    case Qt::TextAlignmentRole:
      return static_cast<int>((is_number(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
      if (column == TensorColumn::note) return note(t);
      if (column == TensorColumn::size)
        return has_unknown_size(*view_.graph, t) ? tr("Unknown: the file does not tell it. It counts as 0 bytes.")
                                                 : exact_bytes(view_.graph->size(t));
      if (only_lifetimes() && is_operator(column))
        return tr("None: this input says only from when to when a tensor lives");
      if (column == TensorColumn::consumers) return operator_names(view_.graph->consumers(t), 40);
      if (column == TensorColumn::offset || column == TensorColumn::end)
        if (const QVariant place = number(t, column); place.isValid()) return full_bytes(Bytes{place.toLongLong()});
      return {};
    case Qt::BackgroundRole:
      return std::ranges::binary_search(found_, t) ? QVariant(found_ground()) : QVariant();
    case kExactRole:
      return exact_text(t, column);
    case kSortRole:
      return is_number(column) ? number(t, column) : QVariant(exact_text(t, column));
    default:
      return {};
  }
}

QVariant TensorTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= kTensorColumns) return {};
  const auto column = static_cast<TensorColumn>(section);
  if (role == Qt::DisplayRole) return title(column);
  if (role == kExactRole && column == TensorColumn::note) return QString();  // the user's own: not for others
  if (role == Qt::ToolTipRole) return hint(column);
  if (role == Qt::TextAlignmentRole)
    return static_cast<int>((is_number(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  return {};
}

QString TensorTableModel::hint(TensorColumn column) const {
  switch (column) {
    case TensorColumn::size:
      return tr("Bytes, as in the graph: not rounded up to the alignment");
    case TensorColumn::offset:
      return tr("Where it starts in the buffer, in bytes");
    case TensorColumn::end:
      return tr("The first byte after it");
    case TensorColumn::life_from:
      return timed() ? tr("The first instant at which it is needed")
                     : tr("The first step of the global order that needs it");
    case TensorColumn::life_to:
      return timed() ? tr("The first instant at which it is needed no longer")
                     : tr("The last step of the global order that needs it");
    case TensorColumn::stream:
      return tr("The stream of its producer");
    case TensorColumn::name:
      return tr("As in the file");
    case TensorColumn::producer:
      return tr("The operator that writes it; none where it is there from the start");
    case TensorColumn::consumers:
      return tr("The operators that read it; its memory is free once all have ended");
    case TensorColumn::kind:
      return tr("What the file says it is: a weight, an activation, a gradient …");
    case TensorColumn::group:
      return tr("The contiguous group in which it lies end to end with others");
    case TensorColumn::note:
      return tr("Your own words on it, kept in a file beside that of the graph");
  }
  return {};
}

QString TensorTableModel::title(TensorColumn column) const {
  switch (column) {
    case TensorColumn::name:
      return tr("Name");
    case TensorColumn::size:
      return tr("Size");
    case TensorColumn::offset:
      return tr("Offset");
    case TensorColumn::end:
      return tr("End");
    case TensorColumn::life_from:
      return timed() ? tr("From time") : tr("First step");
    case TensorColumn::life_to:
      return timed() ? tr("Until time") : tr("Last step");
    case TensorColumn::stream:
      return tr("Stream");
    case TensorColumn::producer:
      return tr("Producer");
    case TensorColumn::consumers:
      return tr("Consumers");
    case TensorColumn::kind:
      return tr("Kind");
    case TensorColumn::group:
      return tr("Group");
    case TensorColumn::note:
      return tr("Note");
  }
  return {};
}

QString TensorTableModel::operator_names(std::span<const OperatorId> operators, std::size_t most) const {
  QString names;
  for (std::size_t k = 0; k < operators.size() && k < most; ++k)
    names += (k == 0 ? "" : ", ") + utf8_of(view_.graph->name(operators[k]));
  if (operators.size() > most) names += tr(" and %Ln more", nullptr, static_cast<int>(operators.size() - most));
  return names;
}

/// Invalid where it is not known yet.
QVariant TensorTableModel::number(TensorId t, TensorColumn column) const {
  const bool needs_plan = column == TensorColumn::offset || column == TensorColumn::end;
  if (needs_plan && (!view_.plan || view_.plan->offsets[t.index()].value < 0)) return {};
  if (column == TensorColumn::size) return static_cast<qlonglong>(view_.graph->size(t).count);
  if (needs_plan) {
    const Offset begin = view_.plan->offsets[t.index()];
    return static_cast<qlonglong>((column == TensorColumn::offset ? begin : begin + view_.graph->size(t)).value);
  }
  return life_end(t, column);
}

QVariant TensorTableModel::life_end(TensorId t, TensorColumn column) const {
  if (!view_.lifetimes) return {};
  const Lifetime life = (*view_.lifetimes)[t.index()];
  if (life.empty()) return {};
  const bool from = column == TensorColumn::life_from;
  if (timed()) return static_cast<qlonglong>(view_.graph->times()[from ? life.begin : life.end]);
  return static_cast<qlonglong>(from ? life.begin : life.end - 1);
}

bool TensorTableModel::only_lifetimes() const {
  return view_.graph && has_only_lifetimes(*view_.graph);
}

QString TensorTableModel::exact_text(TensorId t, TensorColumn column) const {
  const Graph& graph = *view_.graph;
  if (only_lifetimes() && is_operator(column)) return {};
  switch (column) {
    case TensorColumn::name:
      return utf8_of(graph.name(t));
    case TensorColumn::stream:
      return graph.producer(t).valid() ? QString::fromStdString(graph.label(graph.stream(graph.producer(t))))
                                       : QString();
    case TensorColumn::producer:
      return graph.producer(t).valid() ? utf8_of(graph.name(graph.producer(t))) : QString();
    case TensorColumn::consumers:
      return operator_names(graph.consumers(t), graph.consumers(t).size());
    case TensorColumn::kind:
      return utf8_of(graph.kind(t));
    case TensorColumn::note:
      return note(t);
    case TensorColumn::group:
      return graph.group(t).valid() ? tr("group %1").arg(graph.group(t).index() + 1) : QString();
    default:
      return number(t, column).toString();
  }
}

QString TensorTableModel::shown_text(TensorId t, TensorColumn column) const {
  if (column == TensorColumn::size)
    return has_unknown_size(*view_.graph, t) ? QStringLiteral("?") : human_bytes(view_.graph->size(t));
  if (column == TensorColumn::note) return one_line(note(t));
  if (only_lifetimes() && is_operator(column)) return QStringLiteral("–");
  if (column == TensorColumn::consumers) return operator_names(view_.graph->consumers(t), kNamesShown);
  if (!is_number(column)) return exact_text(t, column);
  const QVariant value = number(t, column);
  if (!value.isValid()) return QStringLiteral("–");
  const bool offset = column == TensorColumn::offset || column == TensorColumn::end;
  return offset ? offset_number(value.toLongLong()) : QLocale().toString(value.toLongLong());
}

}  // namespace stowage
