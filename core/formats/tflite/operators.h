// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stowage::tflite {

/// "CONV_2D" for 3; "builtin 900" for a code that has no name here.
[[nodiscard]] std::string name_of_builtin(std::int32_t code);

/// Which bytes the result of an operator may share with an input. `view`: all bytes, with the first input.
/// `may_write_over`: the bytes of any input of its size.
enum class ResultBytes : std::uint8_t { none, view, may_write_over };
[[nodiscard]] ResultBytes result_bytes_of(std::string_view builtin);

}  // namespace stowage::tflite
