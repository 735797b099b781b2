// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

namespace stowage {

/// Whether two graphs have the same data for the same operators and tensors in the same order, unknown keys of their
/// files included; the graphs' own names may differ. O(size).
[[nodiscard]] bool same_content(const Graph& a, const Graph& b);

/// same_content(), and the same name.
[[nodiscard]] bool same_graph(const Graph& a, const Graph& b);

}  // namespace stowage
