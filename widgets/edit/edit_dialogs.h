// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QString>

#include "core/edit/factor.h"

class QMenu;

/// Dialogs that entries of menus open: one value each. `menu` is the one that the entry is in.
namespace stowage {

struct ValueQuestion {
  const char* name;  ///< of the dialog, for tests
  QString title, text;
};

/// Chooses a factor as edits::factor_of() takes it.
void ask_factor(const QMenu& menu, const ValueQuestion& question, const std::function<void(Factor)>& chosen);
/// A text that does not fit cannot be accepted.
void ask_text(const QMenu& menu, const ValueQuestion& question, const QString& before,
              const std::function<bool(const QString&)>& fits, const std::function<void(const QString&)>& chosen);

}  // namespace stowage
