// SPDX-License-Identifier: Apache-2.0
#include "core/plan/max_flow.h"

#include <cassert>

namespace stowage {

/// Also sends out all that the source can give: flow that finds no way to the sink stays where it is.
void MaxFlow::index_arcs() {
  std::vector<std::uint32_t> next(vertices_, 0);
  for (const InputArc& arc : input_) ++next[arc.from], ++next[arc.to];
  begin_.assign(vertices_ + 1, 0);
  for (std::size_t v = 0; v < vertices_; ++v) begin_[v + 1] = begin_[v] + next[v];
  std::copy(begin_.begin(), begin_.end() - 1, next.begin());
  arcs_.resize(begin_.back());
  waiting_.assign(vertices_, 0);
  for (const InputArc& arc : input_) {
    assert(arc.to != kSource && arc.flow <= arc.capacity);
    const std::int64_t flow = arc.from == kSource ? arc.capacity : arc.flow;
    const std::uint32_t there = next[arc.from]++, back = next[arc.to]++;
    arcs_[there] = {arc.to, back, arc.capacity - flow, arc.capacity};
    arcs_[back] = {arc.from, there, flow, arc.capacity};
    waiting_[arc.from] -= flow;
    waiting_[arc.to] += flow;
  }
  input_ = {};
}

void MaxFlow::find_levels() {
  level_.assign(vertices_, kUnreached);
  level_[kSink] = 0;
  nearest_.assign(1, kSink);
  for (std::size_t k = 0; k < nearest_.size(); ++k) {
    const Vertex v = nearest_[k];
    for (std::uint32_t a = begin_[v]; a < begin_[v + 1]; ++a) {
      const Vertex from = arcs_[a].to;
      const bool is_back_full = arcs_[a].both == arcs_[a].capacity;
      if (is_back_full || level_[from] != kUnreached || from == kSource) continue;
      level_[from] = level_[v] + 1;
      nearest_.push_back(from);
    }
  }
}

/// Visits each vertex once, the farthest first. False where no waiting flow leads to the sink.
bool MaxFlow::push_nearer() {
  bool any = false;
  for (std::size_t k = nearest_.size(); k-- > 1;) {
    const Vertex v = nearest_[k];
    std::int64_t& waiting = waiting_[v];
    any |= waiting > 0;
    for (std::uint32_t a = begin_[v]; a < begin_[v + 1] && waiting > 0; ++a) {
      Arc& arc = arcs_[a];
      if (level_[arc.to] + 1 != level_[v]) continue;
      const std::int64_t amount = std::min(waiting, arc.capacity);
      arc.capacity -= amount;
      arcs_[arc.back].capacity += amount;
      waiting -= amount;
      waiting_[arc.to] += amount;
    }
  }
  return any;
}

bool MaxFlow::run(const Task& task) {
  index_arcs();
  do {
    if (task.should_stop()) return false;
    find_levels();
  } while (push_nearer());
  return true;
}

}  // namespace stowage
