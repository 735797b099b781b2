// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFont>
#include <QString>
#include <QStringList>

namespace stowage {

/// A name cut to a width where it still differs from most of the `others` (it may be one of them): at its front, as
/// fitted_name() does, or at its end where what is left at the front tells more of them apart. Without others a name of
/// several words keeps its beginning.
[[nodiscard]] QString fitted_among(const QFont& font, const QString& name, const QStringList& others, double width);

}  // namespace stowage
