// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/order/order.h"

namespace stowage {

/// OLLA's order (Steiner et al.): its problem (14), split from that of the addresses, which is what layout strategies
/// solve afterwards ("mip" is its problem (15), "olla.pyramid" its function 5). In turn, until one of them proves that
/// no order needs less:
/// - the search of core/order/exact_order.h;
/// - the same among the orders with early updates (functions 3 and 4), where the graph has any;
/// - the integer program in its compact form, where it has at most 2,000 choices and there is a solver;
/// - windows: a number of steps around the peak is ordered anew, the rest being fixed, by search or by the solver; then
///   the next by half that number, and then more of them.
///
/// Without a solver (core/solver) it does without. Where there is no deadline, searches end after a number of states
/// and the solver after a minute. Stopped, it gives the best order so far.
extern const OrderStrategy kOlla;

}  // namespace stowage
