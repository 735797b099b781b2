// SPDX-License-Identifier: GPL-3.0-or-later
// A pane on screen, for its tests.
#pragma once

#include "core/insight/edit/edits.h"
#include "tests/gui/gui_test.h"
#include "widgets/base/pane.h"
#include "widgets/edit/edit_request.h"

namespace stowage::test {

/// A drawing that the mouse is given to: two things that can be selected, with their numbers, and a place with nothing.
struct DrawnView {
  QWidget& widget;
  std::function<QPointF(QPointF)> drawn_at, seen_at;  ///< the place in the drawing of a pixel, and back
  std::function<bool()> hovered;                      ///< whether something of the shared state is
  std::array<QPoint, 2> things;
  QPoint nothing;
  std::array<std::size_t, 2> numbers{};
  std::function<std::vector<std::size_t>()> selected{};  ///< none: clicks mean something of the view's own
};

template <class Ids>
std::vector<std::size_t> numbers_of(const Ids& ids) {
  std::vector<std::size_t> out;
  for (const auto id : ids) out.push_back(id.index());
  return out;
}

/// Hovering is shared until the mouse is elsewhere. A click selects, Ctrl adds and takes away, a click beside all of it
/// selects nothing. The wheel zooms at the pointer, the middle button moves what is drawn, and 0 shows all of it again.
inline void answers_the_mouse(const DrawnView& view) {
  const QPointF middle = view.widget.rect().center(), beside = view.nothing;
  for (const bool leaves : {false, true}) {
    move_mouse(view.widget, view.things[0]);
    QVERIFY(view.hovered());
    leaves ? leave(view.widget) : move_mouse(view.widget, beside);
    QVERIFY(!view.hovered());
  }
  if (view.selected) {
    const auto click = [&](QPoint at, Qt::KeyboardModifiers held = {}) {
      QTest::mouseClick(&view.widget, Qt::LeftButton, held, at);
      return view.selected();
    };
    const auto [one, other] = view.numbers;
    QCOMPARE(click(view.things[0]), std::vector{one});
    QCOMPARE(click(view.things[1], Qt::ControlModifier), (std::vector{one, other}));
    QCOMPARE(click(view.things[0], Qt::ControlModifier), std::vector{other});
    QCOMPARE(click(view.nothing), std::vector<std::size_t>());
  }
  const QPointF kept = view.drawn_at(middle), moved = view.drawn_at(beside);
  const auto is_at = [&](QPointF place, QPointF pixel) { return QLineF(view.seen_at(place), pixel).length() < 1.5; };
  wheel(view.widget, middle, 2);
  QVERIFY(is_at(kept, middle));
  QVERIFY(QLineF(view.seen_at(kept), view.seen_at(moved)).length() > 1.2 * QLineF(middle, beside).length());
  drag(view.widget, middle.toPoint(), middle.toPoint() + QPoint(40, 0), {}, Qt::MiddleButton);
  QVERIFY(is_at(kept, middle + QPointF(40, 0)));
  QTest::keyClick(&view.widget, Qt::Key_0);
  QVERIFY(is_at(kept, middle) && is_at(moved, beside));
}

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
