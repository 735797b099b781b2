// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace stowage {

class OpenDocument;

/// The steps of the document's undo stack as a table, with what each did to memory and, where operators have durations,
/// to time. The one in force is current; a click, or the arrow keys, go to a step.
[[nodiscard]] QWidget* make_history_view(OpenDocument& document);

}  // namespace stowage
