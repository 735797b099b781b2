// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/insight/loops/loop_plan.h"
#include "core/insight/loops/unroll.h"

namespace stowage {

/// A place in the plan of the whole graph.
struct LoopCell {
  std::optional<std::int64_t> offset;  ///< none: nowhere, or where the loop around has it at the time
  TensorId outside{};                  ///< valid: it is this tensor of the graph around the loop
};

/// The pointer tables of one loop as it runs in given iterations of the loops around it: ptrs[counter % repeat].
struct LoopTable {
  struct Row {
    TensorId tensor;               ///< of the body as the file has it
    std::vector<LoopCell> first;   ///< of the iterations 0, 1, … where they differ from what follows; mostly empty
    std::vector<LoopCell> repeat;  ///< by counter % repeat; empty for a tensor that is never read
  };

  const LoopPlan* loop = nullptr;
  const Graph* around = nullptr;      ///< the graph around it, as the file has it
  std::vector<std::string> path;      ///< names of the loops, outermost first, the loop itself last
  std::vector<std::size_t> copies;    ///< of the loops around it: their counter % their repeat
  std::vector<std::int64_t> buffers;  ///< where each of its buffers begins
  std::vector<Row> rows;
};

/// All tables of the loops of a graph; those of an inner loop once for each copy of the loops around it, right after
/// the table of the loop around it. `plan` is of the graph with the loops' buffers; the tables refer to `graph` and
/// `loops`.
[[nodiscard]] std::vector<LoopTable> loop_tables(const Graph& graph, const LoopsPlan& loops, const Plan& plan);

/// The pointer tables of all tensors of a body, from the plan of its copies.
[[nodiscard]] std::vector<LoopView> pointer_tables(const Graph& body, const RotatingBuffers& rings,
                                                   const Unrolled& unrolled, const Plan& plan,
                                                   const std::vector<Interval>& buffers, const LoopTies& ties);

}  // namespace stowage
