// SPDX-License-Identifier: GPL-3.0-or-later
// The lanes as a list of their operators, in their order, for screen readers.
#include "widgets/painters/graph/graph_card.h"
#include "widgets/painters/style/text.h"
#include "widgets/views/lanes/lanes_pane.h"

namespace stowage {
namespace {

OperatorId operator_of(int item) {
  return OperatorId(static_cast<std::size_t>(item));
}

}  // namespace

int LanesPane::item_count() const {
  return has_lanes() ? static_cast<int>(graph_->operator_count()) : 0;
}

int LanesPane::current_item() const {
  const OperatorId current = current_operator();
  return current.valid() ? static_cast<int>(current.index()) : -1;
}

QString LanesPane::item_name(int item) const {
  return text_of(graph_->name(operator_of(item)));
}

/// What its card says: step, stream, inputs and outputs.
QString LanesPane::item_value(int item) const {
  QStringList facts;
  for (const GraphCard::Row& row : operator_card(*graph_, operator_of(item), nullptr, view_.recorded()).rows)
    facts += row.name.isEmpty() ? row.value : row.name + ' ' + row.value;
  return facts.join(QStringLiteral(", "));
}

QRect LanesPane::item_rect(int item) const {
  const OperatorId o = operator_of(item);
  return (geometry_.box(o.index(), graph_->stream(o).index()) & geometry_.plot()).toAlignedRect();
}

int LanesPane::item_at(QPoint at) const {
  const OperatorId o = operator_at(at);
  return o.valid() ? static_cast<int>(o.index()) : -1;
}

bool LanesPane::is_item_selected(int item) const {
  return state().is_selected(operator_of(item));
}

void LanesPane::choose_item(int item) {
  select_and_reveal(operator_of(item));
}

}  // namespace stowage
