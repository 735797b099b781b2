// SPDX-License-Identifier: Apache-2.0
#include "core/insight/analysis/byte_usage.h"

namespace stowage {
namespace {

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

void append(ByteUsage& holes, const ByteStretch& piece) {
  if (!holes.stretches.empty() && holes.stretches.back().use == piece.use)
    holes.stretches.back().high = piece.high;
  else
    holes.stretches.push_back(piece);
}

void sum_up(ByteUsage& holes) {
  for (const ByteStretch& one : holes.stretches) {
    (one.use == ByteUse::alive ? holes.alive : one.use == ByteUse::held ? holes.held : holes.free) += one.size();
    if (one.use == ByteUse::free && one.size() > holes.largest.size()) holes.largest = one;
  }
}

}  // namespace

ByteUsage byte_usage_between(std::span<const ByteStretch> used, Bytes footprint) {
  ByteUsage out;
  std::int64_t from = 0;
  std::int32_t alive = 0, held = 0;
  for (const Change& change : changes_of(used, footprint.count)) {
    if (change.at > from)
      append(out, {{from}, {change.at}, alive > 0 ? ByteUse::alive : held > 0 ? ByteUse::held : ByteUse::free});
    from = change.at;
    alive += change.alive;
    held += change.held;
  }
  sum_up(out);
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
