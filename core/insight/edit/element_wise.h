// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "core/graph/graph.h"

namespace stowage {

/// Whether operators of this kind ("Relu", "AddGrad") make each element of a result from the same element of their
/// inputs, so that a kernel that reads an element before it writes one may work in place.
[[nodiscard]] bool is_element_wise(std::string_view kind);

/// Lists pairs that such kernels would permit: a result of an element-wise operator over an input of its size, by
/// output, then input. Leaves out inputs present from the start (not the graph's own), outputs of the graph as inputs,
/// bytes that the operator also reads as another tensor, pairs with a view on either side, and pairs that the graph has
/// already. permissions() decides which of them can be used.
[[nodiscard]] std::vector<InPlace> element_wise_pairs(const Graph& graph);

}  // namespace stowage
