// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace stowage::tflite {

/// "CONV_2D" for 3; "builtin 900" for a code that has no name here.
[[nodiscard]] std::string name_of_builtin(std::int32_t code);

}  // namespace stowage::tflite
