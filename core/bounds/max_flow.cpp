// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/max_flow.h"

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

constexpr std::size_t kStopInterval = 4096;

}  // namespace

void MaxFlow::index_arcs() {
  std::vector<std::uint32_t> out(vertices_, 0), in(vertices_, 0);
  for (const InputArc& arc : input_) ++out[arc.from], ++in[arc.to];
  begin_.assign(vertices_ + 1, 0);
  for (std::size_t v = 0; v < vertices_; ++v) begin_[v + 1] = begin_[v] + out[v] + in[v];
  for (std::size_t v = 0; v < vertices_; ++v) {
    in[v] = begin_[v] + out[v];
    out[v] = begin_[v];
  }
  arcs_.resize(begin_.back());
  for (const InputArc& arc : input_) {
    const std::uint32_t there = out[arc.from]++, back = in[arc.to]++;
    arcs_[there] = {arc.to, back, arc.capacity, arc.capacity};
    arcs_[back] = {arc.from, there, 0, arc.capacity};
  }
  added_ = std::move(out);
  input_ = {};
}

/// level_: how many arcs from the source.
void MaxFlow::find_levels_from_source() {
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
}

/// level_: how many arcs to the sink; false where the source is cut off. Levels beyond the source's do not matter.
bool MaxFlow::find_levels_to_sink() {
  level_.assign(vertices_, kUnreached);
  level_[kSink] = 0;
  queue_.assign(1, kSink);
  for (std::size_t k = 0; k < queue_.size() && level_[kSource] == kUnreached; ++k) {
    const Vertex v = queue_[k];
    for (std::uint32_t a = begin_[v]; a < begin_[v + 1]; ++a) {
      const Vertex from = arcs_[a].to;
      const bool is_back_full = arcs_[a].both == arcs_[a].capacity;
      if (is_back_full || level_[from] != kUnreached) continue;
      level_[from] = level_[v] + 1;
      queue_.push_back(from);
    }
  }
  return level_[kSource] != kUnreached;
}

/// Pushes what fits along path_, and shortens it to before the first arc that is full now.
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

/// Along admissible arcs before `ends`, which must form no cycle, until every path has a full arc.
template <class Admissible>
bool MaxFlow::push_blocking_flow(const Task& task, const std::uint32_t* ends, Admissible admissible) {
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
    while (a < ends[v] && (arcs_[a].capacity == 0 || !admissible(v, arcs_[a]))) ++a;
    if (a < ends[v]) {
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
  if (!push_blocking_flow(task, added_.data(), [](Vertex, const Arc&) { return true; })) return false;
  const auto leads_nearer = [this](Vertex v, const Arc& arc) { return level_[arc.to] + 1 == level_[v]; };
  while (find_levels_to_sink())
    if (!push_blocking_flow(task, begin_.data() + 1, leads_nearer)) return false;
  find_levels_from_source();
  return true;
}

}  // namespace stowage
