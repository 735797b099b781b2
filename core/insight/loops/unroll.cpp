// SPDX-License-Identifier: Apache-2.0
#include "core/insight/loops/unroll.h"

#include "core/graph/builder.h"
#include "core/graph/edited.h"

namespace stowage {
namespace {

class Unroller {
 public:
  Unroller(const Graph& body, const RotatingBuffers& rings, const LoopTies& ties)
      : body_(body), rings_(rings), ties_(ties), copies_(rings.repeat) {
    out_.copies = copies_;
    out_.values.assign(body.tensor_count(), std::vector<TensorId>(copies_));
    out_.first.resize(body.tensor_count());
  }

  Result<Unrolled> run() {
    add_operators();
    for (std::size_t k = 0; k < rings_.rings.size(); ++k) add_ring(k);
    for (TensorId t : body_.tensors()) add_values_of(t);
    for (TensorId t : body_.tensors()) add_uses_of(t);
    for (const Value& v : values_)
      builder_.add_tensor({.name = v.name,
                           .size = v.size,
                           .producer = v.producer,
                           .consumers = v.consumers,
                           .output = v.output,
                           .kind = body_.kind(v.like),
                           .alignment = body_.alignment(v.like)});
    if (auto added = add_groups(); !added) return tl::unexpected(added.error());
    builder_.set_name(body_.name());
    STOWAGE_TRY(auto built, std::move(builder_).build());
    out_.graph = std::move(built.graph);
    return std::move(out_);
  }

 private:
  struct Value {
    std::string name;
    TensorId like;  // of the body: it has its kind and alignment
    Bytes size;
    bool output = false;
    OperatorId producer{};
    std::vector<OperatorId> consumers{};
  };

  [[nodiscard]] static std::string at_copy(std::string_view name, std::size_t copy) {
    return std::string(name) + "@" + std::to_string(copy);
  }
  /// In the builder: the copies one after the other, each with its exit test last.
  [[nodiscard]] OperatorId op(OperatorId o, std::size_t copy) const {
    return OperatorId(copy * (body_.operator_count() + 1) + o.index());
  }
  [[nodiscard]] OperatorId exit(std::size_t copy) const { return op(OperatorId(body_.operator_count()), copy); }
  [[nodiscard]] bool outside(TensorId t) const { return ties_.outside[t.index()].valid(); }

  void add_operators() {
    for (StreamId s : body_.streams()) builder_.add_stream(body_.info(s).number, body_.info(s).name);
    std::string test = "exit";
    while (body_.find_operator(test).valid()) test += "'";
    for (std::size_t copy = 0; copy < copies_; ++copy) {
      for (OperatorId o : body_.operators()) {
        const std::string name = at_copy(body_.name(o), copy);
        builder_.add_operator({.name = name,
                               .stream = body_.stream(o),
                               .kind = body_.kind(o),
                               .phase = body_.phase(o),
                               .duration = body_.duration(o)});
      }
      const std::string name = at_copy(test, copy);
      builder_.add_operator({.name = name, .stream = StreamId(0), .kind = "exit test"});
      for (const ControlEdge& edge : body_.control()) builder_.add_control(op(edge.before, copy), op(edge.after, copy));
      for (StreamId s : body_.streams()) {  // the others of a stream follow by its order
        const auto local = body_.operators_of(s);
        if (local.empty()) continue;
        builder_.add_control(op(local.back(), copy), exit(copy));
        if (copy > 0) builder_.add_control(exit(copy - 1), op(local.front(), copy));
      }
    }
  }

  TensorId add_value(std::string name, TensorId like, Bytes size, bool output = false) {
    values_.push_back({std::move(name), like, size, output});
    return TensorId(values_.size() - 1);
  }

  /// Adds a value that is there before the first copy; `output`: it stays.
  TensorId add_present(TensorId like, Bytes size, bool output) {
    return add_value(std::string(body_.name(like)) + "@start", like, size, output);
  }

