// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTextBrowser>

#include "tests/app/shown.h"
#include "widgets/tables/tensor_table.h"
#include "widgets/views/learn/learn_pane.h"
#include "widgets/views/learn/lesson_board.h"

namespace stowage::test {

inline constexpr const char* kFit = ":/samples/lessons/3_avoid_merge_fit.json";
inline constexpr const char* kObjects = ":/samples/lessons/5_single_and_many_objects.json";
inline constexpr const char* kStreams = ":/samples/lessons/1_one_stream_is_not_enough.json";
inline constexpr const char* kBounds = ":/samples/lessons/7_bounds.json";

/// The window with a lesson.
struct Taught : Shown {
  explicit Taught(const QString& settings_file) : Shown(settings_file) {}
  LearnPane* learn() { return window.findChild<LearnPane*>(); }
  LessonSession& session() { return learn()->session(); }
  LessonBoard& board() { return learn()->board(); }
  QString text() { return part<QTextBrowser>("lesson_text")->toPlainText() + '\n' + outcome(); }
  /// What is said of the answer alone.
  QString outcome() { return part<QTextBrowser>("lesson_outcome")->toPlainText(); }
  QPushButton* button(const char* name) { return part<QPushButton>(name); }
  void press(const char* name) {
    QVERIFY2(button(name)->isVisible() && button(name)->isEnabled(), name);
    click(button(name));
    settle();
  }
  void next() { press("lesson_next"); }
  template <class T>
  T* input() {
    for (T* each : learn()->findChildren<T*>("answer_input"))
      if (each->isVisible()) return each;
    qFatal("no %s to answer with on page %zu", T::staticMetaObject.className(), session().page_number());
  }
  void type(const QString& answer) {
    auto* field = input<QLineEdit>();
    field->setFocus();
    QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(field, answer);
    QTest::keyClick(field, Qt::Key_Return);
  }
  PageOutcome::State state() { return session().outcome().state; }
  void drag(QPointF from, QPointF to) { test::drag(board(), from.toPoint(), to.toPoint()); }
  /// Puts the ghost down, and says that this is the answer.
  void drag_and_check(QPointF from, QPointF to) {
    drag(from, to);
    press("lesson_check");
  }
  QStringList offsets_in_table() {
    QStringList out;
    const QAbstractItemModel* model = window.findChild<TensorTable*>()->findChild<QTableView*>()->model();
    for (int row = 0; row < model->rowCount(); ++row) out << model->index(row, 2).data().toString();
    return out;
  }
};

}  // namespace stowage::test
