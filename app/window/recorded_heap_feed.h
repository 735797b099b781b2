// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace stowage {

struct WindowParts;

/// From now on shows the views of a recorded heap what is in no plan: its history and its devices, after the window
/// showed them the document; and the best plan, to compare with.
void feed_recorded_heap(const WindowParts& parts);

}  // namespace stowage
