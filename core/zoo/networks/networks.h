// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/zoo/zoo.h"

// The networks of the table (core/zoo/zoo.h), one file a family. Each is described whole, from its inputs to its loss.
namespace stowage::zoo {

/// Networks of convolutions, pooled and classified.
[[nodiscard]] std::span<const ZooNetwork> convolutional_networks();
/// Networks of attention.
[[nodiscard]] std::span<const ZooNetwork> transformers();

}  // namespace stowage::zoo
