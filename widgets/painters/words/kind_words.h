// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include <QString>

namespace stowage {

/// The kind of a tensor, or the phase of an operator, in the language of the window: the usual ones of training steps
/// and of our readers ("activation", "forward") are translated, any other is as the file has it.
[[nodiscard]] QString kind_label(std::string_view kind);
[[nodiscard]] QString phase_label(std::string_view phase);

}  // namespace stowage
