// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QToolButton>

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

}  // namespace stowage
