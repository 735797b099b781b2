// SPDX-License-Identifier: Apache-2.0
#include "core/check/bound_check.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "core/base/text.h"
#include "core/check/fixed_places.h"
#include "core/check/vector_clocks.h"

namespace stowage {
namespace {

constexpr std::uint64_t kMaxPairs = 2'000'000'000;
// Limits on tensors tried in holes, and on sums of their sizes: beyond them no hole counts.
constexpr std::uint64_t kMaxLooks = 50'000'000, kMaxSteps = 1'000'000'000;
constexpr std::int64_t kMaxUnits = 1'000'000;

/// How much of `room` some of the sizes fill at most; all of it once `steps` are too many.
std::int64_t most_filled(const std::vector<std::int64_t>& sizes, std::int64_t room, std::uint64_t& steps) {
  std::int64_t sum = 0, unit = 0;
  for (std::int64_t size : sizes) sum += size, unit = std::gcd(unit, size);
  if (sum <= room) return sum;
  const std::int64_t units = room / unit;
  if (units > kMaxUnits) return room;
  steps += static_cast<std::uint64_t>(units) * sizes.size();
  if (steps > kMaxSteps) return room;
  // can_fill[u]: some of the sizes looked at so far add up to u units.
  std::vector<std::uint8_t> can_fill(static_cast<std::size_t>(units) + 1, 0);
  can_fill[0] = 1;
  for (std::int64_t size : sizes)
    for (std::int64_t u = units; u >= size / unit; --u)
      can_fill[static_cast<std::size_t>(u)] |= can_fill[static_cast<std::size_t>(u - size / unit)];
  std::int64_t most = units;
  while (can_fill[static_cast<std::size_t>(most)] == 0) --most;
  return most * unit;
}

Error too_many_pairs() {
  return Error::of(Error::Kind::too_large, "too many pairs of tensors to check the lower bound");
}

class BoundCheck {
 public:
  BoundCheck(const Graph& graph, const Plan& plan, const VectorClocks& history)
      : graph_(graph), plan_(plan), history_(history), places_(graph, plan, false), listed_(graph.tensor_count()) {}

  Result<Bytes> run(const Task& task) {
    std::int64_t sum = 0;
    for (TensorId t : plan_.bound_tensors) {
      if (graph_.size(t) == Bytes{0} || listed_[t.index()]) continue;
      if (graph_.is_view(t))
        return tl::unexpected(Error::bad_input(
            "", "/bound_tensors", "tensor " + quoted(graph_.name(t)) + " is a view, which needs no bytes of its own"));
      listed_[t.index()] = true;
      tensors_.push_back(t);
      sum += size(t);
    }
    STOWAGE_CHECK(check_apart(task));
    return wasted_in_holes(task).map(
        [&](std::int64_t in_holes) { return Bytes{sum + std::max(in_holes, wasted_by_alignment())}; });
  }

 private:
  struct Hole {
    GroupId group;
    std::int64_t size = 0, wasted = 0;
    std::vector<TensorId> members{};
    std::vector<GroupId> reaching_in{};  // groups with a tensor that fits
  };

  [[nodiscard]] std::int64_t size(TensorId t) const { return places_.size(t); }

  /// Whether their places keep two tensors apart: in one block, or since others hold all of their bytes, too, and may
  /// not share any.
  [[nodiscard]] bool lie_apart(TensorId a, TensorId b, std::uint64_t& looks) const {
    if (places_.block_of(a) == places_.block_of(b)) return places_.side_by_side(a, b);
    looks += std::uint64_t{places_.block(places_.block_of(a)).size()} * places_.block(places_.block_of(b)).size();
    if (looks > kMaxPairs) return false;
    return std::ranges::any_of(places_.block(places_.block_of(a)), [&](TensorId over_a) {
      return places_.covers(over_a, a) && std::ranges::any_of(places_.block(places_.block_of(b)), [&](TensorId over_b) {
               return places_.covers(over_b, b) && !may_share(over_a, over_b) && !may_share(over_b, over_a);
             });
    });
  }

  /// Whether two of different blocks may share bytes, where `a` begins no later.
  [[nodiscard]] bool may_share(TensorId a, TensorId b) const {
    return !history_.is_needed(a) || !history_.is_needed(b) || history_.over_before(a, b) || may_lie_over(b, a) ||
           may_lie_over(a, b);
  }

  /// Whether the graph permits `output` over `input`, at one of its shifts.
  [[nodiscard]] bool may_lie_over(TensorId output, TensorId input) const {
    return history_.pair_of(output, input) != nullptr && history_.ends_where_begins(input, output);
  }

