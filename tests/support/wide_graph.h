// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/graph/graph.h"

namespace stowage::test {

/// A training step spread over many streams that wait for each other rarely, at any scale.
struct WideGraph {
  std::size_t operators = 22000;  ///< about
  std::size_t streams = 64;       ///< about a quarter of them communicate, the rest compute
  std::uint64_t seed = 1;
};

/// A forward pass in blocks: on each computing stream a line of operators, and after each block an exchange between a
/// few neighbouring streams. A backward pass that mirrors it and reads the activations that were kept. Gradients of
/// weights are reduced on the communicating streams and used by updates. A few tensors more than operators.
/// The same graph for the same options.
[[nodiscard]] Graph wide_graph(const WideGraph& options);

}  // namespace stowage::test
