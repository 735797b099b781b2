// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare/moved_model.h"

#include <algorithm>
#include <utility>

#include "widgets/painters/style/numbers.h"

namespace stowage {
namespace {

QString more_bytes(std::int64_t bytes) {
  return (bytes < 0 ? QString(kMinus) : QLatin1String(bytes > 0 ? "+" : "")) + exact_bytes({std::abs(bytes)});
}

}  // namespace

void MovedModel::set_rows(PlanPair pair, std::shared_ptr<const PlanDifference> difference,
                          std::vector<std::uint32_t> rows) {
  reset([&] {
    pair_ = std::move(pair);
    difference_ = std::move(difference);
    resized_ = difference_ && std::ranges::any_of(difference_->changed, [](const TensorDifference& one) {
                 return one.size_change().count != 0;
               });
    rows_ = std::move(rows);
    row_of_.clear();
    row_of_.reserve(rows_.size());
    for (std::size_t row = 0; row < rows_.size(); ++row)
      if (const TensorId t = difference_->changed[rows_[row]].after; t.valid()) row_of_[t] = static_cast<int>(row);
    set_columns(columns());
  });
}

int MovedModel::row_of(TensorId after) const {
  const auto at = row_of_.find(after);
  return at == row_of_.end() ? -1 : at->second;
}

QString MovedModel::change(const TensorDifference& one) {
  switch (one.change) {
    case PlaceChange::kept:
      return tr("same");
    case PlaceChange::moved:
      return one.size_change().count == 0 ? tr("moved") : tr("moved and resized");
    case PlaceChange::resized:
      return tr("resized");
    case PlaceChange::added:
      return tr("new");
    case PlaceChange::removed:
      return tr("gone");
  }
  return {};
}

MovedModel::Columns MovedModel::columns() const {
  using Row = const TensorDifference&;
  const auto part = [this](MovedColumn column, const QString& title, const QString& hint, Words show,
                           Words tip = nullptr) {
    return number(
        title, hint, [=, this](Row one) { return moved_number(pair_, one, column); }, show, tip);
  };
  const Words more = [](std::int64_t n) { return signed_bytes({n}); };
  TableColumn<Row> resized = part(MovedColumn::size_change, tr("Size change"),
                                  tr("How many bytes larger it is than before"), more, more_bytes);
  resized.blank = [this] { return !resized_; };
  const QString where = tr("Where it starts in the buffer in %1"), offset = tr("Offset, %1");
  const QString &before = pair_.before_name, &after = pair_.after_name;
  const bool timed = pair_.after.graph && !pair_.after.graph->times().empty();
  return {
      {.title = tr("Name"),
       .hint = tr("Tensors with the same name are compared"),
       .text = [this](Row one) { return moved_name(pair_, one); }},
      {.title = tr("Change"), .hint = tr("Its change: moved, resized, new or gone"), .text = change},
      part(MovedColumn::size, tr("Size"), tr("Its bytes in %1, or in %2 if it is gone").arg(after, before), cell::bytes,
           cell::full_bytes),
      resized,
      part(MovedColumn::offset_before, offset.arg(before), where.arg(before), cell::offset, cell::full_bytes),
      part(MovedColumn::offset_after, offset.arg(after), where.arg(after), cell::offset, cell::full_bytes),
      part(MovedColumn::moved_by, tr("Moved by"), tr("How far it moved up"), more, more_bytes),
      part(MovedColumn::life_from, timed ? tr("From time") : tr("First step"),
           timed ? tr("The first instant at which it is needed") : tr("The first step that needs it"), cell::count),
      part(MovedColumn::life_to, timed ? tr("Until time") : tr("Last step"),
           timed ? tr("The first instant after its lifetime") : tr("The last step that needs it"), cell::count),
  };
}

}  // namespace stowage
