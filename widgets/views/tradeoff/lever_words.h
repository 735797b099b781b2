// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/insight/improve/lever.h"

namespace stowage {

/// "Syncs", "Recompute": on the box that allows it.
[[nodiscard]] QString lever_title(Lever lever);
[[nodiscard]] QString lever_tip(Lever lever);
/// "Sync a → b", "Recompute t before b".
[[nodiscard]] QString words_of(const LeverEdit& edit);

}  // namespace stowage
