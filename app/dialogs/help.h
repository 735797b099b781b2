// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QMainWindow;
class QWidget;

namespace stowage {

/// Property of the action of a menu whose entries are files, not commands: true.
inline constexpr auto kListsFiles = "lists_files";

/// Lists every shortcut of the window's actions, and the keys and gestures of its views.
void show_shortcuts(QMainWindow* window);
/// What this is, its version, and the licences of it and of what it is built on.
void show_about(QWidget* parent);

/// A page on every format: how its files are named, how to get one, whether it is written and carries a plan.
void show_formats(QWidget* parent);
/// That page, as rich text.
[[nodiscard]] QString formats_page();

}  // namespace stowage
