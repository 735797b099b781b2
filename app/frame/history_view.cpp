// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/history_view.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QTableView>

#include "app/frame/history_model.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/tables/row_table.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::History)
};

/// Makes current what is in force: to go there changes nothing.
void show_current(QTableView& table, const HistoryModel& model) {
  const QModelIndex now = model.index(model.current_row(), HistoryModel::kStep);
  table.selectionModel()->setCurrentIndex(now, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  table.setColumnHidden(HistoryModel::kTime, !model.has_times());
  table.scrollTo(now);
}

}  // namespace

QWidget* make_history_view(OpenDocument& document) {
  auto* table = new QTableView;
  auto* model = new HistoryModel(document, table);
  table->setModel(model);
  set_up_rows(table, "history_view", Text::tr("History"));
  table->setAccessibleDescription(Text::tr("Every edit since the file was opened"));
  table->setToolTip(Text::tr("Click an edit to go back or forward to it"));
  table->setSelectionMode(QAbstractItemView::SingleSelection);
  table->setTextElideMode(Qt::ElideMiddle);
  table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  QHeaderView* header = table->horizontalHeader();
  header->setSectionResizeMode(QHeaderView::ResizeToContents);
  header->setSectionResizeMode(HistoryModel::kStep, QHeaderView::Stretch);
  QObject::connect(table->selectionModel(), &QItemSelectionModel::currentRowChanged, model,
                   [model](const QModelIndex& now) {
                     if (now.isValid()) model->go_to(now.row());
                   });
  QObject::connect(model, &HistoryModel::moved, table, [table, model] { show_current(*table, *model); });
  follow_numbers(table, [table] { table->viewport()->update(); });
  show_current(*table, *model);
  return table;
}

}  // namespace stowage
