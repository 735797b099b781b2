// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/workspaces.h"

#include <utility>

#include <QAction>
#include <QActionGroup>
#include <QMainWindow>
#include <QPointer>
#include <QSettings>
#include <QShortcut>
#include <QStatusBar>

#include "app/frame/message_bar.h"

namespace stowage {
namespace {

/// Where the state of a layout is kept; with a part, the rest of it.
QString key_of(Workspace id, const char* part = "") {
  return QStringLiteral("workspaces/") + QLatin1String(workspace_row(id).name) + QLatin1String(part);
}

constexpr auto kMissing = "_missing", kLeftOpen = "_left_open";

}  // namespace

Workspaces::Workspaces(QMainWindow& window, QSettings& settings, Docks& docks)
    : QObject(&window), window_(window), settings_(settings), docks_(docks), group_(new QActionGroup(this)) {
  for (const Workspace id : kWorkspaces) {
    const WorkspaceRow& row = workspace_row(id);
    const int number = static_cast<int>(id) + 1;
    auto* action = new QAction(tr(row.title), group_);
    action->setObjectName(QStringLiteral("workspace_") + QLatin1String(row.name));
    action->setCheckable(true);
    const QKeySequence key(QStringLiteral("Ctrl+%1").arg(number));
    action->setShortcut(key);
    action->setStatusTip(tr(row.tip));
    action->setToolTip(tr("%1 (Ctrl+%2)").arg(tr(row.tip)).arg(number));
    connect(action, &QAction::triggered, this, [this, id] {
      window_.statusBar()->clearMessage();  // that one is absent
      if (suggested_) chosen_instead_[*suggested_] = id;
      choose(id);
    });
    window.addAction(action);
    actions_[static_cast<std::size_t>(id)] = action;
    if (const QByteArray layout = settings.value(key_of(id)).toByteArray(); !layout.isEmpty())
      layouts_[id] = {layout, settings.value(key_of(id, kMissing)).toStringList(),
                      settings.value(key_of(id, kLeftOpen)).toBool()};
  }
  action(current_)->setChecked(true);
  // The key of an action that is out of sight does nothing: then this one says why.
  absent_ = new QShortcut(action(Workspace::recorded)->shortcut(), &window);
  absent_->setEnabled(false);
  connect(absent_, &QShortcut::activated, this,
          [this] { note(window_, tr("This document has no recorded heap. Open a heap snapshot to see one.")); });
}

void Workspaces::offer_recorded(bool offered) {
  action(Workspace::recorded)->setVisible(offered);
  absent_->setEnabled(!offered);
}

void Workspaces::choose(Workspace wanted) {
  action(wanted)->setChecked(true);
  const bool kept = std::exchange(kept_, false);
  if (wanted == current_ && applied_) return;
  if (!kept) keep();
  apply(wanted);
}

void Workspaces::follow_document() {
  keep();
  kept_ = true;
}

void Workspaces::suggest(Workspace wanted) {
  suggested_ = wanted;
  const auto instead = chosen_instead_.find(wanted);
  choose(instead == chosen_instead_.end() ? wanted : instead->second);
}

void Workspaces::reset() {
  layouts_.erase(current_);
  apply(current_);
}

void Workspaces::reset_all() {
  layouts_.clear();
  chosen_instead_.clear();
  apply(Workspace::explore);
}

void Workspaces::keep() {
  if (applied_) layouts_[current_] = docks_.layout();
}

void Workspaces::apply(Workspace wanted) {
  const QPointer<QWidget> focus = window_.focusWidget();
  current_ = wanted;
  applied_ = true;
  const auto layout = layouts_.find(wanted);
  const bool kept = layout != layouts_.end();
  docks_.set_workspace(workspace_row(wanted).docks, kept && layout->second.left_open);
  if (!kept || !docks_.set_layout(layout->second)) docks_.arrange();
  emit changed();
  if (focus && !focus->isVisible()) emit keyboard_free();
}

void Workspaces::save() {
  keep();
  for (const Workspace id : kWorkspaces) {
    for (const char* part : {"", kMissing, kLeftOpen}) settings_.remove(key_of(id, part));
    const auto layout = layouts_.find(id);
    if (layout == layouts_.end()) continue;
    settings_.setValue(key_of(id), layout->second.state);
    settings_.setValue(key_of(id, kMissing), layout->second.missing);
    settings_.setValue(key_of(id, kLeftOpen), layout->second.left_open);
  }
}

}  // namespace stowage
