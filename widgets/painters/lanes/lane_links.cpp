// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/lanes/lanes_painter.h"

#include <algorithm>
#include <numeric>

namespace stowage {
namespace {

constexpr std::size_t kBlock = 64;

bool before(const ControlEdge& a, const ControlEdge& b) {
  return a.before != b.before ? a.before < b.before : a.after < b.after;
}

}  // namespace

LaneLinks::LaneLinks(const Graph& graph) : syncs_(graph.control().begin(), graph.control().end()) {
  std::ranges::sort(syncs_, before);
  syncs_.erase(std::ranges::unique(syncs_).begin(), syncs_.end());
  for (std::size_t k = 0; k < syncs_.size(); ++k) {
    if (k % kBlock == 0) latest_.push_back(syncs_[k].after);
    latest_.back() = std::max(latest_.back(), syncs_[k].after);
  }
  by_after_.resize(syncs_.size());
  std::iota(by_after_.begin(), by_after_.end(), 0U);
  std::ranges::stable_sort(by_after_, {}, [&](std::uint32_t k) { return syncs_[k].after; });
}

std::vector<std::uint32_t> LaneLinks::at(OperatorId o, std::size_t most) const {
  std::vector<std::uint32_t> out;
  const auto [out_begin, out_end] = std::ranges::equal_range(syncs_, o, {}, &ControlEdge::before);
  for (auto edge = out_begin; edge != out_end && out.size() < most; ++edge)
    out.push_back(static_cast<std::uint32_t>(edge - syncs_.begin()));
  const auto into = std::ranges::equal_range(by_after_, o, {}, [&](std::uint32_t k) { return syncs_[k].after; });
  for (auto k = into.begin(); k != into.end() && out.size() < most; ++k) out.push_back(*k);
  return out;
}

std::vector<std::uint32_t> LaneLinks::across(std::size_t begin, std::size_t end, std::size_t most,
                                             const Wanted& wanted) const {
  std::vector<std::uint32_t> out;
  for (std::size_t block = 0; block < latest_.size(); ++block) {
    if (syncs_[block * kBlock].before.index() >= end) break;
    if (latest_[block].index() < begin) continue;
    const std::size_t last = std::min(syncs_.size(), (block + 1) * kBlock);
    for (std::size_t k = block * kBlock; k < last; ++k) {
      if (syncs_[k].before.index() >= end || syncs_[k].after.index() < begin) continue;
      if (wanted && !wanted(syncs_[k])) continue;
      out.push_back(static_cast<std::uint32_t>(k));
      if (out.size() > most) return out;
    }
  }
  return out;
}

std::size_t LaneLinks::find(const ControlEdge& sync) const {
  const auto at = std::ranges::lower_bound(syncs_, sync, before);
  return at != syncs_.end() && *at == sync ? static_cast<std::size_t>(at - syncs_.begin()) : syncs_.size();
}

std::size_t use_count(const Graph& graph) {
  return graph.data().tensor_consumers.item_count();
}

bool add_arcs(const Graph& graph, TensorId t, std::size_t most, std::vector<DataArc>& arcs) {
  const OperatorId from = graph.producer(t);
  if (!from.valid()) return true;
  for (OperatorId to : graph.consumers(t)) {
    if (to == from) continue;
    if (arcs.size() >= most) return false;
    arcs.push_back({from, to, t});
  }
  return true;
}

bool add_arcs(const Graph& graph, OperatorId o, std::size_t most, std::vector<DataArc>& arcs) {
  for (TensorId t : graph.inputs(o)) {
    const OperatorId from = graph.producer(t);
    if (!from.valid() || from == o) continue;
    if (arcs.size() >= most) return false;
    arcs.push_back({from, o, t});
  }
  return std::ranges::all_of(graph.outputs(o), [&](TensorId t) { return add_arcs(graph, t, most, arcs); });
}

}  // namespace stowage
