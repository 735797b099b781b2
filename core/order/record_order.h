// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/graph/graph.h"
#include "core/plan/plan.h"

namespace stowage {

/// What a plan of `graph` says of its order where a reader has `given`, a graph of the same operators: nothing where
/// both are in the same order; else all operators in theirs, and `id` for the order ("edited" where that is empty).
void record_order(Plan& plan, const Graph& graph, const Graph& given, std::string_view id);

}  // namespace stowage
