// SPDX-License-Identifier: Apache-2.0
#include "core/insight/analysis/blame.h"

#include <numeric>

#include "core/base/bits.h"

namespace stowage {
namespace {

/// Unites runs, in any order, into disjoint ones, ascending.
IntervalSet united(std::vector<Interval> runs) {
  std::ranges::sort(runs, {}, &Interval::begin);
  IntervalSet out;
  for (const Interval& run : runs) out.add(run);
  return out;
}

/// The parts of [0, end) outside of `runs`.
std::vector<Interval> complement(const IntervalSet& runs, std::int64_t end) {
  std::vector<Interval> out;
  std::int64_t at = 0;
  for (const Interval& run : runs.intervals()) {
    if (at >= end) break;
    if (run.begin > at) out.push_back({at, std::min(run.begin, end)});
    at = std::max(at, run.end);
  }
  if (at < end) out.push_back({at, end});
  return out;
}

}  // namespace

Blamer::Blamer(const Graph& graph, const Conflicts& conflicts, const Plan& plan)
    : graph_(&graph), conflicts_(&conflicts), plan_(&plan) {
  assert(plan.offsets.size() == graph.tensor_count());
  for (TensorId t : graph.tensors())
    if (occupies(t)) ends_.emplace_back(end(t), t);
  std::ranges::sort(ends_);
}

/// Refers to `t` where that is in no group.
Blamer::Block Blamer::block_of(const TensorId& t) const {
  if (graph_->group(t).valid()) {
    const auto members = graph_->members(graph_->group(t));
    return {members, begin(members.front()), plan_->alignment.count};
  }
  return {std::span(&t, 1), begin(t), std::lcm(plan_->alignment.count, std::int64_t{graph_->alignment(t)})};
}

std::vector<Support> Blamer::supports(const Block& block) const {
  std::vector<Support> out;
  for (TensorId upper : block.members) {
    if (!occupies(upper)) continue;
    const auto first =
        std::ranges::lower_bound(ends_, std::pair(Offset{begin(upper).value - block.step + 1}, TensorId(0)));
    for (auto at = first; at != ends_.end() && at->first <= begin(upper); ++at) {
      const TensorId lower = at->second;
      if (!same_group(upper, lower) && conflicts_->unsafe(upper, lower)) out.push_back({upper, lower});
    }
  }
  std::ranges::sort(out);
  return out;
}

/// The unsafe partners of `t` that occupy bytes and are of another block.
std::vector<TensorId> Blamer::partners(TensorId t) const {
  std::vector<std::uint64_t> bits((graph_->tensor_count() + 63) / 64);
  conflicts_->unsafe_row(t, bits);
  std::vector<TensorId> out;
  for_each_bit(bits, [&](std::size_t k) {
    const TensorId other(k);
    if (occupies(other) && !same_group(t, other)) out.push_back(other);
  });
  return out;
}

/// Gaps, and the lowest start: every partner of every member forbids the starts at which the two would overlap.
Result<void> Blamer::find_room(const Block& block, Blame& out, const Task& task) const {
  std::vector<Interval> used, forbidden;
  for (TensorId member : block.members) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    if (!occupies(member)) continue;
    const std::int64_t rise = begin(member).value - block.begin.value;  // within the block
    for (TensorId other : partners(member)) {
      if (begin(other) < block.begin) used.push_back({begin(other).value, end(other).value});
      const Interval starts{begin(other).value - rise - size(member).count + 1, end(other).value - rise};
      if (starts.begin < block.begin.value) forbidden.push_back(starts);
    }
  }
  out.gaps = complement(united(std::move(used)), block.begin.value);
  for (const Interval& free : complement(united(std::move(forbidden)), block.begin.value)) {
    const std::int64_t start = round_up(free.begin, block.step);
    if (start >= free.end) continue;
    out.lowest = Offset{start};
    break;
  }
  return {};
}

/// Finds the longest path down: that of a block is one longer than the longest of those under it. Only blocks strictly
/// lower count, since the members of two groups can hold each other up.
Result<void> Blamer::find_chain(TensorId t, Blame& out, const Task& task) const {
  struct Entry {
    std::vector<Support> under;  // those that count
    std::size_t next = 0;        // which of them is followed
    std::size_t length = 0;      // of the longest chain so far
    Support best;
  };
  const auto key = [&](TensorId tensor) { return block_of(tensor).members.front(); };
  std::unordered_map<TensorId, Entry> entries;
  std::vector<TensorId> stack;
  const auto enter = [&](TensorId first) {
    const Block block = block_of(first);
    Entry entry{.under = supports(block), .next = 0, .length = 0, .best = {}};
    std::erase_if(entry.under, [&](const Support& s) { return block_of(s.lower).begin >= block.begin; });
    entries.emplace(first, std::move(entry));
    stack.push_back(first);
  };
  enter(key(t));
  while (!stack.empty()) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    Entry& entry = entries.at(stack.back());
    if (entry.next == entry.under.size()) {
      stack.pop_back();
      continue;
    }
    const Support support = entry.under[entry.next];
    const auto below = entries.find(key(support.lower));
    if (below == entries.end()) {
      enter(key(support.lower));
      continue;
    }
    if (below->second.length + 1 > entry.length) {
      entry.length = below->second.length + 1;
      entry.best = support;
    }
    ++entry.next;
  }
  TensorId at = key(t);
  for (; entries.at(at).length > 0; at = key(entries.at(at).best.lower)) out.chain.push_back(entries.at(at).best);
  out.chain_reaches_bottom = block_of(at).begin == Offset{};
  return {};
}

Result<Blame> Blamer::blame(TensorId t, const Task& task) const {
  const Block block = block_of(t);
  Blame out;
  out.block.assign(block.members.begin(), block.members.end());
  out.begin = block.begin;
  out.step = block.step;
  for (TensorId member : block.members) out.size += size(member);
  if (std::ranges::none_of(block.members, [&](TensorId member) { return occupies(member); })) return out;
  std::vector<std::uint64_t> bits((graph_->tensor_count() + 63) / 64);
  conflicts_->unsafe_row(t, bits);
  out.partners = count_bits(bits);
  out.under = supports(block);
  STOWAGE_CHECK(find_room(block, out, task));
  STOWAGE_CHECK(find_chain(t, out, task));
  return out;
}

}  // namespace stowage
