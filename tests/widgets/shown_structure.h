// SPDX-License-Identifier: GPL-3.0-or-later
// The structure pane on screen, for its tests.
#pragma once

#include <QTabWidget>
#include <QToolButton>
#include <QTreeView>

#include "tests/support/graphs.h"
#include "tests/widgets/shown_pane.h"
#include "widgets/views/structure/stream_table_model.h"
#include "widgets/views/structure/structure_pane.h"
#include "widgets/views/structure/sync_table_model.h"

namespace stowage::test {

enum Page { kStreams, kSyncs, kGroups, kSizes };

/// A pane on screen, with the least that a window does for it: requests are applied, one after the other.
struct ShownStructure : ShownPane<StructurePane> {
  explicit ShownStructure(std::shared_ptr<const Graph> first) : ShownPane({320, 600}), graph(std::move(first)) {
    QObject::connect(&pane, &Pane::edit_requested, &pane, [this](const EditRequest& request) {
      requests << request.text;
      auto edited = request.apply(*graph);
      if (!edited) return void(refusals << QString::fromStdString(edited.error().text()));
      if (!edited->operators.empty()) state.renumber(edited->operators);
      graph = std::make_shared<const Graph>(std::move(edited->graph));
      pane.set_graph(graph);
    });
    pane.set_graph(graph);
  }
  explicit ShownStructure(const char* text) : ShownStructure(std::make_shared<const Graph>(graph_of(text))) {}

  void turn_to(Page page) { click_tab(part<QTabWidget>("structure_tabs")->tabBar(), page); }
  QToolButton* button(const char* command) { return qobject_cast<QToolButton*>(button_of(pane, command)); }
  void press(const char* command) { click(button(command)); }
  QTableView* streams() { return part<QTableView>("stream_table"); }
  QTableView* syncs() { return part<QTableView>("sync_table"); }
  QTreeView* groups() { return part<QTreeView>("group_tree"); }
  static QString cell(const QAbstractItemView* view, int row, int column) {
    return view->model()->index(row, column).data().toString();
  }
  /// Whatever is found out in the background is there.
  void settle() {
    QTRY_VERIFY(streams()->model()->rowCount() == 0 || cell(streams(), 0, StreamTableModel::kPeak) != "…");
  }
  void settle_syncs() {
    QTRY_VERIFY(syncs()->model()->rowCount() == 0 || cell(syncs(), 0, SyncTableModel::kRedundant) != "…");
  }

  std::shared_ptr<const Graph> graph;
  QStringList requests, refusals;
};

}  // namespace stowage::test
