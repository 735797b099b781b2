// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/layout/strategy.h"
#include "core/order/order.h"
#include "core/plan/problem.h"

// Strategies as papers publish them.
namespace stowage {

/// Placement as a mixed-integer program, solved by another program (core/solver; core/papers/olla/mip_model.h).
///
/// It is warm: the best plan of the portfolio (core/layout/search/portfolio.h) bounds the program from above, the
/// heaviest clique from below; where they meet no solver is run. The solver has until the deadline, 60 seconds where
/// there is none; the better plan of the two is given, that of the portfolio where the solver was cancelled, and the
/// remark says how the solver ended, and how far above its bound.
///
/// Nothing of what the solver says is believed but which of two blocks is below: offsets are computed again from it,
/// in whole numbers, and validated. Its bound is taken for proved where its arithmetic can be trusted with it: no more
/// than kMostExactUnits units (core/process/linear_program.h) up to the plan, and rounded up only beyond what
/// tolerances may hide. A solver that is missing or fails, or whose answer contradicts itself or a valid plan, is an
/// error (external).
extern const LayoutStrategy kMip;

/// OLLA's preplacement (Steiner et al., function 5): activations are used backward in the reverse of the order in which
/// they are made, so that each lives within the one before. The longest-lived tensor lies at the bottom, on it the
/// longest-lived of those that live within it, and so on; of equal ones the larger, then the lower id. Tensors of one
/// step are none of them. All of them overlap in time, so that this stack is a plan. One chain without groups.
/// ```
///   ▲                  t
///   │              a2 a2 a2 a2
///   │           a1 a1 a1 a1 a1 a1
///   │        a0 a0 a0 a0 a0 a0 a0 a0
///   └──────────────────────────────▶ steps
/// ```
/// From the bottom up. (The paper's text leaves the bounds of the last tensor looked at; those of the one chosen are
/// meant. Its lifetimes are those of the order, as its prose has it.) O(T log T).
[[nodiscard]] std::vector<TensorId> pyramid(const LayoutProblem& problem);

/// The pyramid at the bottom; the rest largest first, each in the smallest gap that holds it, where the paper asks a
/// solver.
extern const LayoutStrategy kOllaPyramid;

/// ROAM's layout (Shu et al., section IV-B): the leaves of the subgraph tree are planned one by one, and put on top of
/// each other.
/// ```
///   offset            ┌──┐ temporaries of leaf 1          What a leaf keeps until its way back lies at its bottom, so
///               ┌─────┴──┴──────┐    ┌──┐ of leaf 0       that leaves stack without holes; the outermost lies lowest,
///               │ activations 1 │  ┌─┴──┴┐                as it lives longest. Its temporaries of the way back take
///          ┌────┴───────────────┴──┴─────┴──┐             the place that the leaves above it have left.
///          │         activations 0          │
///          └────────────────────────────────┘ step
/// ```
/// Temporaries that overlap then are moved. Concatenation is a heuristic: where it does not reach the bound, the whole
/// is planned directly too (by `search`, of 8,000 to 100,000 iterations, fewer for more tensors, if none are asked
/// for), and the smaller plan is the answer.
extern const LayoutStrategy kRoamLayout;

/// OLLA's order (Steiner et al.): its problem (14), split from that of the addresses, which is what layout strategies
/// solve afterwards ("mip" is its problem (15), "olla.pyramid" its function 5). In turn, until one of them proves that
/// no order needs less:
/// - the search of core/order/exact_order.h;
/// - the same among the orders with early updates (functions 3 and 4), where the graph has any;
/// - the integer program in its compact form, where it has at most 2,000 choices and there is a solver;
/// - windows: a number of steps around the peak get a new order, the rest being fixed, by search or by the solver; then
///   the next by half that number, and then more of them.
///
/// Without a solver (core/solver) it does without. Where there is no deadline, searches end after a number of states
/// and the solver after a minute. Stopped, it gives the best order so far.
extern const OrderStrategy kOlla;

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
