// SPDX-License-Identifier: Apache-2.0
#include "core/loops/pointer_tables.h"

#include <algorithm>

namespace stowage {
namespace {

class Viewer {
 public:
  Viewer(const RotatingBuffers& rings, const Unrolled& unrolled, const Plan& plan, const std::vector<Interval>& buffers,
         const LoopTies& ties)
      : rings_(rings), unrolled_(unrolled), plan_(plan), buffers_(buffers), outside_(ties.outside) {}

  [[nodiscard]] LoopView view(TensorId t) const {
    LoopView out;
    const auto never_read = [&](TensorId v) { return v.valid() && !unrolled_.graph.is_needed(v); };
    if (std::ranges::any_of(unrolled_.values[t.index()], never_read)) return out;
    const Carried* carried = rings_.find(t);
    if (carried != nullptr && !starts_in_ring(*carried))
      for (const Carried* c = carried; out.first.size() < carried->distance; c = rings_.find(c->from))
        out.first.push_back(first_place(*c));
    for (std::size_t k = 0; k < unrolled_.copies; ++k)
      out.repeat.push_back(later_place(t, (out.first.size() + k) % unrolled_.copies));
    return out;
  }

 private:
  /// Where the value of the unrolled body lies.
  [[nodiscard]] LoopPlace place(TensorId value) const {
    const std::int64_t at = plan_.offsets[value.index()].value;
    const auto above = std::ranges::upper_bound(buffers_, at, {}, &Interval::begin);
    if (above == buffers_.begin()) return {};  // there are no buffers: it is empty
    return {static_cast<std::size_t>(above - buffers_.begin()) - 1, at - above[-1].begin};
  }

  /// Whether all its values of the first iterations are put into the ring.
  [[nodiscard]] bool starts_in_ring(const Carried& carried) const {
    const Carried* c = &carried;
    for (std::size_t k = 0; k < carried.distance; ++k, c = rings_.find(c->from))
      if (!c->in_ring || outside_[c->tensor.index()].valid()) return false;
    return true;
  }

  [[nodiscard]] LoopPlace first_place(const Carried& c) const {
    const std::size_t t = c.tensor.index();
    if (outside_[t].valid()) return {.outside = outside_[t]};
    return place(c.in_ring ? unrolled_.values[t][0] : unrolled_.first[t]);
  }

  /// In a copy, once whatever was there at the start has been replaced.
  [[nodiscard]] LoopPlace later_place(TensorId t, std::size_t copy) const {
    const TensorId value = unrolled_.values[t.index()][copy];
    return value.valid() ? place(value) : LoopPlace{.outside = outside_[origin(t, copy).index()]};
  }

  /// Of a value that lies outside and that nobody makes: what it is called there.
  [[nodiscard]] TensorId origin(TensorId t, std::size_t copy) const {
    const Carried* carried = rings_.find(t);
    if (carried == nullptr) return t;
    const Ring& ring = rings_.rings[carried->ring];
    if (ring.kind == Ring::Kind::constant) return ring.root;
    const std::size_t slot = (carried->phase + copy) % ring.places;
    return std::ranges::find_if(
               rings_.carried,
               [&](const Carried& c) { return c.ring == carried->ring && c.in_ring && c.phase == slot; })
        ->tensor;
  }

  const RotatingBuffers& rings_;
  const Unrolled& unrolled_;
  const Plan& plan_;
  const std::vector<Interval>& buffers_;
  const std::vector<TensorId>& outside_;
};

}  // namespace

std::vector<LoopView> pointer_tables(const Graph& body, const RotatingBuffers& rings, const Unrolled& unrolled,
                                     const Plan& plan, const std::vector<Interval>& buffers, const LoopTies& ties) {
  const Viewer viewer(rings, unrolled, plan, buffers, ties);
  std::vector<LoopView> out;
  for (TensorId t : body.tensors()) out.push_back(viewer.view(t));
  return out;
}

}  // namespace stowage
