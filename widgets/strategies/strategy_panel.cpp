// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/strategies/strategy_panel.h"

#include <QHeaderView>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include "widgets/strategies/strategy_chart.h"
#include "widgets/strategies/strategy_table_model.h"
#include "widgets/strategies/strategy_toggles.h"

namespace stowage {

StrategyPanel::StrategyPanel(QWidget* parent)
    : QWidget(parent),
      model_(new StrategyTableModel(this)),
      sorted_(new QSortFilterProxyModel(this)),
      toggles_(new StrategyToggles(this)),
      table_(new QTableView),
      chart_(new StrategyChart(model_)) {
  make_table();
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 4, 0, 0);
  auto* buttons = new QVBoxLayout;
  buttons->setContentsMargins(6, 0, 6, 0);
  buttons->setSpacing(4);
  auto* pair = new QHBoxLayout;
  using enum StrategyToggles::Part;
  for (const auto part : {kObject, kFit})
    pair->addWidget(make_segments(toggles_->actions(part), StrategyToggles::title(part)));
  buttons->addWidget(make_segments(toggles_->actions(kSort), StrategyToggles::title(kSort)));
  buttons->addLayout(pair);
  rows->addLayout(buttons);
  auto* split = new QSplitter(Qt::Vertical);
  split->addWidget(table_);
  split->addWidget(chart_);
  split->setStretchFactor(0, 5);
  split->setStretchFactor(1, 4);
  split->setChildrenCollapsible(false);
  rows->addWidget(split, 1);
  connect(toggles_, &StrategyToggles::chosen, this, &StrategyPanel::strategy_chosen);
  connect(chart_, &StrategyChart::row_clicked, this, &StrategyPanel::choose_row);
}

void StrategyPanel::make_table() {
  sorted_->setSourceModel(model_);
  sorted_->setSortRole(StrategyTableModel::kSortRole);
  table_->setModel(sorted_);
  table_->setObjectName("strategy_view");
  table_->setAccessibleName(tr("Strategies"));
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setShowGrid(false);
  table_->setWordWrap(false);
  table_->setFrameShape(QFrame::NoFrame);
  table_->setTabKeyNavigation(false);
  table_->setSortingEnabled(true);
  table_->sortByColumn(StrategyTableModel::kTitle, Qt::AscendingOrder);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(table_->fontMetrics().height() + 6);
  QHeaderView* header = table_->horizontalHeader();
  header->setHighlightSections(false);
  header->setStretchLastSection(false);
  header->setMinimumSectionSize(48);
  header->setSectionResizeMode(QHeaderView::Interactive);
  header->setSectionResizeMode(StrategyTableModel::kTitle, QHeaderView::Stretch);
  const int digit = table_->fontMetrics().horizontalAdvance('0');
  header->resizeSection(StrategyTableModel::kFootprint, digit * 10);
  header->resizeSection(StrategyTableModel::kGap, digit * 8);
  header->resizeSection(StrategyTableModel::kTime, digit * 8);
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
    if (!syncing_ && now.isValid()) choose_row(sorted_->mapToSource(now).row());
  });
}

void StrategyPanel::choose_row(int row) {
  emit strategy_chosen(model_->rows()[static_cast<std::size_t>(row)].strategy);
}

void StrategyPanel::set_shown(const LayoutStrategy* strategy) {
  toggles_->show(strategy);
  mark_row(model_->row_of(strategy));
}

void StrategyPanel::set_nothing_shown() {
  toggles_->show(nullptr);
  mark_row(-1);
}

void StrategyPanel::mark_row(int row) {
  syncing_ = true;
  chart_->set_shown(row);
  if (row < 0)
    table_->selectionModel()->clear();
  else
    table_->setCurrentIndex(sorted_->mapFromSource(model_->index(row, 0)));
  syncing_ = false;
}

}  // namespace stowage
