// SPDX-License-Identifier: Apache-2.0
#include "core/insight/analysis/byte_usage.h"

namespace stowage {
namespace {

/// By OperatorId, one past the step of the last operator that comes before it; 0 where none does. This last one has an
/// arc to it: on a path, every operator is later than those before it.
std::vector<std::uint32_t> past_last_ancestor(const Graph& graph) {
  std::vector<std::uint32_t> out(graph.operator_count());
  for (OperatorId o : graph.operators()) {
    const auto past = static_cast<std::uint32_t>(o.index()) + 1;
    graph.for_each_successor(o, [&](OperatorId next) { out[next.index()] = std::max(out[next.index()], past); });
  }
  return out;
}

/// Ends each hold at the first operator that comes after all uses: of the first ones of all chains, the earliest by
/// `start_of(operator)`.
template <class T, class Start>
void find_ends(const Conflicts& conflicts, T last, std::span<const BasicInterval<T>> lifetimes,
               std::span<BasicInterval<T>> holds, const Start& start_of) {
  for (std::size_t t = 0; t < holds.size(); ++t) holds[t].end = lifetimes[t].empty() ? 0 : last;
  for (std::size_t s = 0; s < conflicts.chain_count(); ++s) {
    const auto chain = conflicts.chains()[s];
    const auto releases = conflicts.releases(s);
    for (std::size_t t = 0; t < holds.size(); ++t) {
      if (releases[t] < 1 || releases[t] > static_cast<Conflicts::Position>(chain.size())) continue;
      holds[t].end = std::min(holds[t].end, start_of(chain[static_cast<std::size_t>(releases[t]) - 1]));
    }
  }
}

/// At `at`, the number of tensors that are alive, or that hold the byte, changes.
struct Change {
  std::int64_t at;
  std::int32_t alive, held;
};

std::vector<Change> changes_of(std::span<const ByteStretch> used, std::int64_t footprint) {
  std::vector<Change> out;
  out.reserve(2 * used.size() + 1);
  for (const ByteStretch& one : used) {
    const std::int64_t low = std::clamp<std::int64_t>(one.low.value, 0, footprint);
    const std::int64_t high = std::clamp<std::int64_t>(one.high.value, 0, footprint);
    if (low >= high) continue;
    const int alive = one.use == ByteUse::alive ? 1 : 0;
    out.push_back({low, alive, 1 - alive});
    out.push_back({high, -alive, alive - 1});
  }
  out.push_back({footprint, 0, 0});
  std::ranges::sort(out, {}, &Change::at);
  return out;
}

}  // namespace

std::vector<Lifetime> blocked_lifetimes(const Graph& graph, const Conflicts& conflicts,
                                        std::span<const Lifetime> lifetimes) {
  assert(lifetimes.size() == graph.tensor_count() && conflicts.tensor_count() == graph.tensor_count());
  if (!conflicts.windows().empty()) return {};
  std::vector<Lifetime> out(graph.tensor_count());
  find_ends<std::uint32_t>(conflicts, static_cast<std::uint32_t>(graph.operator_count()), lifetimes, out,
                           [](OperatorId o) { return static_cast<std::uint32_t>(o.index()); });
  const std::vector<std::uint32_t> past = past_last_ancestor(graph);
  for (TensorId t : graph.tensors())
    if (const OperatorId producer = graph.producer(t); producer.valid()) out[t.index()].begin = past[producer.index()];
  return out;
}

std::vector<Interval> blocked_lifetimes(const Conflicts& conflicts, const Timing& timing,
                                        std::span<const Interval> lifetimes) {
  assert(lifetimes.size() == conflicts.tensor_count());
  if (!conflicts.windows().empty()) return {};
  std::vector<Interval> out(lifetimes.begin(), lifetimes.end());
  find_ends<std::int64_t>(conflicts, timing.makespan, lifetimes, out,
                          [&](OperatorId o) { return timing.starts[o.index()]; });
  return out;
}

ByteUsage byte_usage_between(std::span<const ByteStretch> used, Bytes footprint) {
  ByteUsage out;
  std::int64_t from = 0;
  std::int32_t alive = 0, held = 0;
  for (const Change& change : changes_of(used, footprint.count)) {
    const ByteUse use = alive > 0 ? ByteUse::alive : held > 0 ? ByteUse::held : ByteUse::free;
    if (change.at > from && !out.stretches.empty() && out.stretches.back().use == use)
      out.stretches.back().high = {change.at};
    else if (change.at > from)
      out.stretches.push_back({{from}, {change.at}, use});
    from = change.at;
    alive += change.alive;
    held += change.held;
  }
  for (const ByteStretch& one : out.stretches) {
    (one.use == ByteUse::alive ? out.alive : one.use == ByteUse::held ? out.held : out.free) += one.size();
    if (one.use == ByteUse::free && one.size() > out.largest.size()) out.largest = one;
  }
  return out;
}

ByteUsage byte_usage_at(const PlacedPlan& plan, std::span<const Lifetime> holds, std::size_t step) {
  std::vector<ByteStretch> used;
  for (TensorId t : plan.graph.tensors()) {
    const TensorPlace place = place_of(plan, t);
    const bool alive = place.life.begin <= step && step < place.life.end;
    const bool held = !holds.empty() && holds[t.index()].begin <= step && step < holds[t.index()].end;
    if (place.size.count == 0 || !(alive || held)) continue;
    used.push_back({place.offset, place.offset + place.size, alive ? ByteUse::alive : ByteUse::held});
  }
  return byte_usage_between(used, plan.plan.footprint);
}

}  // namespace stowage
