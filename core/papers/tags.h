// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

// The words that mark a training step: core/zoo and readers of other formats write them, core/papers reads them. A file
// may use others: then nothing is known of the phases of its operators.
namespace stowage {

/// Phases of operators.
namespace phase {
inline constexpr std::string_view kForward = "forward";
inline constexpr std::string_view kLoss = "loss";
inline constexpr std::string_view kBackward = "backward";
inline constexpr std::string_view kUpdate = "update";  ///< of weights, by the optimizer
}  // namespace phase

/// Kinds of tensors.
namespace tensor_kind {
inline constexpr std::string_view kInput = "input";
inline constexpr std::string_view kWeight = "weight";
inline constexpr std::string_view kState = "state";            ///< of the optimizer: lives as long as the weight
inline constexpr std::string_view kActivation = "activation";  ///< made forward, needed backward
inline constexpr std::string_view kGradient = "gradient";
/// Made forward beside an activation, for backward alone.
inline constexpr std::string_view kStatistics = "statistics";
inline constexpr std::string_view kLoss = "loss";
inline constexpr std::string_view kTemporary = "temporary";
}  // namespace tensor_kind

}  // namespace stowage
