// SPDX-License-Identifier: Apache-2.0
#include "core/insight/analysis/difference.h"

#include <iterator>
#include <memory_resource>

#include "core/base/name_table.h"
#include "core/base/parallel.h"

namespace stowage {
namespace {

/// By TensorId of `after`: the same tensor in `before`, or none.
std::vector<TensorId> match(const Graph& before, const Graph& after, SameTensor same) {
  std::vector<TensorId> out(after.tensor_count());
  if (same == SameTensor::by_edits && before.tensor_count() == after.tensor_count()) {
    for (TensorId t : after.tensors()) out[t.index()] = t;
    return out;
  }
  const NameTable& names = before.data().tensor_names;
  NameIndex index;
  index.reserve(before.tensor_count());
  for (TensorId t : before.tensors()) index.add(before.name(t), t.index(), names);
  for (TensorId t : after.tensors())
    if (const std::uint32_t found = index.find(after.name(t), names); found != NameIndex::kNone)
      out[t.index()] = TensorId(found);
  return out;
}

PlaceChange change_between(const TensorPlace& was, const TensorPlace& is) {
  if (was.size.count == 0) return is.size.count == 0 ? PlaceChange::kept : PlaceChange::added;
  if (is.size.count == 0) return PlaceChange::removed;
  if (was.offset != is.offset) return PlaceChange::moved;
  return was.unrounded == is.unrounded ? PlaceChange::kept : PlaceChange::resized;
}

/// Adds the change of one tensor.
PlaceChange add_to(PlanDifference& out, TensorDifference one) {
  one.change = change_between(one.was, one.is);
  std::size_t* const counts[] = {&out.kept, &out.moved, &out.resized, &out.added, &out.removed};  // by PlaceChange
  ++*counts[static_cast<std::size_t>(one.change)];
  if (one.change == PlaceChange::moved) out.moved_bytes += one.is.size;
  if (one.change == PlaceChange::added) out.added_bytes += one.is.size;
  if (one.change == PlaceChange::removed) out.removed_bytes += one.was.size;
  if (one.change != PlaceChange::kept) out.changed.push_back(one);
  return one.change;
}

/// Stretches an event, on average, beyond which the tree is faster; not before kFewEvents events.
constexpr std::size_t kMaxVisited = 32, kFewEvents = 4096;

enum Side : std::uint8_t { kBefore, kAfter };

/// A box begins (+1) or ends (-1) at a step.
struct Event {
  std::uint32_t step = 0;
  std::int8_t by = 0;
  Side side = kBefore;
  std::int64_t low = 0, high = 0;
};

SpaceUse use_of(const std::array<std::int32_t, 2>& cover) {
  if (cover[kBefore] > 0) return cover[kAfter] > 0 ? SpaceUse::kept : SpaceUse::freed;
  return cover[kAfter] > 0 ? SpaceUse::gained : SpaceUse::unused;
}

/// In order of step; beginnings come before ends, so that a use that goes on is not cut.
std::vector<Event> events_of(std::span<const SpaceBox> before, std::span<const SpaceBox> after) {
  std::vector<Event> out;
  out.reserve(2 * (before.size() + after.size()));
  for (const Side side : {kBefore, kAfter}) {
    for (const SpaceBox& box : side == kBefore ? before : after) {
      out.push_back({box.begin, 1, side, box.low, box.high});
      out.push_back({box.end, -1, side, box.low, box.high});
    }
  }
  std::ranges::sort(out,
                    [](const Event& a, const Event& b) { return a.step != b.step ? a.step < b.step : a.by > b.by; });
  return out;
}

/// Bytes of each use at the step that the sweep has reached: a tree whose leaves are the stretches between
/// neighbouring offsets at which any box begins or ends. A node counts the boxes that cover it wholly, but not its
/// parent, and sums up what is below it.
class UseTree {
 public:
  explicit UseTree(std::span<const Event> events) {
    for (const Event& event : events) {
      cuts_.push_back(event.low);
      cuts_.push_back(event.high);
    }
    sort_distinct(cuts_);
    leaves_ = cuts_.empty() ? 0 : cuts_.size() - 1;
    nodes_.resize(4 * leaves_ + 1);
  }

  void apply(const Event& event) {
    const auto at = [this](std::int64_t offset) {
      return static_cast<std::size_t>(std::ranges::lower_bound(cuts_, offset) - cuts_.begin());
    };
    add(1, 0, leaves_, at(event.low), at(event.high), event.side, event.by);
  }

  [[nodiscard]] std::int64_t bytes(SpaceUse use) const { return nodes_[1].bytes[static_cast<std::size_t>(use)]; }

 private:
  using Uses = std::array<std::int64_t, 4>;  // by SpaceUse
  struct Node {
    std::array<std::int32_t, 2> cover{};  // by Side
    Uses bytes{};                         // of the parts that are in use
  };