  /// Tests only pairs where one begins at or after the last use of the other: no others may share bytes.
  Result<void> check_apart(const Task& task) const {
    std::vector<TensorId> by_birth = tensors_;
    std::ranges::stable_sort(by_birth, {}, [&](TensorId t) { return history_.birth(t); });
    std::uint64_t pairs = 0, looks = 0;
    for (TensorId a : tensors_) {
      const bool needed = history_.is_needed(a);
      auto later = needed ? std::ranges::lower_bound(by_birth, history_.last_use(a), {},
                                                     [&](TensorId t) { return history_.birth(t); })
                          : by_birth.begin();
      for (; later != by_birth.end(); ++later) {
        if (task.poll(pairs)) return tl::unexpected(task.why_stopped());
        if (++pairs > kMaxPairs) return tl::unexpected(too_many_pairs());
        if (*later == a || !may_share(a, *later) || lie_apart(a, *later, looks)) continue;
        if (looks > kMaxPairs) return tl::unexpected(too_many_pairs());
        return tl::unexpected(Error::bad_input(
            "", "/bound_tensors",
            "tensors " + quoted(graph_.name(a)) + " and " + quoted(graph_.name(*later)) + " may share memory"));
      }
    }
    return {};
  }

  /// Whether the tensor has room among members of the hole that it may share bytes with.
  [[nodiscard]] bool has_room(TensorId t, const Hole& hole) const {
    std::int64_t room = 0;
    for (TensorId member : hole.members) {
      const bool shares = graph_.size(member) == Bytes{0} || may_share(t, member) || may_share(member, t);
      room = shares ? room + size(member) : 0;
      if (room >= size(t)) return true;
    }
    return false;
  }

  [[nodiscard]] std::vector<Hole> holes() const {
    std::vector<Hole> out;
    for (GroupId g : graph_.groups()) {
      Hole hole{g};
      bool below = false;  // a listed tensor is below
      for (TensorId t : graph_.members(g)) {
        if (!listed_[t.index()]) {
          if (!below) continue;
          hole.members.push_back(t);
          hole.size += size(t);
          continue;
        }
        if (hole.size > 0) out.push_back(hole);
        hole = Hole{g};
        below = true;
      }
    }
    return out;
  }

  [[nodiscard]] Result<std::int64_t> wasted_in_holes(const Task& task) const {
    std::vector<Hole> found = holes();
    std::uint64_t looks = 0, steps = 0;
    for (Hole& hole : found) {
      looks += tensors_.size();
      std::vector<std::int64_t> sizes;
      for (std::size_t k = 0; k < tensors_.size() && looks <= kMaxLooks; ++k) {
        const TensorId t = tensors_[k];
        if (task.poll(k)) return tl::unexpected(task.why_stopped());
        if (size(t) > hole.size || graph_.group(t) == hole.group) continue;
        looks += hole.members.size();
        if (!has_room(t, hole)) continue;
        sizes.push_back(size(t));
        if (graph_.group(t).valid()) hole.reaching_in.push_back(graph_.group(t));
      }
      if (looks > kMaxLooks) return 0;
      hole.wasted = hole.size - most_filled(sizes, hole.size, steps);
    }
    return steps > kMaxSteps ? 0 : sum_of_separate(std::move(found));
  }

  [[nodiscard]] static std::int64_t sum_of_separate(std::vector<Hole> found) {
    std::ranges::stable_sort(found, std::ranges::greater(), &Hole::wasted);
    std::set<GroupId> counted, reaching_in;  // groups of holes that count, and what reaches into these
    std::int64_t out = 0;
    for (const Hole& hole : found) {
      const auto is_counted = [&](GroupId g) { return counted.contains(g); };
      if (hole.wasted == 0 || reaching_in.contains(hole.group) || std::ranges::any_of(hole.reaching_in, is_counted))
        continue;
      out += hole.wasted;
      counted.insert(hole.group);
      reaching_in.insert(hole.reaching_in.begin(), hole.reaching_in.end());
    }
    return out;
  }

  [[nodiscard]] std::int64_t step(TensorId t) const { return start_step(graph_, plan_, t); }

  [[nodiscard]] std::int64_t wasted_by_alignment() const {
    std::int64_t largest_step = plan_.alignment.count;
    for (TensorId t : tensors_) largest_step = std::max(largest_step, step(t));
    if (largest_step == plan_.alignment.count) return 0;
    std::int64_t pads = 0, largest_pad = 0, filled = 0;
    const auto pad = [&](TensorId t) { return round_up(size(t), largest_step) - size(t); };
    for (TensorId t : tensors_)
      if (step(t) % largest_step == 0) pads += pad(t), largest_pad = std::max(largest_pad, pad(t));
    for (TensorId t : tensors_)
      if (step(t) % largest_step != 0) filled += std::min(size(t), largest_pad);
    return std::max<std::int64_t>(0, pads - largest_pad - filled);
  }

  const Graph& graph_;
  const Plan& plan_;
  const VectorClocks& history_;
  FixedPlaces places_;
  std::vector<bool> listed_;       // by tensor
  std::vector<TensorId> tensors_;  // of the certificate, each once, of positive size
};

}  // namespace

Result<Bytes> proved_bound(const Graph& graph, const Plan& plan, const Task& task) {
  if (plan.bound_tensors.empty()) return Bytes{};
  if (!sums_fit(graph, plan))
    return tl::unexpected(Error::of(Error::Kind::too_large, "the sizes, rounded up to the alignment, are too large"));
  STOWAGE_TRY(const auto history, VectorClocks::compute(graph, plan.sequence, plan.serial_streams, task));
  return BoundCheck(graph, plan, history).run(task);
}

}  // namespace stowage
