// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/insight/simulate/run.h"

namespace stowage::test {

/// Whether a tensor is needed after these events, by the words of the definition.
[[nodiscard]] RunMemory::State state_by_definition(const Graph& graph, TensorId t, std::span<const RunEvent> past);

/// Whether they can happen one after the other: each operator starts once, after all that it waits for have finished,
/// and finishes once, after it started.
[[nodiscard]] bool can_happen(const Graph& graph, std::span<const RunEvent> events);

}  // namespace stowage::test
