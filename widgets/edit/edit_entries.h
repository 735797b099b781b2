// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "core/graph/graph.h"
#include "widgets/edit/edit_request.h"

class QAction;
class QMenu;
class QWidget;

/// Entries that menus of edits have in common. An entry only asks for an edit; what is not possible is
/// greyed out, and the tool tip says why.
namespace stowage {

using AskForEdit = std::function<void(const EditRequest&)>;

/// Null `request`: greyed out. `ask` is called while the menu is open.
QAction* add_edit_entry(QMenu& menu, const QString& text, const AskForEdit& ask, std::function<EditRequest()> request);
/// `request` where the edit is possible, otherwise none.
[[nodiscard]] inline std::function<EditRequest()> request_if(bool possible, std::function<EditRequest()> request) {
  return possible ? std::move(request) : nullptr;
}
/// "Group contiguously", in the words of `text`; `tensors` are sorted and of the graph.
void add_grouping(QMenu& menu, const QString& text, const AskForEdit& ask, const std::shared_ptr<const Graph>& graph,
                  const std::vector<TensorId>& tensors);

/// A name, cut where it is long, so that no letter of it becomes a key of the menu.
[[nodiscard]] QString entry_text(const QString& name);

/// For a dialog that an entry opens: the menus may be gone by then.
[[nodiscard]] QWidget* dialog_parent(const QMenu& menu);

}  // namespace stowage
