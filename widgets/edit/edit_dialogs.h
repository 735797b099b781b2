// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QString>

#include "core/base/id.h"
#include "core/insight/edit/factor.h"
#include "widgets/edit/edit_entries.h"

class QColor;

/// Dialogs that ask for one value each. They return at once. `menu` is the one that the entry is in.
namespace stowage {

struct ValueQuestion {
  const char* name;  ///< of the dialog, for tests
  QString title, text;
};

/// Adds an entry that asks for a factor, as edits::factor_of() takes it, and then for the edit by it. `name` and
/// `title` are those of the dialog.
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
