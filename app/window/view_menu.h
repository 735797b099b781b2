// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QMenu;

namespace stowage {

class Actions;
struct WindowParts;

/// Fills the View menu: workspaces, views, parts of the centre, what is compared, axis, colours, theme and language.
/// Its commands join `actions`. Long lists are menus of their own, so that it fits a small screen in one column.
void fill_view_menu(QMenu& view, const WindowParts& parts, Actions& actions, const std::function<void()>& focus_centre);

}  // namespace stowage
