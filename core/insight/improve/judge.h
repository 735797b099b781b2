// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/insight/improve/moves.h"
#include "core/layout/engine/place_in_order.h"
#include "core/layout/strategy.h"
#include "core/planning/plan_ground.h"

namespace stowage {

/// Finds what an edited graph needs and how long it runs, by quick means first, and gives up as soon as it is useless.
/// judge() may run in several threads.
class Judge {
 public:
  explicit Judge(Bytes alignment) : alignment_(alignment) {}

  /// Chooses the planners that do best on this graph, to plan the graphs made from it.
  void learn(const Graph& graph, const Task& task);

  struct Case {
    std::shared_ptr<const Graph> graph;
    std::vector<LeverEdit> edits;
    /// Offsets of the plan of a graph like this one, by TensorId; none for tensors that it did not have. A first fit in
    /// their order gives a plan that is about as good.
    std::vector<std::optional<Offset>> like{};
    std::optional<Plan> known{};  ///< a plan of the graph, if there is one
    Bytes most = kAnyFootprint;   ///< where the plan counts, a graph with more bytes is not used
  };
  /// Whether a graph that needs so many bytes or more, and so long, cannot be used; empty: any can.
  using IsWorse = std::function<bool(Bytes bytes, std::int64_t makespan, std::size_t edits)>;
  /// Null where it is worse, cannot be planned, or when stopped.
  [[nodiscard]] SharedNode judge(Case given, const IsWorse& is_worse, const Task& task) const;

 private:
  [[nodiscard]] std::optional<Plan> plan(const PlanGround& ground, Case&& given, Bytes bound, const Task& task) const;

  Bytes alignment_;
  std::vector<const LayoutStrategy*> quick_;
};

}  // namespace stowage