  void add(std::size_t node, std::size_t from, std::size_t to, std::size_t first, std::size_t last, Side side, int by) {
    if (first <= from && to <= last) {
      nodes_[node].cover[side] += by;
    } else {
      const std::size_t middle = (from + to) / 2;
      if (first < middle) add(2 * node, from, middle, first, last, side, by);
      if (last > middle) add(2 * node + 1, middle, to, first, last, side, by);
    }
    sum_up(node, from, to);
  }

  void sum_up(std::size_t node, std::size_t from, std::size_t to) {
    Uses below{cuts_[to] - cuts_[from]};
    for (std::size_t use = 1; to - from > 1 && use < below.size(); ++use) {
      below[use] = nodes_[2 * node].bytes[use] + nodes_[2 * node + 1].bytes[use];
      below[0] -= below[use];
    }
    Node& here = nodes_[node];
    here.bytes = {};
    for (std::size_t use = 0; use < below.size(); ++use) {
      // The uses are two bits: freed 1, gained 2, kept both.
      const auto covered = static_cast<std::size_t>(use_of(here.cover));
      here.bytes[use | covered] += below[use];
    }
  }

  std::vector<std::int64_t> cuts_;
  std::size_t leaves_ = 0;
  std::vector<Node> nodes_;
};

/// The sweep that cuts the plane into pieces: stretches of offsets with what covers them and since when. A stretch
/// reaches to the next one's offset. Calls `take(piece)` for each that is not unused.
template <class Take>
class PieceSweep {
 public:
  explicit PieceSweep(Take take) : take_(take) { stretches_[std::numeric_limits<std::int64_t>::min()] = {}; }

  void apply(const Event& event) {
    const auto first = cut(event.low), last = cut(event.high);
    for (auto at = first; at != last; ++at) {
      Stretch& stretch = at->second;
      const SpaceUse was = use_of(stretch.cover);
      std::array<std::int32_t, 2> cover = stretch.cover;
      cover[event.side] += event.by;
      if (use_of(cover) != was) {
        close(at, event.step, was);
        stretch.since = event.step;
      }
      stretch.cover = cover;
      ++visited_;
    }
    merge(first, last);
  }

  /// Stretches that boxes began or ended in so far, each counted for each such box.
  [[nodiscard]] std::size_t visited() const { return visited_; }

 private:
  struct Stretch {
    std::array<std::int32_t, 2> cover{};
    std::uint32_t since = 0;
  };
  using Stretches = std::pmr::map<std::int64_t, Stretch>;

  Stretches::iterator cut(std::int64_t offset) {
    const auto next = stretches_.upper_bound(offset);
    const auto here = std::prev(next);
    return here->first == offset ? here : stretches_.emplace_hint(next, offset, here->second);
  }

  void close(Stretches::iterator at, std::uint32_t step, SpaceUse use) {
    if (use == SpaceUse::unused || at->second.since == step) return;
    take_(SpacePiece{{at->first, std::next(at)->first, at->second.since, step}, use});
  }

  /// Joins equal neighbours from before `first` up to `last`.
  void merge(Stretches::iterator first, Stretches::iterator last) {
    const auto end = last == stretches_.end() ? last : std::next(last);
    for (auto at = first; at != end;) {
      const Stretch &below = std::prev(at)->second, &here = at->second;
      const bool unused = use_of(here.cover) == SpaceUse::unused;
      const bool same = below.cover == here.cover && (unused || below.since == here.since);
      at = same ? stretches_.erase(at) : std::next(at);
    }
  }

