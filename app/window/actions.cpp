// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/actions.h"

#include <algorithm>

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>
#include <QMenu>
#include <QToolBar>
#include <QWidget>

#include "app/frame/ink_icon.h"
#include "app/settings/command_name.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(Actions)
};

template <class Bar>
void append(const Actions& actions, Bar& bar, std::initializer_list<const char*> ids) {
  for (const char* id : ids) {
    if (*id == 0)
      bar.addSeparator();
    else
      bar.addAction(actions[id]);
  }
}

}  // namespace

QAction* Actions::make(const Command& command) {
  auto* action = new QAction(command.text, &window_);
  action->setObjectName(command.id);
  action->setShortcut(command.keys);
  action->setStatusTip(command.tip);
  if (command.icon) action->setIcon(ink_icon(command.icon));
  QObject::connect(action, &QAction::triggered, &window_, command.run);
  add(action);
  return action;
}

void Actions::add(std::initializer_list<Command> commands) {
  for (const Command& command : commands) make(command);
}

void Actions::add_for_graph(std::initializer_list<Command> commands) {
  for (const Command& command : commands) add_for_graph(command);
}

QAction* Actions::add_for_graph(const Command& command) {
  of_graph_ += make(command);
  return of_graph_.last();
}

void Actions::add(QAction* action) {
  all_ += action;
}

QAction* Actions::operator[](const char* id) const {
  const auto found = std::ranges::find_if(all_, [&](const QAction* action) { return action->objectName() == id; });
  Q_ASSERT(found != all_.end());
  return *found;
}

void Actions::fill(QMenu& menu, std::initializer_list<const char*> ids) const {
  append(*this, menu, ids);
}

void Actions::fill(QToolBar& bar, std::initializer_list<const char*> ids) const {
  append(*this, bar, ids);
  for (const char* id : ids) {
    if (*id == 0) continue;
    QAction* action = (*this)[id];
    if (action->statusTip().isEmpty()) continue;
    const QString keys = action->shortcut().toString(QKeySequence::NativeText), name = command_name(action->text());
    action->setToolTip((keys.isEmpty() ? name : Text::tr("%1 (%2)").arg(name, keys)) + '\n' + action->statusTip());
  }
}

void Actions::enable_for_graph(bool open) const {
  for (QAction* action : of_graph_) action->setEnabled(open);
}

void add_choices(QMenu& menu, const QList<MenuChoice>& choices, const std::function<QVariant()>& now,
                 const std::function<void(const QVariant& value)>& choose) {
  auto* group = new QActionGroup(&menu);
  for (const MenuChoice& each : choices) {
    QAction* action = group->addAction(menu.addAction(each.text));
    action->setObjectName(each.name);
    action->setStatusTip(each.tip);
    action->setData(each.value);
    action->setCheckable(true);
  }
  const auto check = [group, now] {
    for (QAction* action : group->actions()) action->setChecked(action->data() == now());
  };
  QObject::connect(&menu, &QMenu::aboutToShow, group, check);
  QObject::connect(group, &QActionGroup::triggered, group, [choose](const QAction* action) { choose(action->data()); });
  check();
}

}  // namespace stowage
