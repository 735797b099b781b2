// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/time_axis.h"

#include <QCoreApplication>
#include <QMenu>
#include <QStatusTipEvent>
#include <QWidget>

#include "widgets/base/view_state.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::TimeAxis)
};

}  // namespace

QString no_durations() {
  return Text::tr("No operator has a duration");
}

QString how_to_get_durations() {
  return Text::tr(
      "No operator has a duration. Import durations in the File menu, or select operators and set their duration in "
      "the Edit menu.");
}

void add_time_axis(QMenu& menu, ViewState& state, const QString& why_not) {
  const bool can = why_not.isEmpty();
  QAction* action = menu.addAction(Text::tr("&Time axis"));
  action->setObjectName("time_axis");
  action->setShortcut(Qt::Key_T);
  action->setCheckable(true);
  action->setChecked(can && state.over_time());
  action->setEnabled(can);
  if (!can) action->setToolTip(why_not);
  menu.setToolTipsVisible(true);
  QObject::connect(action, &QAction::triggered, &state, &ViewState::set_over_time);
}

void toggle_time_axis(QWidget& view, ViewState& state, const QString& why_not) {
  if (why_not.isEmpty()) return state.set_over_time(!state.over_time());
  QStatusTipEvent tip(why_not);
  QCoreApplication::sendEvent(&view, &tip);
}

std::optional<int> cursor_steps(int key) {
  switch (key) {
    case Qt::Key_Comma:
      return -1;
    case Qt::Key_Period:
      return 1;
    case Qt::Key_Less:
      return -10;
    case Qt::Key_Greater:
      return 10;
    default:
      return std::nullopt;
  }
}

}  // namespace stowage
