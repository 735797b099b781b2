// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/max_flow.h"

#include <algorithm>

namespace stowage {
namespace {

constexpr std::size_t kStopInterval = 4096;

}  // namespace

void MaxFlow::index_arcs() {
  begin_.assign(vertices_ + 1, 0);
  for (const InputArc& arc : input_) ++begin_[arc.from + 1], ++begin_[arc.to + 1];
  for (std::size_t v = 0; v < vertices_; ++v) begin_[v + 1] += begin_[v];
  arcs_.resize(begin_.back());
  std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
  for (const InputArc& arc : input_) {
    const std::uint32_t there = next[arc.from]++, back = next[arc.to]++;
    arcs_[there] = {arc.to, back, arc.capacity, true};
    arcs_[back] = {arc.from, there, 0, false};
  }
  input_ = {};
}

bool MaxFlow::find_levels() {
  level_.assign(vertices_, kUnreached);
  level_[kSource] = 0;
  queue_.assign(1, kSource);
  for (std::size_t k = 0; k < queue_.size(); ++k) {
    const Vertex v = queue_[k];
    for (std::uint32_t a = begin_[v]; a < begin_[v + 1]; ++a) {
      const Vertex to = arcs_[a].to;
      if (arcs_[a].capacity == 0 || level_[to] != kUnreached) continue;
      level_[to] = level_[v] + 1;
      queue_.push_back(to);
    }
  }
  return level_[kSink] != kUnreached;
}

void MaxFlow::augment() {
  std::int64_t amount = kUnlimited;
  for (std::uint32_t a : path_) amount = std::min(amount, arcs_[a].capacity);
  std::size_t keep = path_.size();
  for (std::size_t k = path_.size(); k-- > 0;) {
    Arc& arc = arcs_[path_[k]];
    arc.capacity -= amount;
    arcs_[arc.back].capacity += amount;
    if (arc.capacity == 0) keep = k;
  }
  path_.resize(keep);
  value_ += amount;
}

template <class Admissible>
bool MaxFlow::push_blocking_flow(const Task& task, Admissible admissible) {
  current_.assign(begin_.begin(), begin_.end() - 1);
  path_.clear();
  for (std::size_t steps = 0;; ++steps) {
    if (steps % kStopInterval == 0 && task.should_stop()) return false;
    const Vertex v = path_.empty() ? kSource : arcs_[path_.back()].to;
    if (v == kSink) {
      augment();
      continue;
    }
    std::uint32_t& a = current_[v];
    while (a < begin_[v + 1] && (arcs_[a].capacity == 0 || !admissible(v, arcs_[a]))) ++a;
    if (a < begin_[v + 1]) {
      path_.push_back(a);
    } else if (path_.empty()) {
      return true;
    } else {
      ++current_[arcs_[arcs_[path_.back()].back].to];
      path_.pop_back();
    }
  }
}

bool MaxFlow::run(const Task& task) {
  index_arcs();
  if (!push_blocking_flow(task, [](Vertex, const Arc& arc) { return arc.forward; })) return false;
  while (find_levels())
    if (!push_blocking_flow(task, [this](Vertex v, const Arc& arc) { return level_[arc.to] == level_[v] + 1; }))
      return false;
  return true;
}

}  // namespace stowage
