// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/strategy.h"

namespace stowage {

/// MemoMalloc's baseline (Levental, chapter 1, section 3): every block after the one before, nothing is ever reused.
/// The footprint is the sum of all sizes and what alignment loses.
extern const LayoutStrategy kBump;

/// The same, begun again at offset 0 wherever nothing placed so far can still be needed: in every execution, all of it
/// is over before any of the rest is made.
extern const LayoutStrategy kBumpReset;

}  // namespace stowage
