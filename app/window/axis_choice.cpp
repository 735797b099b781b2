// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/axis_choice.h"

#include <QAction>
#include <QSettings>

#include "app/session/document.h"
#include "widgets/base/view_state.h"

namespace stowage {
namespace {

constexpr char kSetting[] = "view/over_time";

}  // namespace

AxisChoice::AxisChoice(OpenDocument& document, ViewState& state, QSettings& settings, QObject* parent)
    : QObject(parent), document_(document), state_(state), action_(new QAction(tr("T&ime axis"), this)) {
  action_->setObjectName("over_time");
  action_->setCheckable(true);
  action_->setShortcut(QKeySequence("Ctrl+T"));
  state.set_over_time(settings.value(kSetting, false).toBool());
  connect(action_, &QAction::triggered, &state, &ViewState::set_over_time);
  connect(&state, &ViewState::over_time_changed, this, [this, &settings] {
    settings.setValue(kSetting, state_.chosen_over_time());
    follow();
  });
  connect(&document, &OpenDocument::replaced, this, &AxisChoice::follow);
  connect(&document, &OpenDocument::revised, this, &AxisChoice::follow);
  follow();
}

void AxisChoice::follow() {
  const auto& graph = document_.graph();
  const bool can = graph && graph->has_durations();
  action_->setEnabled(can);
  action_->setChecked(can && state_.over_time());
  action_->setStatusTip(can ? tr("Draw lanes and heap map over the time of the simulated run, instead of steps")
                            : tr("No operator has a duration"));
  action_->setToolTip(action_->statusTip());
}

}  // namespace stowage
