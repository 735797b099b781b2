// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/search/conflict_model.h"

namespace stowage {

/// Fills `cliques` and `cliques_of` of a model whose items and rivals are known: what is alive at each step of the
/// global order, as far as it is no part of its neighbours; where that is not all of the relation also `heaviest`, the
/// items of some clique found before, and for each item a heavy one that holds it. Fails only with cancelled or
/// timed_out.
[[nodiscard]] Result<void> add_cliques(const LayoutProblem& problem, std::vector<ConflictModel::Item> heaviest,
                                       ConflictModel& model, const Task& task);

}  // namespace stowage
