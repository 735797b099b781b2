// SPDX-License-Identifier: GPL-3.0-or-later
// A pane on screen, for its tests.
#pragma once

#include <utility>

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QTableView>

#include "tests/gui/gui.h"
#include "widgets/base/view_state.h"
#include "widgets/painters/model/plan_view.h"

namespace stowage::test {

/// With its parts by name, and what a user does to them.
template <class AnyPane>
struct ShownPane {
  /// `more`: what the pane is made from beside the state.
  template <class... More>
  explicit ShownPane(QSize size, More&&... more) : pane(state, std::forward<More>(more)...) {
    pane.resize(size);
    show(pane);
  }
  void settle() {
    wait_until([&] { return !pane.busy(); });
  }
  template <class T>
  T* part(const char* name) {
    return part_of<T>(pane, name);
  }
  QString text(const char* label) { return part<QLabel>(label)->text(); }
  QString cell(const char* table, int row, int column) {
    return part<QTableView>(table)->model()->index(row, column).data().toString();
  }
  void press(const QString& button) {
    click(button_of(pane, button));
    settle();
  }
  /// A row of a list to choose from, with the keyboard, which stays there.
  void choose(const char* list, int row) {
    auto* box = part<QComboBox>(list);
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Home);
    for (int k = 0; k < row; ++k) QTest::keyClick(box, Qt::Key_Down);
  }
  /// Whatever its models do from now on is checked.
  void watch_models() {
    for (auto* model : pane.template findChildren<QAbstractItemModel*>())
      new QAbstractItemModelTester(model, QAbstractItemModelTester::FailureReportingMode::QtTest, &pane);
  }

  ViewState state;
  AnyPane pane;
};

/// One of results, which works in the background, and has a part that takes its keys.
template <class AnyPane>
struct ShownResults : ShownPane<AnyPane> {
  ShownResults(PlanView of, QSize size, const char* keys_go_to)
      : ShownPane<AnyPane>(size), view(std::move(of)), keys(keys_go_to) {
    this->pane.set_view(view);
    this->settle();
    this->template part<QWidget>(keys)->setFocus();
  }
  void key(Qt::Key which) { QTest::keyClick(this->template part<QWidget>(keys), which); }

  PlanView view;
  const char* keys;  // name of the part that takes them
};

}  // namespace stowage::test
