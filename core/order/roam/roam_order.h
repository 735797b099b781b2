// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/order/order.h"

namespace stowage {

/// ROAM's order (Shu et al.): the graph is cut at its memory-insensitive operators, weight updates are put into the
/// segments where they cost least, and every segment is ordered on its own.
/// ```
///   forward ─────────────────▶ loss ─▶ backward ───────────────────▶
///   ├ segment ┤ ├ segment ┤            ├ segment ┤ ├ segment ┤ ├ segment ┤
///                                           gradient ┄┄┄▶ update         an update that would come at a bad time
///                                                │        ▲              waits for a later segment
///                                                └─ waits ┘
/// ```
/// Its rule for the updates is tried as published, with what any order needs instead of its estimate of the peak, and
/// with updates that never wait; then updates and gradients are fitted under the lowest ceiling (fit_updates()) into
/// all of these, into LESCEA's order and into that given. A short exact search of the whole goes on from the best, and
/// may prove it. `node_limit`, `delay_radius` and `alpha` of OrderOptions are the paper's.
extern const OrderStrategy kRoamOrder;

}  // namespace stowage
