// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/spaces/spaces_pane.h"

#include <algorithm>
#include <utility>

#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

#include "core/planning/graph_plans.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/strategy_words.h"
#include "widgets/tables/row_table.h"
#include "widgets/views/spaces/space_table_model.h"

namespace stowage {
namespace {

/// What is known of a space before it is planned.
SpaceRow row_of(const MemorySpace& space, const SpacedTensors& tensors, const Graph& graph, std::size_t number) {
  SpaceRow row{.name = text_of(space.name), .capacity = space.capacity};
  for (TensorId t : graph.tensors()) row.tensors += graph.size(t) > Bytes{} && !graph.is_view(t) ? 1 : 0;
  if (const auto plan = plan_in_space(graph, tensors, number)) row.in_file = plan->footprint;
  return row;
}

}  // namespace

SpacesPane::SpacesPane(ViewState& state, QWidget* parent)
    : Pane(state, parent), model_(new SpaceTableModel(this)), table_(new QTableView), words_(new QLabel) {
  setObjectName("spaces_pane");
  set_up_rows(table_, "spaces_table", tr("Memory spaces of the file"));
  table_->setModel(model_);
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table_->horizontalHeader()->setStretchLastSection(false);
  words_->setObjectName("spaces_words");
  words_->setContentsMargins(8, 4, 8, 4);
  words_->setWordWrap(true);
  words_->setTextFormat(Qt::PlainText);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(words_);
  rows->addWidget(table_, 1);
  setFocusProxy(table_);
  connect(table_, &QTableView::activated, this,
          [this](const QModelIndex& index) { emit space_chosen(static_cast<std::size_t>(index.row())); });
}

void SpacesPane::set_spaces(ShownSpaces spaces) {
  planner_.cancel();
  planned_ = false;
  now_ = std::move(spaces);
  std::vector<SpaceRow> rows;
  for (const MemorySpace& space : now_.spaces)
    rows.push_back({.name = text_of(space.name), .capacity = space.capacity});
  model_->set_rows(std::move(rows), now_.shown);
  if (now_.shown < now_.spaces.size()) table_->selectRow(static_cast<int>(now_.shown));
  show_words();
  if (isVisible()) plan();
}

void SpacesPane::showEvent(QShowEvent* event) {
  Pane::showEvent(event);
  plan();
}

/// One space after the other. Edits of the shown one are in its graph only.
void SpacesPane::plan() {
  if (now_.spaces.empty() || std::exchange(planned_, true)) return;
  planner_.start([this, now = now_](const Worker::Run& run) {
    const SpacedTensors tensors = with_edits(*now.tensors, *now.graph, now.shown);
    std::vector<Graph> graphs;
    for (std::size_t k = 0; k < now.spaces.size(); ++k) {
      graphs.push_back(graph_in_space(*now.graph, tensors, k));
      run.post([this, k, row = row_of(now.spaces[k], tensors, graphs[k], k)] { model_->set_row(k, row); });
    }
    for (std::size_t k = 0; k < now.spaces.size(); ++k) {
      SpaceRow row = row_of(now.spaces[k], tensors, graphs[k], k);
      const auto plans = make_plans(graphs[k], {.alignment = now.chosen_alignment}, run.task());
      if (run.task().stop.stop_requested()) return;
      if (plans) {
        row.planned = plans->best().footprint;
        row.bound = plans->lower_bound;
      } else {
        row.fault = sentence_of(plans.error());
      }
      run.post([this, k, row] {
        model_->set_row(k, row);
        show_words();
      });
    }
  });
}

void SpacesPane::show_words() {
  QStringList words;
  for (const SpaceRow& row : model_->rows()) {
    if (row.overflows()) words << tr("The best plan of %1 does not fit into it.").arg(row.name);
    if (!row.fault.isEmpty()) words << tr("%1 could not be planned: %2").arg(row.name, row.fault);
  }
  words_->setText(words.join(' '));
  words_->setVisible(!words.isEmpty());
}

}  // namespace stowage
