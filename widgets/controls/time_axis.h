// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QString>

class QMenu;
class QWidget;

namespace stowage {

class StepScale;
class ViewState;

/// Adds the choice between steps and time, which is that of all views, to the menu of a view whose key for it is T.
/// Grey where there is a reason why the view cannot show time, which is its tip.
void add_time_axis(QMenu& menu, ViewState& state, const QString& why_not);
/// The key for it: the other axis or, where there is a reason why not, the reason in the status bar.
void toggle_time_axis(QWidget& view, ViewState& state, const QString& why_not);
/// The reason of a graph without durations.
[[nodiscard]] QString no_durations();
/// With what to do about it.
[[nodiscard]] QString how_to_get_durations();

/// Moves the time cursor to what is at a place of the axis: a step, and of a recorded heap the event.
void put_time_cursor(ViewState& state, const StepScale& scale, double place);
/// By how many steps a key moves the time cursor: , and . by one, < and > by ten; none for any other key.
[[nodiscard]] std::optional<int> cursor_steps(int key);

}  // namespace stowage
