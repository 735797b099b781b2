// SPDX-License-Identifier: GPL-3.0-or-later
// The structure pane on screen, for its tests.
#pragma once

#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>
#include <QtTest>

#include "tests/support/graphs.h"
#include "widgets/base/view_state.h"
#include "widgets/views/structure/stream_table_model.h"
#include "widgets/views/structure/structure_pane.h"
#include "widgets/views/structure/sync_table_model.h"

namespace stowage::test {

enum Page { kStreams, kSyncs, kGroups, kSizes };

/// A pane on screen, with the least that a window does for it: requests are applied, one after the other.
struct ShownStructure {
  explicit ShownStructure(std::shared_ptr<const Graph> first) : graph(std::move(first)), pane(state) {
    QObject::connect(&pane, &Pane::edit_requested, &pane, [this](const EditRequest& request) {
      requests << request.text;
      auto edited = request.apply(*graph);
      if (!edited) return void(refusals << QString::fromStdString(edited.error().text()));
      if (!edited->operators.empty()) state.renumber(edited->operators);
      graph = std::make_shared<const Graph>(std::move(edited->graph));
      pane.set_graph(graph);
    });
    pane.resize(320, 600);
    pane.show();
    if (!QTest::qWaitForWindowActive(&pane)) qFatal("the pane never became active");
    pane.set_graph(graph);
  }
  explicit ShownStructure(const char* text) : ShownStructure(std::make_shared<const Graph>(graph_of(text))) {}

  template <class T>
  T* part(const char* name) {
    T* found = pane.findChild<T*>(name);
    if (!found) qFatal("no %s", name);
    return found;
  }
  void turn_to(Page page) {
    const QTabBar* bar = part<QTabWidget>("structure_tabs")->tabBar();
    QTest::mouseClick(const_cast<QTabBar*>(bar), Qt::LeftButton, {}, bar->tabRect(page).center());
  }
  QToolButton* button(const char* command) {
    for (QToolButton* found : pane.findChildren<QToolButton*>())
      if (found->defaultAction() && found->defaultAction()->objectName() == command) return found;
    qFatal("no button for %s", command);
  }
  void press(const char* command) { QTest::mouseClick(button(command), Qt::LeftButton); }
  QTableView* streams() { return part<QTableView>("stream_table"); }
  QTableView* syncs() { return part<QTableView>("sync_table"); }
  QTreeView* groups() { return part<QTreeView>("group_tree"); }
  static void click(QAbstractItemView* view, const QModelIndex& index, Qt::KeyboardModifiers modifiers = {}) {
    view->scrollTo(index);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, modifiers, view->visualRect(index).center());
  }
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

  ViewState state;
  std::shared_ptr<const Graph> graph;
  StructurePane pane;
  QStringList requests, refusals;
};

}  // namespace stowage::test
