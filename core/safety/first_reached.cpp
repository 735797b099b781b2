// SPDX-License-Identifier: Apache-2.0
#include "core/safety/first_reached.h"

#include <algorithm>

namespace stowage {
namespace {

constexpr std::size_t kStopInterval = 1024;

void merge_min(Conflicts::Position* row, const Conflicts::Position* other, std::size_t width) {
  for (std::size_t s = 0; s < width; ++s) row[s] = std::min(row[s], other[s]);
}

}  // namespace

FirstReached::FirstReached(const Graph& graph, const ChainCover& cover)
    : graph_(graph),
      cover_(cover),
      width_(width_of(cover.count())),
      cells_(std::make_unique_for_overwrite<Position[]>(graph.operator_count() * width_)) {}

bool FirstReached::compute(const Task& task) {
  for (std::size_t o = graph_.operator_count(); o-- > 0;) {
    if (o % kStopInterval == 0 && task.should_stop()) return false;
    fill(OperatorId(o));
  }
  return true;
}

void FirstReached::fill(OperatorId u) {
  Position* row = cells_.get() + u.index() * width_;
  if (const OperatorId next = cover_.next(u); next.valid()) {
    std::copy_n(this->row(next), width_, row);
    const auto [chain, position] = cover_.place[next.index()];
    row[chain] = position;
  } else {
    std::fill_n(row, width_, Conflicts::kNever);
  }
  if (const OperatorId next = graph_.next_in_stream(u); next.valid()) relax(row, next);
  for (OperatorId after : graph_.control_successors(u)) relax(row, after);
  for (TensorId t : graph_.outputs(u))
    for (OperatorId use : graph_.consumers(t))
      if (use != u) relax(row, use);
}

void FirstReached::relax(Position* row, OperatorId v) const {
  const auto [chain, position] = cover_.place[v.index()];
  if (row[chain] <= position) return;
  merge_min(row, this->row(v), width_);
  row[chain] = position;
}

}  // namespace stowage
