// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/strategy.h"

namespace stowage {

/// The default: several quick planners on all cores, until one meets the bound; the first of the best, or what a short
/// search makes of it (quick_plan.h).
extern const LayoutStrategy kAuto;

}  // namespace stowage
