// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/graph/graph.h"
#include "core/insight/simulate/timing.h"

/// Times with what they are from: an estimate is called one.
namespace stowage {

/// "1.20 ms", "1.20 ms, estimated", "unknown".
[[nodiscard]] QString duration_text(const Duration& duration);
/// "1.20 ms", "1.20 ms (estimated)".
[[nodiscard]] QString makespan_text(const Makespan& makespan);
/// From one to the other: "+312 µs", "+312 µs (estimated)" where either is an estimate.
[[nodiscard]] QString makespan_change(const Makespan& before, const Makespan& after);

}  // namespace stowage
