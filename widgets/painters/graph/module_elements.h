// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "widgets/painters/graph/graph_layout.h"
#include "widgets/painters/model/graph_modules.h"

namespace stowage {

/// What there is to draw where these modules are open, with sizes and texts but no places yet: one box for each module
/// that is closed and each operator that is seen, and one edge a pair of boxes and kind, with all tensors from the one
/// to the other. O(operators + arcs log arcs).
[[nodiscard]] GraphLayout module_elements(const GraphModules& modules, std::span<const std::uint32_t> open);

/// "12 modules and 3 operators stand for 10,039 operators"
[[nodiscard]] QString module_sentence(const GraphLayout& layout);

}  // namespace stowage
