// SPDX-License-Identifier: GPL-3.0-or-later
// A table of tensors on screen, for its tests.
#pragma once

#include <QLineEdit>
#include <QTableView>

#include "tests/gui/gui.h"
#include "tests/support/graphs.h"
#include "widgets/base/view_state.h"
#include "widgets/tables/table_actions.h"
#include "widgets/tables/tensor_query.h"
#include "widgets/tables/tensor_table.h"

namespace stowage::test {

inline PlanView tensors_of(Graph graph, std::vector<std::int64_t> offsets = {}) {
  PlanView view;
  view.graph = std::make_shared<const Graph>(std::move(graph));
  view.lifetimes = std::make_shared<const std::vector<Lifetime>>(lifetimes(*view.graph));
  if (offsets.empty()) return view;
  auto plan = std::make_shared<Plan>();
  for (const std::int64_t offset : offsets) plan->offsets.push_back(Offset{offset});
  view.plan = plan;
  return view;
}

/// A table on screen with the small graph.
struct ShownTensors {
  ShownTensors() : table(&state) {
    table.resize(900, 300);
    show(table);
    table.set_view(view);
  }
  QTableView* grid() { return table.findChild<QTableView*>("tensor_view"); }
  QLineEdit* limit(const char* name) { return part_of<QLineEdit>(table, name); }
  QLineEdit* name_filter() { return table.findChild<QLineEdit*>("tensor_filter"); }
  QString cell(int row, TensorColumn column) {
    return grid()->model()->index(row, static_cast<int>(column)).data().toString();
  }
  /// All rows as they would be exported.
  QString csv() {
    QString text;
    TableActions::of(grid())->read_all([&](const QString& csv) { text = csv; });
    return text;
  }
  void click(int row, Qt::KeyboardModifiers modifiers = {}) { click_row(grid(), row, modifiers); }
  ViewState state;
  PlanView view = tensors_of(graph_of(R"(
    op load @0
    op mul @0
    op add @1
    t weights.0 4096 : - -> mul
    t Input 100 : load -> mul
    t product 2048 : mul -> add
    t sum 100 : add -> !)"),
                             {0, 4096, 5000, 4096});
  TensorTable table;
};

}  // namespace stowage::test
