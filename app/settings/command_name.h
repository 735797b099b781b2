// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAction;
class QFormLayout;
class QWidget;

namespace stowage {

/// What a command or a field is called in a sentence or a list: "Open" of "&Open…", "打开" of "打开(&O)…" (Chinese sets
/// the key behind the name), "Theme" of "&Theme:".
[[nodiscard]] QString command_name(QString text);

/// Adds a field with its label to a form; the accessible name of the field is the label without the key.
void add_form_row(QFormLayout* form, const QString& label, QWidget* field, const char* object_name,
                  const QString& tool_tip);

/// Keeps what an action is called on buttons and in tips free of a key behind the name, which Qt leaves there; a name
/// or tip of its own stays.
void name_without_key(QAction* action);

}  // namespace stowage
