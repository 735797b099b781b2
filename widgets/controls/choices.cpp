// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/choices.h"

#include <QActionGroup>

#include "widgets/controls/segments.h"

namespace stowage {

QWidget* make_choices(const std::vector<Choice>& choices, const QString& accessible_name) {
  auto* group = new QActionGroup(nullptr);
  for (const Choice& choice : choices) {
    QAction* action = group->addAction(choice.text);
    action->setObjectName(choice.name);
    action->setToolTip(choice.tip);
    action->setCheckable(true);
    QObject::connect(action, &QAction::triggered, action, choice.choose);
  }
  group->actions().constFirst()->setChecked(true);
  QWidget* box = make_segments(group->actions(), accessible_name);
  group->setParent(box);
  return box;
}

}  // namespace stowage