  /// Adds the values of a ring, and for every tensor that is carried into, which of them it is at each copy. Values
  /// without a producer stay where they are, outside if they lie there.
  void add_ring(std::size_t k) {
    const Ring& ring = rings_.rings[k];
    if (ring.kind == Ring::Kind::chain) return add_chain(k);
    std::vector<TensorId> places(ring.places);
    if (ring.kind == Ring::Kind::constant && !outside(ring.root)) {
      places[0] = add_present(ring.root, ring.size, true);
      out_.values[ring.root.index()].assign(copies_, places[0]);
    }
    done_[ring.root.index()] = true;
    for (const Carried& c : rings_.carried)
      if (c.ring == k && ring.kind == Ring::Kind::cycle && c.in_ring && !outside(c.tensor))
        places[c.phase] = add_present(c.tensor, ring.size, true);
    for (const Carried& c : rings_.carried) {
      if (c.ring != k) continue;
      for (std::size_t copy = 0; copy < copies_; ++copy)
        out_.values[c.tensor.index()][copy] = places[(c.phase + copy) % ring.places];
    }
  }

  /// Adds the values of the root made in the copies 0, 1, …, and before them those it would have made in copies -depth
  /// … -1: the first values of the tensors carried into. The last `depth` of all are needed by later iterations.
  void add_chain(std::size_t k) {
    const Ring& ring = rings_.rings[k];
    std::vector<TensorId> made(ring.depth + copies_);  // by copy + depth
    for (const Carried& c : rings_.carried)
      if (c.ring == k && c.in_ring) made[ring.depth - c.distance] = add_present(c.tensor, ring.size, false);
    for (std::size_t copy = 0; copy < copies_; ++copy)
      made[ring.depth + copy] = add_value(at_copy(body_.name(ring.root), copy), ring.root, ring.size);
    for (std::size_t at = copies_; at < made.size(); ++at) values_[made[at].index()].output = true;
    for (std::size_t slot = 0; slot < ring.places; ++slot) {
      Companions list;
      for (std::size_t at = slot; at < made.size(); at += ring.places) list.push_back(made[at]);
      out_.companions.push_back(std::move(list));
    }
    const auto hold = [&](TensorId t, std::size_t distance) {
      for (std::size_t copy = 0; copy < copies_; ++copy)
        out_.values[t.index()][copy] = made[ring.depth + copy - distance];
      done_[t.index()] = true;
    };
    hold(ring.root, 0);
    for (const Carried& c : rings_.carried)
      if (c.ring == k) hold(c.tensor, c.distance);
  }

  void add_values_of(TensorId t) {
    const Carried* carried = rings_.find(t);
    if (carried != nullptr && !carried->in_ring && !outside(t))
      out_.first[t.index()] = add_present(t, body_.size(t), true);
    if (carried != nullptr || done_[t.index()] || outside(t)) return;
    if (!body_.producer(t).valid())
      return out_.values[t.index()].assign(copies_, add_present(t, body_.size(t), body_.is_needed(t)));
    for (std::size_t copy = 0; copy < copies_; ++copy)
      out_.values[t.index()][copy] = add_value(at_copy(body_.name(t), copy), t, body_.size(t));
  }

  void add_uses_of(TensorId t) {
    for (std::size_t copy = 0; copy < copies_; ++copy) {
      const TensorId holder = out_.values[t.index()][copy];
      if (!holder.valid()) continue;
      Value& value = values_[holder.index()];
      for (OperatorId o : body_.consumers(t)) value.consumers.push_back(op(o, copy));
      if (body_.producer(t).valid()) value.producer = op(body_.producer(t), copy);
      if (ties_.result[t.index()]) value.consumers.push_back(exit(copy));
    }
  }