  Take take_;
  std::size_t visited_ = 0;
  std::pmr::unsynchronized_pool_resource memory_;
  Stretches stretches_{&memory_};
};

/// Takes as long however many boxes of one plan lie across many of the other.
Result<SpaceChange> change_by_tree(std::span<const Event> events, const Task& task) {
  UseTree tree(events);
  SpaceChange out;
  for (std::size_t k = 0; k < events.size(); ++k) {
    if (task.poll(k)) return tl::unexpected(task.why_stopped());
    tree.apply(events[k]);
    if (k + 1 == events.size() || events[k + 1].step == events[k].step) continue;
    const double steps = events[k + 1].step - events[k].step;
    out.freed += steps * static_cast<double>(tree.bytes(SpaceUse::freed));
    out.gained += steps * static_cast<double>(tree.bytes(SpaceUse::gained));
    out.kept += steps * static_cast<double>(tree.bytes(SpaceUse::kept));
  }
  return out;
}

/// By pieces, which are few in plans of real graphs: several times as fast as the tree. Given up where they are many.
Result<SpaceChange> change_of(std::span<const SpaceBox> before, std::span<const SpaceBox> after, const Task& task) {
  const std::vector<Event> events = events_of(before, after);
  SpaceChange out;
  PieceSweep sweep([&out](const SpacePiece& piece) {
    const double area = static_cast<double>(piece.box.high - piece.box.low) * (piece.box.end - piece.box.begin);
    (piece.use == SpaceUse::kept ? out.kept : piece.use == SpaceUse::freed ? out.freed : out.gained) += area;
  });
  for (std::size_t k = 0; k < events.size(); ++k) {
    if (task.poll(k)) return tl::unexpected(task.why_stopped());
    if (sweep.visited() > kMaxVisited * (k + kFewEvents)) return change_by_tree(events, task);
    sweep.apply(events[k]);
  }
  return out;
}

/// The parts of boxes in the steps [begin, end).
std::vector<SpaceBox> clipped(std::span<const SpaceBox> boxes, std::uint32_t begin, std::uint32_t end) {
  std::vector<SpaceBox> out;
  for (SpaceBox box : boxes) {
    box.begin = std::max(box.begin, begin);
    box.end = std::min(box.end, end);
    if (box.begin < box.end) out.push_back(box);
  }
  return out;
}

}  // namespace

TensorPlace place_of(const PlacedPlan& plan, TensorId t) {
  const Lifetime life = plan.lifetimes[t.index()];
  if (life.empty() || plan.graph.is_view(t)) return {};
  const Bytes size = round_up(plan.graph.size(t), plan.plan.alignment);
  return size.count == 0 ? TensorPlace{} : TensorPlace{plan.plan.offsets[t.index()], size, life, plan.graph.size(t)};
}

PlanDifference plan_difference(const PlacedPlan& before, const PlacedPlan& after, SameTensor same) {
  PlanDifference out;
  out.footprint_before = before.plan.footprint;
  out.footprint_after = after.plan.footprint;
  out.before_of = match(before.graph, after.graph, same);
  out.change_of.resize(after.graph.tensor_count());
  std::vector<bool> seen(before.graph.tensor_count());
  for (TensorId t : after.graph.tensors()) {
    TensorDifference one{.before = out.before_of[t.index()], .after = t, .was = {}, .is = place_of(after, t)};
    if (one.before.valid()) {
      one.was = place_of(before, one.before);
      seen[one.before.index()] = true;
    }
    out.change_of[t.index()] = add_to(out, one);
  }
  for (TensorId t : before.graph.tensors())
    if (!seen[t.index()]) add_to(out, {.before = t, .after = {}, .was = place_of(before, t), .is = {}});
  return out;
}

std::vector<SpaceBox> boxes_of(const PlacedPlan& plan, std::span<const Lifetime> holds) {
  std::vector<SpaceBox> out;
  out.reserve(plan.graph.tensor_count());
  for (TensorId t : plan.graph.tensors()) {
    const TensorPlace place = place_of(plan, t);
    if (place.size.count == 0) continue;
    const Lifetime kept = holds.empty() ? place.life : holds[t.index()];
    out.push_back({place.offset.value, (place.offset + place.size).value, kept.begin, kept.end});
  }
  return out;
}

/// Cuts the steps into as many stretches as there are cores.
Result<SpaceChange> space_change(std::span<const SpaceBox> before, std::span<const SpaceBox> after, const Task& task) {
  constexpr std::size_t kSmall = 10'000;  // boxes: not worth a thread
  if (before.size() + after.size() < kSmall) return change_of(before, after, task);
  std::uint32_t last = 0;
  for (const auto& boxes : {before, after})
    for (const SpaceBox& box : boxes) last = std::max(last, box.end);
  const std::size_t parts = worker_count();
  std::vector<Result<SpaceChange>> changes(parts);
  parallel_for(parts, [&](std::size_t part) {
    const auto begin = static_cast<std::uint32_t>(std::uint64_t{last} * part / parts);
    const auto end = static_cast<std::uint32_t>(std::uint64_t{last} * (part + 1) / parts);
    changes[part] = change_of(clipped(before, begin, end), clipped(after, begin, end), task);
  });
  SpaceChange out;
  for (const Result<SpaceChange>& change : changes) {
    if (!change) return change;
    out.freed += change->freed;
    out.gained += change->gained;
    out.kept += change->kept;
  }
  return out;
}

std::optional<std::vector<SpacePiece>> space_pieces(std::span<const SpaceBox> before, std::span<const SpaceBox> after,
                                                    std::size_t most) {
  std::vector<SpacePiece> pieces;
  PieceSweep sweep([&pieces](const SpacePiece& piece) { pieces.push_back(piece); });
  for (const Event& event : events_of(before, after)) {
    sweep.apply(event);
    if (pieces.size() > most) return std::nullopt;
  }
  return pieces;
}

}  // namespace stowage
