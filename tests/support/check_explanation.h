// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/insight/simulate/explain.h"

namespace stowage::test {

/// What is wrong with the evidence, or empty: paths are replayed arc by arc, interleavings event by event. Shares
/// nothing with explain(), and looks at the graph alone: an explanation that passes is right whoever made it.
[[nodiscard]] std::string check_explanation(const Graph& graph, TensorId a, TensorId b, const Explanation& explanation);

}  // namespace stowage::test
