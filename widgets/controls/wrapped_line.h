// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QLabel;

namespace stowage {

/// A sentence of a pane: plain text, whatever it holds, which can be selected and takes as many lines as the pane's
/// width asks for; it makes no pane wider.
[[nodiscard]] QLabel* make_wrapped_line(const char* object_name);

/// The same in one line: where it is too narrow, the text is cut at its end, and the tool tip has all of it.
[[nodiscard]] QLabel* make_elided_line(const char* object_name);

}  // namespace stowage
