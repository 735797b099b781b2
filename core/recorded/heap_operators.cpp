// SPDX-License-Identifier: Apache-2.0
#include "core/recorded/heap_operators.h"

#include <algorithm>
#include <tuple>

namespace stowage {
namespace {

/// An allocation is made or freed.
struct Change {
  HeapStep step;
  bool makes;  // where a step has both, what is freed makes room for what is made
  std::uint32_t allocation;
};

std::vector<Change> changes_of(const RecordedHeap& history) {
  std::vector<Change> out;
  out.reserve(2 * history.allocations.size());
  for (std::uint32_t k = 0; k < history.allocations.size(); ++k) {
    const HeapAllocation& a = history.allocations[k];
    if (a.allocated > 0) out.push_back({a.allocated, true, k});
    if (a.free_completed < history.step_count()) out.push_back({a.free_completed, false, k});
  }
  std::ranges::sort(out, {}, [](const Change& c) { return std::tuple(c.step, c.makes, c.allocation); });
  return out;
}

/// Whether a change frees in a step that also makes something: nobody saw the free, it is only known to come before.
bool makes_room(const std::vector<Change>& changes, std::size_t k) {
  if (changes[k].makes) return false;
  const auto in_step = [&](std::size_t other) {
    return other < changes.size() && changes[other].step == changes[k].step;
  };
  std::size_t after = k + 1;
  while (in_step(after) && !changes[after].makes) ++after;
  return in_step(after);
}

}  // namespace

HeapOperators::HeapOperators(const RecordedHeap& history)
    : producer(history.allocations.size()), last(history.allocations.size()) {
  const std::vector<Change> changes = changes_of(history);
  const auto stream_of = [&](const Change& change) { return history.allocations[change.allocation].stream; };
  std::vector<OperatorId> latest(std::max<std::size_t>(history.streams.size(), 1));  // by stream
  const auto begin_at = [&](HeapStep step, std::uint32_t stream) {
    latest[stream] = OperatorId(all.size());
    all.push_back({.begin = step, .stream = stream});
  };
  begin_at(0, changes.empty() ? 0 : stream_of(changes.front()));
  bool has_freed = false;  // in the operator begun last
  for (std::size_t k = 0; k < changes.size(); ++k) {
    const Change& change = changes[k];
    const std::uint32_t stream = stream_of(change);
    const bool goes_on = all.back().stream == stream && !(change.makes && has_freed);
    if (!goes_on && change.step > all.back().begin && !makes_room(changes, k)) {
      begin_at(change.step, stream);
      has_freed = false;
    }
    has_freed |= !change.makes;
    const OperatorId at = latest[stream];
    if (change.makes) {
      producer[change.allocation] = at;
      if (at.valid() && all[at.index()].first == kNoneInHeap) all[at.index()].first = change.allocation;
    } else {
      last[change.allocation] = at.valid() ? at : OperatorId(0);
    }
  }
  for (std::size_t k = 0; k < last.size(); ++k)
    if (last[k].valid() && producer[k].valid()) last[k] = std::max(last[k], producer[k]);
}

}  // namespace stowage
