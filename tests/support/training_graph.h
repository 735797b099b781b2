// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "core/graph/graph.h"

namespace stowage::test {

/// A training step of a transformer-like network, in whatever size a test or benchmark needs; the same options always
/// give the same graph.
/// ```
/// stream 0            norm → qkv ─┬─ attention 0 ─┬→ proj → add → … backward, in the reverse order
/// streams 4, 5, …                 └─ attention 1 ─┘   (branches; on stream 0 too while there are no more streams)
/// stream 1  communication: one all-reduce a layer over its weight gradients, which lie end to end
/// stream 2  update:        one optimizer step a weight
/// stream 3  copy:          every third layer's widest activation leaves for the host, and comes back for its backward
/// ```
/// About 25 operators and 34 tensors a layer; with fewer than four streams the roles share them.
struct TrainingGraph {
  std::size_t layers = 12;
  std::size_t streams = 4;
  std::size_t branches = 2;
};
[[nodiscard]] Graph make_training_graph(const TrainingGraph& options);

/// Options that give at least that many tensors, for benchmarks of growth.
[[nodiscard]] TrainingGraph training_graph_of(std::size_t tensors, std::size_t streams);

}  // namespace stowage::test
