// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QUndoGroup;
class QWidget;

namespace stowage {

/// The steps of the active undo stack as a list: the one in force is current, the one that is on disk has an icon. A
/// click, or the arrow keys, go to a step.
[[nodiscard]] QWidget* make_history_view(QUndoGroup& stacks);

}  // namespace stowage
