// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stowage {

/// How far a played execution has come with an operator.
enum class Played : std::uint8_t { waiting, running, finished };

}  // namespace stowage
