// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stowage {

/// Which of the places where a block fits it takes (Lamprou et al., Algorithms 11 and 12).
enum class Fit {
  best,   ///< smallest gap, then lowest offset
  first,  ///< lowest offset
};

}  // namespace stowage
