// SPDX-License-Identifier: Apache-2.0
#include "core/layout/strategies/nnc/edges.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace stowage {
namespace {

using Edge = AllocationGraph::Edge;

int dummy_ends(const Edge& edge) {
  return (edge.tail == AllocationGraph::kSource ? 1 : 0) + (edge.head == AllocationGraph::kSink ? 1 : 0);
}

/// The better edge is the lesser.
auto worth(const Edge& edge) {
  return std::tuple(dummy_ends(edge), edge.bytes.length(), edge.bytes.begin, edge.tail, edge.head);
}

/// Parts of the stretch at hand and who owned them last.
struct Owned {
  Interval part;
  AllocationGraph::Node owner;
};

/// `block` takes over the first `size` bytes after `start` from whoever owns them.
void take_over(std::vector<Owned>& owned, AllocationGraph::Node block, std::int64_t end, std::vector<Edge>& edges) {
  if (owned.front().part.begin >= end) return;
  const std::int64_t begin = owned.front().part.begin;
  std::vector<Owned> rest;
  for (const Owned& o : owned) {
    if (o.part.begin < end) edges.push_back({o.owner, block, {o.part.begin, std::min(o.part.end, end)}});
    if (o.part.end > end) rest.push_back({{std::max(o.part.begin, end), o.part.end}, o.owner});
  }
  owned.assign(1, {{begin, end}, block});
  owned.insert(owned.end(), rest.begin(), rest.end());
}

}  // namespace

std::optional<AllocationEdges::Place> AllocationEdges::find(const NncRequest& request, std::size_t first_buffer) {
  std::optional<Place> best;
  const Edge* chosen = nullptr;
  for (std::size_t buffer = first_buffer; buffer < edges_.size() && !stopped_; ++buffer) {
    if (task_.poll(++steps_, 65536)) return stopped_ = true, std::nullopt;
    for (std::size_t k = 0; k < edges_[buffer].size(); ++k) {
      const Edge& edge = edges_[buffer][k];
      if (task_.poll(++steps_, 65536)) return stopped_ = true, std::nullopt;
      if (edge.bytes.length() < request.size || dummy_ends(edge) == 2) continue;
      const std::int64_t start = round_up(edge.bytes.begin, request.step);
      if (start + request.size > edge.bytes.end) continue;
      if (chosen != nullptr && worth(*chosen) < worth(edge)) continue;
      if (edge.tail != AllocationGraph::kSource && !order_.before(edge.tail, request.first)) continue;
      if (edge.head != AllocationGraph::kSink && !order_.before(request.last, edge.head)) continue;
      best = Place{buffer, k, start};
      chosen = &edge;
    }
  }
  return best;
}

void AllocationEdges::insert(const NncUnit& unit, const Place& place) {
  auto& edges = edges_[place.buffer];
  const Edge old = std::exchange(edges[place.edge], edges.back());
  edges.pop_back();
  const Interval taken{place.start, place.start + unit.size};
  for (const Interval rest : {Interval{old.bytes.begin, taken.begin}, Interval{taken.end, old.bytes.end}})
    if (rest.begin < rest.end) edges.push_back({old.tail, old.head, rest});
  std::vector<Owned> owned{{taken, old.tail}};
  for (const Node block : unit.blocks) {
    starts_[block] = place.start;
    take_over(owned, block, place.start + problem_.block_size(block).count, edges);
  }
  for (const Owned& o : owned) edges.push_back({o.owner, old.head, o.part});
}

void AllocationEdges::open(const NncUnit& unit) {
  const std::int64_t begin = round_up(buffers_.empty() ? 0 : buffers_.back().end, unit.step);
  const Interval buffer{begin, begin + unit.size};
  buffers_.push_back(buffer);
  edges_.push_back({{AllocationGraph::kSource, AllocationGraph::kSink, buffer}});
  insert(unit, {edges_.size() - 1, 0, begin});
}

AllocationGraph AllocationEdges::result() && {
  AllocationGraph out{{}, std::move(buffers_), std::move(starts_)};
  for (const auto& edges : edges_) out.edges.insert(out.edges.end(), edges.begin(), edges.end());
  const auto key = [](const Edge& e) {
    return std::tuple(e.bytes.begin, e.tail != AllocationGraph::kSource, e.tail, e.head);
  };
  std::ranges::sort(out.edges, {}, key);
  return out;
}

}  // namespace stowage
