// SPDX-License-Identifier: GPL-3.0-or-later
// The conflicts pane on screen, for the tests of its two faces.
#pragma once

#include <QLabel>
#include <QtTest>

#include "tests/support/results.h"
#include "widgets/base/view_state.h"
#include "widgets/views/conflicts/conflicts_pane.h"

namespace stowage::test {

struct ShownConflicts {
  explicit ShownConflicts(const PlanView& results) : view(results), pane(state) {
    pane.resize(900, 540);
    pane.show();
    pane.set_view(view);
  }
  template <class T>
  T* part(const char* name) {
    T* found = pane.findChild<T*>(name);
    if (!found) qFatal("no %s", name);
    return found;
  }
  TensorId tensor(const char* name) { return tensor_named(*view.graph, name); }
  QString sentence() { return part<QLabel>("conflicts_sentence")->text(); }
  static void hover(QWidget& over, QPoint at) {
    QMouseEvent move(QEvent::MouseMove, at, over.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&over, &move);
  }

  ViewState state;
  PlanView view;
  ConflictsPane pane;
};

}  // namespace stowage::test
