// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/insight/learn/lesson.h"
#include "core/insight/loops/loop_plan.h"
#include "core/plan/problem.h"

// What single papers say of a graph, as lessons ask for it.
namespace stowage {

/// SOMAS, section 3.2: other streams with an operator from which a path leads to one of `stream`.
[[nodiscard]] std::int64_t ancestor_streams(const Graph& graph, StreamId stream);
/// SOMAS, section 3.2: tensors with a user on another stream than that of their producer.
[[nodiscard]] std::int64_t tensors_between_streams(const Graph& graph);
/// ROAM: operators that stand at the same step in every order.
[[nodiscard]] std::int64_t insensitive_operators(const Graph& graph);
/// OLLA, equation (10), one operator a step: the length of SPAN.
[[nodiscard]] std::int64_t steps_to_run_at(const Graph& graph, OperatorId o);
/// OLLA, problem (14) as published: C and P of every tensor at every step.
[[nodiscard]] std::int64_t order_variables(const Graph& graph);
/// ROAM, algorithm 1: leaves of the subgraph tree that have operators.
[[nodiscard]] std::int64_t subgraph_leaves(const Graph& graph, std::int64_t node_limit);

/// NNC: bytes that pass from one tensor to another along edges of the allocation graph, of "nnc" or "nnc.size".
using HandedBytes = std::map<std::pair<TensorId, TensorId>, std::int64_t>;
[[nodiscard]] bool has_allocation_graph(const LayoutStrategy& strategy);
/// Fails only with cancelled or timed_out.
[[nodiscard]] Result<HandedBytes> handed_bytes(const LayoutProblem& problem, const LayoutStrategy& strategy,
                                               const Task& task);

/// The loop of a path in the plan of a graph's loops, or null.
[[nodiscard]] const LoopPlan* find_loop(const LoopsPlan& loops, const std::vector<std::string>& path);
/// Where the question's value lies in the question's iterations, in a plan of `loops.graph`; none where it lies
/// nowhere.
[[nodiscard]] std::optional<std::int64_t> loop_place(const Graph& graph, const LoopsPlan& loops, const Plan& plan,
                                                     const Question& question);

}  // namespace stowage
