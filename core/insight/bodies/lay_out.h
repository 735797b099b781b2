// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>

#include "core/base/task.h"
#include "core/graph/laid_out.h"
#include "core/insight/bodies/turns.h"

// Loops and branches as an ordinary graph, which every planner, bound and check can take.
namespace stowage {

/// The most operators or tensors of a graph with its bodies laid out.
inline constexpr std::size_t kMaxLaidOut = 2'000'000;

/// How often loops run, and which branches: by path of the operator ("while", "if:then/inner"), a number of iterations,
/// or the name or the number of a branch. Durations alone depend on it.
using BodyRuns = std::map<std::string, std::string>;

/// By path of a loop's body: turns that a plan has. The body gets a multiple of them, so that the plan is one of the
/// graph.
using BodyTurns = std::map<std::string, Turns>;

/// The graph with its bodies laid out (core/graph/laid_out.h); the graph itself where it has none. A loop gets as many
/// iterations as it takes until each value that it carries lies where it lay before, so that none is copied; where the
/// result has few tensors, two or three times as many if a plan then needs fewer bytes. A loop in a loop has the same
/// places in every iteration of the outer one. bad_input where a tensor has another size in a body than around it, or a
/// contiguous group holds a tensor that comes from outside or is carried; too_large above kMaxLaidOut; otherwise
/// cancelled, timed_out.
///
/// Durations are those of a run: all iterations of a loop (one, unless `runs` says otherwise) stand in the first, and
/// of the branches the longest, or that of `runs`, has its durations. The duration of the operator itself counts where
/// its bodies have none. bad_input where `runs` names no operator with bodies, or no branch of it.
[[nodiscard]] Result<std::shared_ptr<const Graph>> lay_out_bodies(std::shared_ptr<const Graph> graph,
                                                                  const BodyRuns& runs = {}, const Task& task = {},
                                                                  const BodyTurns& turns = {});

}  // namespace stowage
