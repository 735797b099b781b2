// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/time_axis.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <QCoreApplication>
#include <QMenu>
#include <QStatusTipEvent>
#include <QWidget>

#include "widgets/base/view_state.h"
#include "widgets/painters/model/step_scale.h"

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

void put_time_cursor(ViewState& state, const StepScale& scale, double place) {
  if (!scale.over_events()) return state.set_time_cursor(scale.step_at(place));
  const double event = std::clamp(std::floor(place), 0.0, std::max(0.0, scale.length() - 1));
  state.set_time_cursor(scale.step_at(event), static_cast<std::uint32_t>(event));
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
