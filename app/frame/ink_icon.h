// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QString>

namespace stowage {

/// An icon drawn in the ink of the palette, whichever that is when it is painted: resources/icons/NAME.svg, where all
/// that is #000 takes the colour of button text.
[[nodiscard]] QIcon ink_icon(const QString& name);

}  // namespace stowage
