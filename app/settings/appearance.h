// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>

namespace stowage {

/// Light or dark, or as the desktop has it.
enum class Appearance { system, light, dark };

/// Gives the whole program this look; views follow by QEvent::PaletteChange.
void apply_appearance(Appearance appearance);
/// Whether a palette is a dark one.
[[nodiscard]] bool is_dark(const QPalette& palette);

}  // namespace stowage
