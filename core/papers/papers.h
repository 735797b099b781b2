// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/layout/strategy.h"
#include "core/order/order.h"
#include "core/plan/problem.h"

// Strategies as papers publish them.
namespace stowage {

/// Placement as a mixed-integer program, solved by another program (core/process; core/papers/olla/mip_model.h).
///
/// Starts warm: the best plan of the portfolio (core/layout/search/portfolio.h) bounds the program from above, the
/// lifetime bound or the heaviest clique from below; where they meet, no solver is run. The solver has until the
/// deadline, or 60 seconds where there is none. Returns the better plan of the two, or that of the portfolio where the
/// solver was cancelled; the remark says how the solver ended, and how far the plan is above the bound.
///
/// Of the solver's solution only the vertical order of each two blocks is used: offsets are computed from it in whole
/// numbers, and validated. Its bound counts as proved where its arithmetic can be trusted (a plan of at most
/// kMostExactUnits units, core/process/linear_program.h), and is rounded up only beyond what tolerances may hide. A
/// solver that is missing or fails, or whose answer contradicts itself or a valid plan, is an error (external).
extern const LayoutStrategy kMip;

/// OLLA's preplacement (Steiner et al., function 5): activations are used backward in the reverse of the order in which
/// they are made, so that each lives within the one before. The longest-lived tensor lies at the bottom, on it the
/// longest-lived of those that live within it, and so on; of equal ones the larger, then the lower id. Tensors of one
/// step are left out. All the others overlap in time, so that this stack is a plan. Needs one chain without groups.
/// ```
///   ▲                  t
///   │              a2 a2 a2 a2
///   │           a1 a1 a1 a1 a1 a1
///   │        a0 a0 a0 a0 a0 a0 a0 a0
///   └──────────────────────────────▶ steps
/// ```
/// From the bottom up. (The paper's text leaves the bounds of the last tensor examined; those of the last one chosen
/// are meant. Its lifetimes are those of the order, as its prose has it.) O(T log T).
[[nodiscard]] std::vector<TensorId> pyramid(const LayoutProblem& problem);

/// The pyramid at the bottom; the rest largest first, each in the smallest gap that holds it. For the rest the paper
/// asks a solver.
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
/// is planned directly too (by `search`; where no iterations are asked for, with 8,000 to 100,000, fewer for more
/// tensors), and the smaller plan is the answer.
extern const LayoutStrategy kRoamLayout;

/// OLLA's order (Steiner et al.): its problem (14), split from the problem of the addresses, which layout strategies
/// solve afterwards ("mip" is its problem (15), "olla.pyramid" its function 5). Tries in turn, until one of them proves
/// that no order needs less:
/// - the search of core/order/exact_order.h;
/// - the same among the orders with early updates (functions 3 and 4), where the graph has any;
/// - the integer program in its compact form, where it has at most 2,000 choices and there is a solver;
/// - windows: some steps around the peak get a new order by search or by the solver, the rest being fixed. Windows of
/// 16 steps slide by half their length; when none helps, the length doubles, up to 256.
///
/// Without a solver (core/process/solver.h) the solver's steps are left out. Where there is no deadline, searches end
/// after a number of states and the solver after a minute. Stopped, it gives the best order so far.
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
/// Its rule for the updates is tried as published, with a proved bound where that is above its estimate of the peak,
/// and with updates that never wait. Then updates and gradients are fitted under the lowest ceiling (fit_updates())
/// into all of these, into LESCEA's order and into the given one. A short exact search of the whole goes on from the
/// best, and may prove it. `node_limit`, `delay_radius` and `alpha` of OrderOptions are the paper's.
extern const OrderStrategy kRoamOrder;

}  // namespace stowage
