// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/graph/graph.h"
#include "core/insight/simulate/run.h"
#include "widgets/base/view_state.h"
#include "widgets/painters/model/plan_view.h"

namespace stowage {

/// A moment of an execution as the shared state carries it. O(N + T).
[[nodiscard]] std::shared_ptr<const PlayedMoment> played_moment(const Graph& graph, const RunMemory& memory,
                                                                std::size_t moment);

/// How far the played moment has come, by OperatorId below `count`; empty where nothing is played.
[[nodiscard]] inline std::vector<Played> played_operators(const PlayedMoment* moment, std::size_t count) {
  if (moment == nullptr) return {};
  std::vector<Played> out(count, Played::waiting);
  const auto mark = [&](const std::vector<OperatorId>& operators, Played how) {
    for (OperatorId o : operators)
      if (o.index() < count) out[o.index()] = how;
  };
  mark(moment->finished, Played::finished);
  mark(moment->running, Played::running);
  return out;
}

}  // namespace stowage
