// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>
#include <vector>

#include <QString>

class QMainWindow;
class QWidget;

namespace stowage {

/// Property of the action of a menu whose entries are files, not commands: true.
inline constexpr auto kListsFiles = "lists_files";

/// The keys and gestures of a view.
struct GestureSection {
  QString title;
  std::vector<std::pair<QString, QString>> gestures;  ///< what is done, and how
};
/// The page of the manual on gestures. In another language it is ":/translations/gestures.CODE.md".
inline constexpr auto kGesturesPage = ":/manual/gestures.md";
/// The sections of such a page, each a heading and a table; empty where there is no such file.
[[nodiscard]] std::vector<GestureSection> gestures(const QString& page);

/// Lists every shortcut of the window's actions, and the keys and gestures of its views.
void show_shortcuts(QMainWindow* window);
/// What this is, its version, and the licences of it and of what it is built on.
void show_about(QWidget* parent);

/// A page on every format: how its files are named, how to get one, whether it is written and carries a plan.
void show_formats(QWidget* parent);
/// That page, as rich text.
[[nodiscard]] QString formats_page();

}  // namespace stowage
