// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/workspaces.h"

#include <algorithm>
#include <utility>

#include <QAction>
#include <QActionGroup>
#include <QMainWindow>
#include <QPointer>
#include <QSettings>
#include <QShortcut>
#include <QStatusBar>

#include "app/frame/docks.h"

namespace stowage {
namespace {

struct Row {
  Workspace id;
  const char* name;   // of its command, and in the settings
  const char* title;  // untranslated
  const char* tip;
  WorkspaceDocks docks;
};

/// At most four tabs in one place; the first of each is in front.
const Row& row_of(Workspace id) {
  static const Row kTable[] = {
      {Workspace::explore,
       "explore",
       QT_TRANSLATE_NOOP("stowage::Workspaces", "Explore"),
       QT_TRANSLATE_NOOP("stowage::Workspaces", "The graph, its plan, and the reasons for offsets"),
       {.left = {"graph", "modules", "structure", "history"},
        .low_left = {"legend"},
        .bottom = {"tensors", "peak", "conflicts", "sizes"},
        .right = {"strategies"},
        .low_right = {"savings", "inspector"}}},
      {Workspace::streams,
       "streams",
       QT_TRANSLATE_NOOP("stowage::Workspaces", "Streams"),
       QT_TRANSLATE_NOOP("stowage::Workspaces", "Streams and syncs, with their costs and savings"),
       {.left = {"graph", "modules", "structure", "history"},
        .low_left = {"legend"},
        .bottom = {"tensors", "tradeoff", "conflicts", "runs"},
        .right = {"strategies"},
        .low_right = {"savings", "inspector", "concurrency"}}},
      {Workspace::recorded,
       "recorded",
       QT_TRANSLATE_NOOP("stowage::Workspaces", "Recorded heap"),
       QT_TRANSLATE_NOOP("stowage::Workspaces", "Segments, blocks and stacks of a recorded heap"),
       {.left = {},
        .low_left = {"frames", "legend"},
        .bottom = {"heap", "tensors", "peak"},
        .right = {"strategies"},
        .low_right = {"savings", "inspector"},
        .bottom_share = 0.4,
        .low_left_share = 0.28}},
      {Workspace::orders,
       "orders",
       QT_TRANSLATE_NOOP("stowage::Workspaces", "Orders"),
       QT_TRANSLATE_NOOP("stowage::Workspaces", "Orders of the operators, and loops"),
       {.left = {"graph", "modules", "structure", "history"},
        .low_left = {"legend"},
        .bottom = {"orders", "peak", "steps", "loops"},
        .right = {"strategies"},
        .low_right = {"savings", "inspector"},
        .bottom_share = 0.45,
        .width_for_all = 1440}},
      {Workspace::compare,
       "compare",
       QT_TRANSLATE_NOOP("stowage::Workspaces", "Compare"),
       QT_TRANSLATE_NOOP("stowage::Workspaces", "Two plans side by side, and the tensors that moved"),
       {.left = {},
        .low_left = {"legend", "history"},
        .bottom = {"moved", "tensors", "peak"},
        .right = {"strategies"},
        .low_right = {"inspector"}}},
      {Workspace::learn,
       "learn",
       QT_TRANSLATE_NOOP("stowage::Workspaces", "Learn"),
       QT_TRANSLATE_NOOP("stowage::Workspaces", "Lessons, and a planner step by step"),
       {.left = {"graph"},
        .low_left = {"legend"},
        .bottom = {"tensors", "conflicts", "peak", "steps"},
        .right = {"learn", "strategies"},
        .low_right = {"inspector"},
        .bottom_share = 0.42,
        .right_is_text = true}},
  };
  return kTable[static_cast<std::size_t>(id)];
}

constexpr int kAbsentNote = 10'000;  // milliseconds

QString key_of(Workspace id) {
  return QStringLiteral("workspaces/") + QLatin1String(row_of(id).name);
}

QString missing_key_of(Workspace id) {
  return key_of(id) + QStringLiteral("_missing");
}
QString open_key_of(Workspace id) {
  return key_of(id) + QStringLiteral("_left_open");
}

}  // namespace

Workspaces::Workspaces(QMainWindow& window, QSettings& settings, Docks& docks)
    : QObject(&window), window_(window), settings_(settings), docks_(docks), group_(new QActionGroup(this)) {
  for (const Workspace id : kWorkspaces) {
    const Row& row = row_of(id);
    const int number = static_cast<int>(id) + 1;
    auto* action = new QAction(tr(row.title), group_);
    action->setObjectName(QStringLiteral("workspace_") + QLatin1String(row.name));
    action->setCheckable(true);
    const QKeySequence key(QStringLiteral("Ctrl+%1").arg(number));
    action->setShortcut(key);
    action->setStatusTip(tr(row.tip));
    action->setToolTip(tr("%1 (Ctrl+%2)").arg(tr(row.tip)).arg(number));
    connect(action, &QAction::triggered, this, [this, id] {
      window_.statusBar()->clearMessage();  // of one that is absent
      if (suggested_) chosen_instead_[*suggested_] = id;
      choose(id);
    });
    window.addAction(action);
    actions_[static_cast<std::size_t>(id)] = action;
    // The key of an action that is out of sight does nothing: then this one says why.
    auto* absent = absent_[static_cast<std::size_t>(id)] = new QShortcut(key, &window);
    absent->setEnabled(false);
    connect(absent, &QShortcut::activated, this, [this, id] {
      window_.statusBar()->showMessage(id == Workspace::recorded
                                           ? tr("This document has no recorded heap. Open a heap snapshot to see one.")
                                           : tr("%1: nothing in this document to show").arg(tr(row_of(id).title)),
                                       kAbsentNote);
    });
    if (const QByteArray layout = settings.value(key_of(id)).toByteArray(); !layout.isEmpty())
      layouts_[id] = {layout, settings.value(missing_key_of(id)).toStringList(),
                      settings.value(open_key_of(id)).toBool()};
  }
  action(current_)->setChecked(true);
}

bool Workspaces::shows(const QString& dock) const {
  for (const auto& names : row_of(current_).docks.places())
    if (std::ranges::any_of(names, [&](const char* name) { return dock == QLatin1String(name); })) return true;
  return false;
}

void Workspaces::offer(Workspace of, bool offered) {
  action(of)->setVisible(offered);
  absent_[static_cast<std::size_t>(of)]->setEnabled(!offered);
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

void Workspaces::keep() {
  if (applied_)
    layouts_[current_] = {docks_.layout(), docks_.missing(row_of(current_).docks), docks_.is_open_while_narrow()};
}

void Workspaces::apply(Workspace wanted) {
  const QPointer<QWidget> focus = window_.focusWidget();
  current_ = wanted;
  applied_ = true;
  const auto layout = layouts_.find(wanted);
  docks_.set_workspace(row_of(wanted).docks);
  if (layout != layouts_.end() && docks_.set_layout(layout->second.docks))
    docks_.bring_back(layout->second.missing);
  else
    docks_.arrange_for(row_of(wanted).docks);
  docks_.fold_where_narrow(layout != layouts_.end() && layout->second.left_open);
  emit changed();
  if (focus && !focus->isVisible()) emit keyboard_free();
}

void Workspaces::save() {
  keep();
  for (const Workspace id : kWorkspaces)
    if (const auto layout = layouts_.find(id); layout != layouts_.end()) {
      settings_.setValue(key_of(id), layout->second.docks);
      settings_.setValue(missing_key_of(id), layout->second.missing);
      settings_.setValue(open_key_of(id), layout->second.left_open);
    } else {
      settings_.remove(key_of(id));
      settings_.remove(missing_key_of(id));
      settings_.remove(open_key_of(id));
    }
}

}  // namespace stowage
