// SPDX-License-Identifier: Apache-2.0
#include "core/papers/nnc/edges.h"

#include <tuple>

namespace stowage {
namespace {

/// Joined steps beyond this are not worth a common address.
constexpr std::int64_t kMaxStep = std::int64_t{1} << 40;

NncUnit unit_of(const LayoutProblem& problem, AllocationGraph::Node block) {
  NncUnit out{{block}, problem.block_size(block).count, problem.block_step(block), 0};
  for (TensorId t : problem.block(block)) out.degree += problem.degrees()[t.index()];
  return out;
}

/// The factor that makes `step` suit `other`, too.
std::int64_t factor(std::int64_t step, std::int64_t other) {
  return other / std::gcd(step, other);
}

/// Makes `into` large enough for both; their steps must have a common multiple that is sensible.
void combine(NncUnit& into, const NncUnit& other) {
  into.step *= factor(into.step, other.step);
  into.size = std::max(into.size, other.size);
  into.degree += other.degree;
}

}  // namespace

bool BlockOrder::before(AllocationGraph::Node a, AllocationGraph::Node b) const {
  for (TensorId x : problem_.block(a)) {
    if (!problem_.occupies(x)) continue;
    for (TensorId y : problem_.block(b))
      if (problem_.occupies(y) && !problem_.conflicts().before(x, y)) return false;
  }
  return true;
}

template <class Take>
bool BlockOrder::merge(const NncUnit& a, const NncUnit& b, const Take& take) const {
  auto x = a.blocks.begin(), y = b.blocks.begin();
  while (x != a.blocks.end() && y != b.blocks.end()) {
    if (before(*x, *y))
      take(*x++);
    else if (before(*y, *x))
      take(*y++);
    else
      return false;
  }
  std::for_each(x, a.blocks.end(), take);
  std::for_each(y, b.blocks.end(), take);
  return true;
}

bool BlockOrder::joinable(const NncUnit& a, const NncUnit& b) const {
  return a.step <= kMaxStep / factor(a.step, b.step) && merge(a, b, [](AllocationGraph::Node) {});
}

NncUnit BlockOrder::joined(const NncUnit& a, const NncUnit& b) const {
  NncUnit out{{}, a.size, a.step, a.degree};
  combine(out, b);
  merge(a, b, [&](AllocationGraph::Node block) { out.blocks.push_back(block); });
  return out;
}

NncRequest BlockOrder::request_of_both(const NncUnit& a, const NncUnit& b) const {
  const auto earlier = [&](AllocationGraph::Node x, AllocationGraph::Node y) { return before(x, y) ? x : y; };
  const auto later = [&](AllocationGraph::Node x, AllocationGraph::Node y) { return before(x, y) ? y : x; };
  return {earlier(a.blocks.front(), b.blocks.front()), later(a.blocks.back(), b.blocks.back()),
          std::max(a.size, b.size), a.step * factor(a.step, b.step)};
}

std::vector<NncUnit> nnc_units(const LayoutProblem& problem, std::span<const Companions> companions) {
  constexpr std::size_t kNone = ~std::size_t{0};
  std::vector<std::size_t> list_of(companions.empty() ? 0 : problem.sizes().size(), kNone);
  for (std::size_t k = 0; k < companions.size(); ++k)
    for (TensorId t : companions[k]) list_of[t.index()] = k;
  std::vector<std::size_t> unit_of_list(companions.size(), kNone);
  std::vector<NncUnit> units;
  for (AllocationGraph::Node b = 0; b < problem.block_count(); ++b) {
    const auto members = problem.block(b);
    if (std::ranges::none_of(members, [&](TensorId t) { return problem.occupies(t); })) continue;
    const std::size_t list = list_of.empty() ? kNone : list_of[members[0].index()];
    if (list != kNone && unit_of_list[list] != kNone) {
      NncUnit& unit = units[unit_of_list[list]];
      combine(unit, unit_of(problem, b));
      unit.blocks.push_back(b);
      continue;
    }
    if (list != kNone) unit_of_list[list] = units.size();
    units.push_back(unit_of(problem, b));
  }
  const BlockOrder order(problem);
  for (NncUnit& unit : units) std::ranges::sort(unit.blocks, [&](auto a, auto b) { return order.before(a, b); });
  return units;
}

namespace {

using Edge = AllocationGraph::Edge;

int dummy_ends(const Edge& edge) {
  return (edge.tail == AllocationGraph::kSource ? 1 : 0) + (edge.head == AllocationGraph::kSink ? 1 : 0);
}

/// A key of edges: that of the better edge is less.
auto worth(const Edge& edge) {
  return std::tuple(dummy_ends(edge), edge.bytes.length(), edge.bytes.begin, edge.tail, edge.head);
}

/// A part of the stretch at hand, and the block that owned it last.
struct Owned {
  Interval part;
  AllocationGraph::Node owner;
};

/// `block` takes over all bytes below `end` from their owners.
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
