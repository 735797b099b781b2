// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/graph/lifetimes.h"
#include "core/insight/simulate/timing.h"
#include "core/safety/conflicts.h"

namespace stowage {

/// How long each tensor keeps its bytes from others although, in the global order, it is not alive: its *hold*
/// [begin, end) in steps, which encloses its lifetime. By TensorId.
/// ```
/// step        0    1    2    3    4    5    6    7
/// stream 0                   p────u                    p makes t, u is its last use; arcs: b → p, u → y, the streams
/// stream 1    a────b───────────────────c────d          c and d may run while u still reads t
/// stream 2              x────────────────────────y     x may run when t is there already
/// t                     ▒▒▒▒▒██████████▒▒▒▒▒▒▒▒▒▒
/// ```
/// The steps of [lifetime.end, hold.end) are those up to the first operator, on any stream, that comes after all uses
/// of t: a tensor made in these steps is unsafe with t, and so may not lie where t lies. Likewise, [hold.begin,
/// lifetime.begin) are the steps since the last operator that comes before t's producer: a tensor used in these steps
/// is unsafe with t. Both are exact, by the definition of the unsafe relation (core/safety). A tensor made later than
/// hold.end may be unsafe with t too, where its stream does not wait for t's end.
///
/// In a plan without faults no lifetime reaches into another's hold on the same bytes. (If t is before v, the producer
/// of v comes after all uses of t, so it is not earlier than the end of t's hold; the other side is the mirror image.)
/// Two holds may overlap: a step after one tensor and before the next can be in both.
///
/// `lifetimes` are those of the graph. Empty where operators run one after the other, as on one stream: there every
/// hold is the lifetime. O(N + A + T·S).
[[nodiscard]] std::vector<Lifetime> blocked_lifetimes(const Graph& graph, const Conflicts& conflicts,
                                                      std::span<const Lifetime> lifetimes);

/// The same in nanoseconds of the simulated run, with its `lifetimes`: a hold ends at the start of the first operator
/// that comes after all uses; a tensor made by an operator that starts earlier is unsafe with t. Empty where the
/// lifetime is. No hold begins before the tensor is made: in this run every operator starts as soon as all operators
/// before it have ended. As over steps, in a plan without faults no lifetime reaches into another's hold on the same
/// bytes.
[[nodiscard]] std::vector<Interval> blocked_lifetimes(const Conflicts& conflicts, const Timing& timing,
                                                      std::span<const Interval> lifetimes);

}  // namespace stowage
