// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/experiments/experiment.h"

namespace stowage {

/// The graphs of an input: one, or as many as it says.
[[nodiscard]] Result<std::vector<Graph>> graphs_of(const ExperimentInput& input, const ExperimentOptions& options,
                                                   const Task& task);

/// The experiments of each paper.
[[nodiscard]] std::span<const Experiment> somas_experiments();
[[nodiscard]] std::span<const Experiment> memomalloc_experiments();
[[nodiscard]] std::span<const Experiment> nnc_experiments();
[[nodiscard]] std::span<const Experiment> olla_experiments();
[[nodiscard]] std::span<const Experiment> roam_experiments();

}  // namespace stowage
