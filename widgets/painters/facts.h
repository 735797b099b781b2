// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <QString>

#include "core/base/bytes.h"
#include "core/graph/graph.h"
#include "core/graph/lifetimes.h"

namespace stowage {

/// "4,096 (0x1000)", or "0x1000 (4,096)" where offsets are written so.
[[nodiscard]] QString address_text(Offset address);
/// "steps 3 to 7 (5 in all)", "time 10 to 30 (20 long)" where the input has times, or "never needed".
[[nodiscard]] QString lifetime_text(const Graph& graph, Lifetime life);

}  // namespace stowage
