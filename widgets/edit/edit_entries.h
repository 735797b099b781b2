// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <QString>

#include "core/base/id.h"
#include "core/graph/graph.h"
#include "core/insight/edit/factor.h"
#include "widgets/edit/edit_request.h"

class QAction;
class QColor;
class QMenu;
class QWidget;

// Entries that menus of edits have in common. An entry only asks for an edit; what is not possible is greyed out, and
// the tool tip says why. The dialogs ask for one value each, and return at once; `menu` is the one that the entry is
// in.
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

/// Greys out the entries of `menu`, all of them edits, and says why; nothing where `why` is empty.
void hold_entries(QMenu& menu, const QString& why);

/// A name, cut where it is long, so that no letter of it becomes a key of the menu.
[[nodiscard]] QString entry_text(const QString& name);

/// For a dialog that an entry opens: the menus may be gone by then.
[[nodiscard]] QWidget* dialog_parent(const QMenu& menu);

struct ValueQuestion {
  const char* name;  ///< of the dialog, for tests
  QString title, text;
};

/// Adds an entry that asks for a factor, to three decimal places, and then for the edit by it. `name` and `title` are
/// those of the dialog.
QAction* add_scaling_entry(QMenu& menu, const QString& text, const char* name, const QString& title,
                           const AskForEdit& ask, const std::function<EditRequest(Factor)>& scale);
/// A text that does not fit cannot be accepted.
void ask_text(const QMenu& menu, const ValueQuestion& question, const QString& before,
              const std::function<bool(const QString&)>& fits, const std::function<void(const QString&)>& chosen);
/// Chooses among all streams but `excluded`.
void ask_stream(QWidget* parent, const Graph& graph, StreamId excluded, const QString& title, const QString& text,
                const std::function<void(StreamId)>& chosen);
/// The colours of the palette are offered, too.
void ask_color(QWidget* parent, const Graph& graph, StreamId stream, const std::function<void(const QColor&)>& chosen);

}  // namespace stowage
