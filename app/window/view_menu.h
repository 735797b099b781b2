// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "app/window/menus.h"

class QMenu;

namespace stowage {

class Actions;

/// The View menu: workspaces, views, parts of the centre, what is compared, axis, colours, theme and language. Long
/// lists are menus of their own, so that it fits a small screen in one column.
class ViewMenu final : public QObject {
  Q_OBJECT

 public:
  /// Adds it to the menu bar, and its commands to `actions`; the window owns it.
  ViewMenu(const Menus::Parts& parts, Actions& actions);

 private:
  void add_commands();
  void list_centre(QMenu& menu);
  void list_docks(QMenu& menu);
  void make_bands_menu(QMenu& view);
  void make_color_menu(QMenu& view);
  void make_theme_menu(QMenu& view);
  void toggle_maximised();
  void fold_side(Qt::DockWidgetArea side);

  const Menus::Parts parts_;
  Actions& actions_;
};

}  // namespace stowage
