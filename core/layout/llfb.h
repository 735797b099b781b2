// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/strategy.h"

namespace stowage {

/// The long-lived-first best-fit of Sekiyama et al., "Profile-Guided Memory Optimization for Deep Neural Networks",
/// which ROAM is compared with: of the stretches of time that are filled up to the same height, the lowest takes the
/// longest-lived tensor that fits into it.
extern const LayoutStrategy kLlfb;

}  // namespace stowage
