// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include <QString>

class QWidget;

namespace stowage {

/// One of a few things to choose from; `name`: of the object.
struct Choice {
  const char* name;
  QString text, tip;
  std::function<void()> choose;
};

/// Buttons of equal weight side by side, of which one is chosen: at first the first.
[[nodiscard]] QWidget* make_choices(const std::vector<Choice>& choices, const QString& accessible_name);

}  // namespace stowage