  Result<void> add_groups() {
    for (GroupId g : body_.groups()) {
      for (TensorId t : body_.members(g))
        if (done_[t.index()] || rings_.find(t) != nullptr || !body_.producer(t).valid())
          return refused("tensor " + quoted(body_.name(t)) + " is in a contiguous group of the loop " +
                         quoted(std::string_view(body_.name())) +
                         ", which holds only what the body makes and does not carry");
      for (std::size_t copy = 0; copy < copies_; ++copy) {
        std::vector<TensorId> members;
        for (TensorId t : body_.members(g)) members.push_back(out_.values[t.index()][copy]);
        builder_.add_group(members);
      }
    }
    return {};
  }

  const Graph& body_;
  const RotatingBuffers& rings_;
  const LoopTies& ties_;
  const std::size_t copies_;
  GraphBuilder builder_;
  std::vector<Value> values_;
  std::vector<bool> done_ = std::vector<bool>(body_.tensor_count());  // what holds it is known
  Unrolled out_;
};

}  // namespace

Result<Unrolled> unroll(const Graph& body, const RotatingBuffers& rings, const LoopTies& ties) {
  return Unroller(body, rings, ties).run();
}

std::vector<LoopView> pointer_tables(const Graph& body, const RotatingBuffers& rings, const Unrolled& unrolled,
                                     const Plan& plan, const std::vector<Interval>& buffers, const LoopTies& ties) {
  const auto outside = [&](TensorId t) { return ties.outside[t.index()]; };
  // Where a value of the unrolled body lies.
  const auto place = [&](TensorId value) -> LoopPlace {
    const std::int64_t at = plan.offsets[value.index()].value;
    const auto above = std::ranges::upper_bound(buffers, at, {}, &Interval::begin);
    if (above == buffers.begin()) return {};  // there are no buffers: it is empty
    return {static_cast<std::size_t>(above - buffers.begin()) - 1, at - above[-1].begin};
  };
  // Whether all first values that a tensor takes are put into the ring.
  const auto starts_in_ring = [&](const Carried* c) {
    for (std::size_t left = c->distance; left > 0; --left, c = rings.find(c->from))
      if (!c->in_ring || outside(c->tensor).valid()) return false;
    return true;
  };
  const auto first_place = [&](const Carried& c) {
    if (outside(c.tensor).valid()) return LoopPlace{.outside = outside(c.tensor)};
    return place(c.in_ring ? unrolled.values[c.tensor.index()][0] : unrolled.first[c.tensor.index()]);
  };
  // The name outside of a value that lies there and has no producer.
  const auto origin = [&](TensorId t, std::size_t copy) {
    const Carried* carried = rings.find(t);
    if (carried == nullptr) return t;
    const Ring& ring = rings.rings[carried->ring];
    if (ring.kind == Ring::Kind::constant) return ring.root;
    const auto is_there = [&](const Carried& c) {
      return c.ring == carried->ring && c.in_ring && c.phase == (carried->phase + copy) % ring.places;
    };
    return std::ranges::find_if(rings.carried, is_there)->tensor;
  };
  std::vector<LoopView> out(body.tensor_count());
  for (TensorId t : body.tensors()) {
    LoopView& view = out[t.index()];
    const std::vector<TensorId>& values = unrolled.values[t.index()];
    if (std::ranges::any_of(values, [&](TensorId v) { return v.valid() && !unrolled.graph.is_needed(v); })) continue;
    const Carried* carried = rings.find(t);
    if (carried != nullptr && !starts_in_ring(carried))
      for (const Carried* c = carried; view.first.size() < carried->distance; c = rings.find(c->from))
        view.first.push_back(first_place(*c));
    for (std::size_t k = 0; k < unrolled.copies; ++k) {  // once the value from the start has been replaced
      const std::size_t copy = (view.first.size() + k) % unrolled.copies;
      const TensorId value = values[copy];
      view.repeat.push_back(value.valid() ? place(value) : LoopPlace{.outside = outside(origin(t, copy))});
    }
  }
  return out;
}

}  // namespace stowage
