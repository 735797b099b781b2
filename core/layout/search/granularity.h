// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/plan/problem.h"

namespace stowage {

/// Divides every start and end in a plan where each block lies at 0 or as low as others let it: these are sums and
/// differences of sizes, rounded up to steps. So footprints worth asking for are multiples of it. At least 1.
[[nodiscard]] std::int64_t granularity_of(const LayoutProblem& problem);

}  // namespace stowage
