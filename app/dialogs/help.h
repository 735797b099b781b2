// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;
class QWidget;

namespace stowage {

/// Property of the action of a menu whose entries are files, not commands: true.
inline constexpr auto kListsFiles = "lists_files";

/// Lists every shortcut of the window's actions, and the keys and gestures of its views.
void show_shortcuts(QMainWindow* window);
/// What this is, its version, and the licences of it and of what it is built on.
void show_about(QWidget* parent);

}  // namespace stowage
