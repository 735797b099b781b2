// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "widgets/painters/model/graph_modules.h"
#include "widgets/painters/model/step_bands.h"

namespace stowage {

/// The modules that are seen where these nodes are open, as bands of the order; an operator that is seen by itself is
/// one of the open module, or phase, around it. A module that runs forward and backward is one part with two bands, or
/// more where other operators run in between.
/// ```
///   forward ▾  h0 h1 h2       ─h0─h1─h2───h2─h1─h0──update──▶
///   update ▸
/// ```
/// Null where there are not two bands. O(operators + tensors).
[[nodiscard]] std::shared_ptr<const StepBands> module_bands(const GraphModules& modules,
                                                            std::span<const std::uint32_t> open);

}  // namespace stowage
