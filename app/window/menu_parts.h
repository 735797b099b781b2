// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "app/controllers/window_parts.h"

class QAction;
class QComboBox;
class QMenu;
class QToolBar;

namespace stowage {

class Actions;

// What Menus is put together from. All `parts` outlive it.

/// A field to choose or type the alignment of the document, which the tool bar is to own. `entered`: Enter was pressed,
/// and the field no longer needs the keyboard.
[[nodiscard]] QComboBox* make_alignment_box(const WindowParts& parts, const std::function<void()>& entered);

/// What the Edit menu offers for the selection and the graph: submenus that are filled whenever they open, by the same
/// rows as the context menus of the views. One that has nothing to offer is greyed out and says why. Gives the
/// entry of the selected tensors, for the rows of a table too.
[[nodiscard]] QAction* fill_edit_menus(QMenu& edit, const WindowParts& parts);

/// Fills the View menu: workspaces, views, parts of the centre, the comparison, the axis and colours.
/// Its commands join `actions`. Long lists are menus of their own, so that it fits a small screen in one column.
void fill_view_menu(QMenu& view, const WindowParts& parts, Actions& actions, const std::function<void()>& focus_centre);

/// Parts of the order: none, or one of the kinds, what is wanted checked and kept in the settings. The graph is cut in
/// the background and while the user wants to see its parts; modules are as far apart as they are open.
void fill_bands_menu(QMenu& menu, const WindowParts& parts);

/// The window's tool bar, with commands of `actions`. Takes the field of the alignment and the strategy box.
[[nodiscard]] QToolBar& add_tool_bar(const WindowParts& parts, Actions& actions, QComboBox* alignment);

}  // namespace stowage
