// SPDX-License-Identifier: Apache-2.0
#include "core/insight/improve/sync_space.h"

namespace stowage {

OperatorId SyncSpace::before(const SyncPlace& sync) const {
  return sync.before == 0 ? OperatorId() : cover_.chains[sync.from][sync.before - 1];
}

OperatorId SyncSpace::after(const SyncPlace& sync) const {
  const auto members = cover_.chains[sync.to];
  return sync.after > members.size() ? OperatorId() : members[sync.after - 1];
}

bool SyncSpace::is_refused(const SyncPlace& sync) const {
  const OperatorId u = before(sync), v = after(sync);
  return u.valid() && v.valid() && is_refused(u, v);
}

bool SyncSpace::is_new(const SyncPlace& sync) const {
  const OperatorId u = before(sync), v = after(sync);
  return u.valid() && v.valid() && is_new(u, v);
}

std::uint32_t SyncSpace::first_after(OperatorId o, std::uint32_t stream) const {
  const auto [own, position] = cover_.place[o.index()];
  if (own == stream) return static_cast<std::uint32_t>(position);
  const ChainReachability::Position first = first_.row(o)[stream];
  return static_cast<std::uint32_t>(
      std::min<std::size_t>(static_cast<std::size_t>(first), cover_.chains[stream].size() + 1));
}

std::uint32_t SyncSpace::last_before(OperatorId o, std::uint32_t stream) const {
  const auto members = cover_.chains[stream];
  const auto end = std::ranges::partition_point(members, [&](OperatorId u) { return leads_to(u, o); });
  return static_cast<std::uint32_t>(end - members.begin());
}

std::uint32_t SyncSpace::latest_begin(OperatorId o, std::uint32_t stream) const {
  const std::uint32_t last = first_after(o, stream) - 1;
  if (graph_.times().empty()) return last;
  const auto members = cover_.chains[stream];
  return std::min(last, static_cast<std::uint32_t>(std::ranges::lower_bound(members, o) - members.begin()));
}

std::uint32_t SyncSpace::earliest_end(OperatorId o, std::uint32_t stream) const {
  const std::uint32_t first = last_before(o, stream) + 1;
  if (graph_.times().empty()) return first;
  const auto members = cover_.chains[stream];
  return std::max(first, static_cast<std::uint32_t>(std::ranges::upper_bound(members, o) - members.begin() + 1));
}

std::size_t SyncSpace::count() const {
  std::size_t out = 0;
  for (OperatorId o : graph_.operators())
    for (std::uint32_t s = 0; s < cover_.count(); ++s)
      if (s != cover_.place[o.index()].chain) {
        const std::uint32_t end = first_after(o, s);
        out += end - std::min(end, earliest_end(o, s));
      }
  return out;
}

SyncPlace SyncSpace::strongest(const SyncPlace& sync, bool begin_first) const {
  SyncPlace at = sync;
  for (const bool begin : {begin_first, !begin_first})
    if (begin)
      at.before = latest_begin(after(at), at.from);
    else
      at.after = earliest_end(before(at), at.to);
  return at;
}

std::vector<OperatorId> SyncSpace::last_uses(TensorId t) const {
  std::vector<OperatorId> uses(graph_.consumers(t).begin(), graph_.consumers(t).end());
  if (uses.empty()) uses.push_back(graph_.producer(t));  // a producer leads to all consumers
  std::vector<OperatorId> out;
  for (std::size_t i = uses.size(); i-- > 0;)
    if (std::ranges::none_of(out, [&](OperatorId later) { return leads_to(uses[i], later); })) out.push_back(uses[i]);
  return out;
}

Cut::Cut(const SyncSpace& space, std::span<const Bytes> sizes, const ProvedBound& antichain)
    : weight_(antichain.bytes), streams_(space.streams().count()) {
  for (std::uint32_t s = 0; s < streams_.size(); ++s) {
    const std::size_t places = space.streams().chains[s].size() + 2;
    Along& along = streams_[s];
    along.ended.assign(places, {});
    along.begun.assign(places, {});
    along.uses_ended.assign(places, 0);
    for (TensorId t : antichain.tensors) {
      if (const OperatorId producer = space.graph().producer(t); producer.valid())
        along.begun[space.last_before(producer, s)] += sizes[t.index()];
      if (space.graph().is_output(t)) continue;
      std::size_t first = places - 1;
      for (OperatorId use : space.last_uses(t)) {
        const std::size_t at = space.first_after(use, s);
        ++along.uses_ended[at];
        first = std::min(first, at);
      }
      along.ended[first] += sizes[t.index()];
    }
    // Members that end one past the last position, or begin at 0, do so with no sync of this stream.
    along.begun[0] = along.begun[places - 1] = along.ended[places - 1] = {};
    for (std::size_t p = 1; p + 1 < places; ++p) {
      along.ended[p] += along.ended[p - 1];
      along.uses_ended[p] += along.uses_ended[p - 1];
    }
    for (std::size_t p = places - 2; p > 0; --p) along.begun[p] += along.begun[p + 1];
  }
}

Bytes Cut::freed(const SyncPlace& sync) const {
  return std::min(streams_[sync.from].ended[sync.before], streams_[sync.to].begun[sync.after]);
}

std::optional<SyncPlace> Cut::stronger(const SyncSpace& space, const SyncPlace& sync) const {
  const std::vector<Bytes>&ended = streams_[sync.from].ended, &begun = streams_[sync.to].begun;
  const auto last = static_cast<std::uint32_t>(ended.size() - 2);
  const Bytes level = freed(sync);
  SyncPlace at = sync;
  while (at.before < last && ended[at.before] <= level) ++at.before;
  while (at.after > 1 && begun[at.after] <= level) --at.after;
  if (freed(at) <= level || space.is_refused(at)) return std::nullopt;
  return at;
}

std::vector<SyncPlace> Cut::next(const SyncPlace& sync) const {
  std::vector<SyncPlace> out;
  const std::vector<std::uint32_t>& uses = streams_[sync.from].uses_ended;
  const std::vector<Bytes>& begun = streams_[sync.to].begun;
  SyncPlace later = sync, earlier = sync;
  while (later.before + 2 < uses.size() && uses[later.before] == uses[sync.before]) ++later.before;
  if (uses[later.before] != uses[sync.before]) out.push_back(later);
  while (earlier.after > 1 && begun[earlier.after] == begun[sync.after]) --earlier.after;
  if (begun[earlier.after] != begun[sync.after]) out.push_back(earlier);
  return out;
}

}  // namespace stowage
