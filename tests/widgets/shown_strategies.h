// SPDX-License-Identifier: GPL-3.0-or-later
// The strategies on screen, for their tests.
#pragma once

#include <QTableView>
#include <QtTest>

#include "widgets/base/view_state.h"
#include "widgets/views/strategies/strategy_panel.h"
#include "widgets/views/strategies/strategy_table_model.h"

namespace stowage::test {

inline const LayoutStrategy& strategy(const char* id) {
  const LayoutStrategy* found = find_layout_strategy(id);
  if (!found) qFatal("no strategy %s", id);
  return *found;
}

/// A panel on screen that remembers what was asked for.
struct ShownStrategies {
  ShownStrategies() {
    QObject::connect(&panel, &StrategyPanel::strategy_chosen, &panel,
                     [this](const LayoutStrategy* choice) { chosen.push_back(choice); });
    panel.resize(380, 720);
    panel.show();
  }
  void fill(std::int64_t least = 1000, std::int64_t step = 10) {
    panel.model().begin();
    for (const LayoutStrategy& each : live_strategies()) {
      panel.model().set_result(each, Bytes{least}, 1.5);
      least += step;
    }
  }
  QTableView* table() { return panel.findChild<QTableView*>("strategy_view"); }
  QString cell(const LayoutStrategy& of, StrategyTableModel::Column column, int role = Qt::DisplayRole) {
    return panel.model().index(panel.model().row_of(&of), column).data(role).toString();
  }
  void click(const char* id, Qt::KeyboardModifiers modifiers = {}) {
    const QAbstractItemModel* rows = table()->model();
    for (int row = 0; row < rows->rowCount(); ++row)
      if (rows->index(row, 0).data().toString() == id) {
        table()->scrollTo(rows->index(row, 0));
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, modifiers,
                          table()->visualRect(rows->index(row, 0)).center());
      }
    QCoreApplication::processEvents();
  }
  /// The names of the selected rows.
  QString marked() {
    QStringList names;
    for (const QModelIndex& at : table()->selectionModel()->selectedRows()) names += at.data().toString();
    return names.join(' ');
  }
  ViewState state;
  StrategyPanel panel{state};
  std::vector<const LayoutStrategy*> chosen;
};

}  // namespace stowage::test
