// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>

#include "core/graph/graph.h"
#include "core/insight/simulate/run.h"
#include "widgets/base/view_state.h"

namespace stowage {

/// A moment of an execution as the shared state carries it. O(N + T).
[[nodiscard]] std::shared_ptr<const PlayedMoment> played_moment(const Graph& graph, const RunMemory& memory,
                                                                std::size_t moment);

}  // namespace stowage
