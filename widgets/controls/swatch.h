// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QSize>

#include "widgets/painters/style/theme.h"

namespace stowage {

/// Logical pixels.
inline constexpr QSize kSwatchSize(16, 16);

/// A framed box of a fill, for lists that name what has it; `ratio` is the screen's.
[[nodiscard]] QIcon swatch(const Fill& fill, const Theme& theme, double ratio);

}  // namespace stowage
