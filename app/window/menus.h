// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QAction>

#include "app/controllers/window_parts.h"
#include "app/window/actions.h"

class QMenu;
class QToolBar;

namespace stowage {

/// The window's menus and its tool bar.
class Menus final : public QObject {
  Q_OBJECT

 public:
  /// The window owns it. `focus_centre` gives the map in front the keyboard.
  Menus(const WindowParts& parts, const std::function<void()>& focus_centre);

  /// Offers what makes sense for the document that is open now, if one is.
  void show_document();
  [[nodiscard]] QToolBar& tool_bar() const { return *bar_; }
  /// There must be one of that id.
  [[nodiscard]] QAction* action(const char* id) const { return actions_[id]; }

 private:
  void add_commands();
  void add_file_commands();
  void add_edit_commands();
  void add_plan_commands();
  void add_lesson_commands();
  void make_file_menu();
  void make_sample_menu(QMenu& file);
  void make_edit_menu();
  void make_plan_menu();
  void make_learn_menu();
  void fill_recent_menu();
  void open_manual();
  void note_selected();

  const WindowParts parts_;
  QToolBar* bar_ = nullptr;
  Actions actions_;
  QMenu* recent_menu_ = nullptr;
};

}  // namespace stowage
