// SPDX-License-Identifier: GPL-3.0-or-later
// A pane of results on screen, for its tests.
#pragma once

#include <utility>

#include <QAbstractButton>
#include <QComboBox>
#include <QtTest>

#include "widgets/base/view_state.h"
#include "widgets/painters/model/plan_view.h"

namespace stowage::test {

inline constexpr int kPatience = 20'000;  // milliseconds; the machine may be busy

/// One that works in the background, and has a part which takes its keys.
template <class AnyPane>
struct ShownPane {
  ShownPane(PlanView of, QSize size, const char* keys_go_to) : view(std::move(of)), keys(keys_go_to) {
    pane.resize(size);
    pane.show();
    if (!QTest::qWaitForWindowActive(&pane)) qFatal("the window never became active");
    pane.set_view(view);
    settle();
    part<QWidget>(keys)->setFocus();
  }
  void settle() {
    if (!QTest::qWaitFor([&] { return !pane.busy(); }, kPatience)) qFatal("never settled");
  }
  template <class T>
  T* part(const char* name) {
    T* found = pane.template findChild<T*>(name);
    if (!found) qFatal("no %s", name);
    return found;
  }
  void key(Qt::Key which) { QTest::keyClick(part<QWidget>(keys), which); }
  void press(const QString& text) {
    for (QAbstractButton* button : pane.template findChildren<QAbstractButton*>())
      if (button->isEnabled() && (button->text().remove('&') == text || button->accessibleName() == text)) {
        QTest::mouseClick(button, Qt::LeftButton);
        return settle();
      }
    qFatal("no button %s", qPrintable(text));
  }
  /// A row of a list to choose from, with the keyboard, which stays there.
  void choose(const char* list, int row) {
    auto* box = part<QComboBox>(list);
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Home);
    for (int k = 0; k < row; ++k) QTest::keyClick(box, Qt::Key_Down);
  }

  PlanView view;
  ViewState state;
  AnyPane pane{state};
  const char* keys;  // name of the part that takes them
};

}  // namespace stowage::test
