// SPDX-License-Identifier: Apache-2.0
#include "core/insight/loops/tables.h"

namespace stowage {
namespace {

class Tables {
 public:
  explicit Tables(const Plan& plan) : plan_(plan) {}

  void add(const Graph& around, const LoopPlan& loop, std::vector<std::int64_t> buffers) {
    path_.emplace_back(around.name(loop.node));
    LoopTable table{&loop, &around, path_, copies_, std::move(buffers), {}};
    for (TensorId t : loop.loop->body.tensors()) table.rows.push_back(row(table, t));
    const std::vector<std::int64_t> starts = table.buffers;
    out_.push_back(std::move(table));
    copies_.push_back(0);
    for (const LoopPlan& inner : loop.inner)
      for (std::size_t copy = 0; copy < loop.rings.repeat; ++copy) {
        copies_.back() = copy;
        std::vector<std::int64_t> inside;
        for (TensorId workspace : inner.workspaces) {
          const LoopPlace& place = loop.views[workspace.index()].repeat[copy];
          inside.push_back(starts[place.buffer] + place.offset);
        }
        add(loop.loop->body, inner, std::move(inside));
      }
    copies_.pop_back();
    path_.pop_back();
  }
  [[nodiscard]] std::vector<LoopTable> result() && { return std::move(out_); }

 private:
  [[nodiscard]] LoopCell cell(const LoopTable& table, const LoopPlace& place) const {
    if (!place.outside.valid()) {
      const std::int64_t start = table.buffers.empty() ? 0 : table.buffers[place.buffer];
      return {start + place.offset, {}};
    }
    if (path_.size() > 1) return {{}, place.outside};
    return {plan_.offsets[place.outside.index()].value, place.outside};
  }

  [[nodiscard]] LoopTable::Row row(const LoopTable& table, TensorId t) const {
    LoopTable::Row out{t, {}, {}};
    const LoopView& view = table.loop->views[t.index()];
    if (view.empty()) return out;
    for (const LoopPlace& place : view.first) out.first.push_back(cell(table, place));
    for (std::size_t copy = 0; copy < view.repeat.size(); ++copy) out.repeat.push_back(cell(table, view.settled(copy)));
    return out;
  }

  const Plan& plan_;
  std::vector<std::string> path_;
  std::vector<std::size_t> copies_;
  std::vector<LoopTable> out_;
};

}  // namespace

std::vector<LoopTable> loop_tables(const Graph& graph, const LoopsPlan& loops, const Plan& plan) {
  Tables tables(plan);
  for (const LoopPlan& loop : loops.loops) {
    std::vector<std::int64_t> buffers;
    for (TensorId workspace : loop.workspaces) buffers.push_back(plan.offsets[workspace.index()].value);
    tables.add(graph, loop, std::move(buffers));
  }
  return std::move(tables).result();
}

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
  /// Where a value of the unrolled body lies.
  [[nodiscard]] LoopPlace place(TensorId value) const {
    const std::int64_t at = plan_.offsets[value.index()].value;
    const auto above = std::ranges::upper_bound(buffers_, at, {}, &Interval::begin);
    if (above == buffers_.begin()) return {};  // there are no buffers: it is empty
    return {static_cast<std::size_t>(above - buffers_.begin()) - 1, at - above[-1].begin};
  }

  /// Whether all first values that a tensor takes are put into the ring.
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

  /// Where a tensor lies in a copy, once the value from the start has been replaced.
  [[nodiscard]] LoopPlace later_place(TensorId t, std::size_t copy) const {
    const TensorId value = unrolled_.values[t.index()][copy];
    return value.valid() ? place(value) : LoopPlace{.outside = outside_[origin(t, copy).index()]};
  }

  /// The name outside of a value that lies there and has no producer.
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
