// SPDX-License-Identifier: GPL-3.0-or-later
// A pane on screen, for its tests.
#pragma once

#include "core/insight/edit/edits.h"
#include "tests/gui/gui_test.h"
#include "widgets/base/pane.h"
#include "widgets/edit/edit_request.h"

namespace stowage::test {

/// With its parts by name, and what a user does to them.
template <class AnyPane>
struct ShownPane {
  /// `more`: what the pane is made from beside the state. Where only its maker knows it: what makes it.
  template <class... More>
  explicit ShownPane(QSize size, More&&... more) : made(make(state, std::forward<More>(more)...)) {
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
    test::click(button_of(pane, button));
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

  // Where the pane is one drawing.
  void click(QPoint at, Qt::KeyboardModifiers held = {}) { QTest::mouseClick(&pane, Qt::LeftButton, held, at); }
  void drag(QPoint from, QPoint to, Qt::KeyboardModifiers held = {}) { test::drag(pane, from, to, held); }
  void hover(QPoint at) { move_mouse(pane, at); }
  void key(Qt::Key which, Qt::KeyboardModifiers held = {}) { QTest::keyClick(&pane, which, held); }
  /// Each key leads to that operator.
  void walk(std::initializer_list<std::pair<Qt::Key, OperatorId>> keys) {
    for (const auto& [which, there] : keys) {
      QTest::keyClick(&pane, which);
      QCOMPARE(state.selected_operators(), std::vector{there});
    }
  }
  [[nodiscard]] QImage image() { return pane.grab().toImage(); }

  ViewState state;
  std::unique_ptr<AnyPane> made;
  AnyPane& pane = *made;

 private:
  template <class... More>
  static AnyPane* make(ViewState& state, More&&... more) {
    if constexpr (sizeof...(More) > 0 && (std::invocable<More, ViewState&> && ...))
      return (more(state), ...);
    else
      return new AnyPane(state, std::forward<More>(more)...);
  }
};

/// With a document: edits that the pane asks for are made, one after the other, as a window makes them.
template <class AnyPane>
struct EditedPane : ShownPane<AnyPane> {
  template <class... More>
  explicit EditedPane(QSize size, More&&... more) : ShownPane<AnyPane>(size, std::forward<More>(more)...) {
    QObject::connect(&this->pane, &Pane::edit_requested, &this->pane, [this](const EditRequest& request) {
      asked << request.text;
      requests.push_back(request);
      if (auto edited = request.apply(*graph))
        take(*std::move(edited));
      else
        refused << QString::fromStdString(edited.error().text());
    });
  }
  EditedPane(const EditedPane&) = delete;
  EditedPane& operator=(const EditedPane&) = delete;
  virtual ~EditedPane() = default;

  void take(EditedGraph edited) {
    this->state.renumber(edited.operators);
    open(std::make_shared<const Graph>(std::move(edited.graph)));
  }
  /// Another graph; null: none.
  virtual void open(std::shared_ptr<const Graph> next) {
    graph = next;
    graphs.push_back(std::move(next));
    this->pane.set_graph(graph);
  }

  std::shared_ptr<const Graph> graph;                // that is open
  std::vector<std::shared_ptr<const Graph>> graphs;  // all that were
  QStringList asked, refused;
  std::vector<EditRequest> requests;
};

/// One of results, which works in the background, and has a part that takes its keys.
template <class AnyPane>
struct ShownResults : ShownPane<AnyPane> {
  template <class... More>
  ShownResults(PlanView of, QSize size, const char* keys_go_to, More&&... more)
      : ShownPane<AnyPane>(size, std::forward<More>(more)...), view(std::move(of)), keys(keys_go_to) {
    this->pane.set_view(view);
    this->settle();
    this->template part<QWidget>(keys)->setFocus();
  }
  void key(Qt::Key which) { QTest::keyClick(this->template part<QWidget>(keys), which); }

  PlanView view;
  const char* keys;  // name of the part that takes them
};

}  // namespace stowage::test
