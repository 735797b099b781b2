// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "core/graph/graph.h"

namespace stowage {

/// Whether operators of this kind ("Relu", "AddGrad") make each element of a result from the same element of their
/// inputs, so that a kernel that reads an element before it writes one may work in place.
[[nodiscard]] bool is_element_wise(std::string_view kind);

/// What such kernels would permit: a result of an element-wise operator over an input of its size, by output, then
/// input. Not over what was there from the start, which is not the graph's own, over an output of the graph, over bytes
/// that the operator reads as another tensor, too, and with a view on either side. Pairs that the graph has already are
/// left out. Which of them can be used, permissions() decides.
[[nodiscard]] std::vector<InPlace> element_wise_pairs(const Graph& graph);

}  // namespace stowage
