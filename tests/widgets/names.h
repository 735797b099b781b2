// SPDX-License-Identifier: GPL-3.0-or-later
// Names for what the graphs of these tests hold.
#pragma once

#include <cstdint>

#include "core/base/id.h"

namespace stowage::test {

inline constexpr std::int64_t kMiB = std::int64_t{1} << 20;
/// Operators in the global order.
inline const OperatorId kA(0), kB(1), kC(2), kD(3), kE(4), kF(5);

}  // namespace stowage::test
