// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>

namespace stowage {

/// Light or dark, or as the desktop has it.
enum class Appearance { system, light, dark };

/// Gives the whole program this look; views follow by QEvent::PaletteChange.
void apply_appearance(Appearance appearance);

}  // namespace stowage
