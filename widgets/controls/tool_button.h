// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <utility>

#include <QAction>
#include <QHBoxLayout>
#include <QKeySequence>
#include <QList>
#include <QString>
#include <QToolButton>
#include <QVBoxLayout>

namespace stowage {

/// A button with a word on it; `name`: of the object.
[[nodiscard]] inline QToolButton* make_word_button(const char* name, const QString& text, const QString& hint) {
  auto* button = new QToolButton;
  button->setObjectName(name);
  button->setText(text);
  button->setAccessibleName(text);
  button->setToolTip(hint);
  return button;
}

/// A flat button with a sign on it; `hint` is also its accessible name.
[[nodiscard]] inline QToolButton* make_sign_button(const char* name, const QString& sign, const QString& hint) {
  QToolButton* button = make_word_button(name, sign, hint);
  button->setAccessibleName(hint);
  button->setAutoRaise(true);
  return button;
}

/// Rows of a widget, one right below the other.
[[nodiscard]] inline QVBoxLayout* make_rows(QWidget* of) {
  auto* rows = new QVBoxLayout(of);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  return rows;
}

/// A command of a page; its shortcut is heard where the keyboard is on the page.
[[nodiscard]] inline QAction* make_command(QWidget& page, const char* name, const QString& text, const QString& tip,
                                           std::function<void()> run, const QKeySequence& shortcut = {}) {
  auto* action = new QAction(text, &page);
  action->setObjectName(name);
  action->setShortcut(shortcut);
  action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  action->setToolTip(shortcut.isEmpty() ? tip : tip + " (" + shortcut.toString(QKeySequence::NativeText) + ")");
  QObject::connect(action, &QAction::triggered, &page, [run = std::move(run)] { run(); });
  page.addAction(action);
  return action;
}

/// Buttons for commands, side by side.
[[nodiscard]] inline QHBoxLayout* make_command_line(const QList<QAction*>& commands) {
  auto* line = new QHBoxLayout;
  for (QAction* action : commands) {
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    button->setFocusPolicy(Qt::StrongFocus);
    line->addWidget(button);
  }
  return line;
}

}  // namespace stowage
