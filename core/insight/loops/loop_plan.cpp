// SPDX-License-Identifier: Apache-2.0
#include "core/insight/loops/loop_plan.h"

#include <numeric>

#include "core/base/text.h"
#include "core/check/validator.h"
#include "core/graph/builder.h"
#include "core/graph/indexing.h"
#include "core/insight/edit/edits.h"
#include "core/papers/nnc/allocation_graph.h"
#include "core/plan/bounds.h"

namespace stowage {
namespace {

/// Copies of a loop's body, one after the other: as many as it takes until every tensor lies where it lay at the start,
/// so that the last copy can go over into the first. After each copy comes an exit test; no operator of the next copy
/// starts before this test has ended.
struct Unrolled {
  Graph graph;
  /// Values that must lie at the same address: those of each slot of each ring, from the first to the last.
  std::vector<Companions> companions;
  std::vector<std::vector<TensorId>> values;  ///< by tensor of the body, by copy: its holder; none: it lies outside
  std::vector<TensorId> first;                ///< by tensor: its first value, where that is in no ring; otherwise none
};

/// How the tensors of a body are tied to the graph around the loop; by tensor.
struct LoopTies {
  std::vector<TensorId> outside;  ///< it (or its first value, where carried into) is this tensor; none: its own
  std::vector<bool> result;       ///< whether it is needed after the loop
};

/// bad_input where a contiguous group holds tensors that the body does not make or that are carried.
class Unroller {
 public:
  Unroller(const Graph& body, const RotatingBuffers& rings, const LoopTies& ties)
      : body_(body), rings_(rings), ties_(ties), copies_(rings.repeat) {
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
    STOWAGE_CHECK(add_groups());
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

/// The pointer tables of all tensors of a body, from the plan of its copies.
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
    for (std::size_t k = 0; k < rings.repeat; ++k) {  // once the value from the start has been replaced
      const std::size_t copy = (view.first.size() + k) % rings.repeat;
      const TensorId value = values[copy];
      view.repeat.push_back(value.valid() ? place(value) : LoopPlace{.outside = outside(origin(t, copy))});
    }
  }
  return out;
}

constexpr std::size_t kMaxTensorsByDegree = 2'000;  // beyond, that rule takes minutes
constexpr std::int64_t kLargestAlignment = std::int64_t{1} << 30;

/// Ties tensors with the same id outside and inside: the body finds those that the operator consumes, and leaves those
/// that it makes.
Result<LoopTies> ties_of(const Graph& graph, OperatorId node, const Graph& body) {
  LoopTies out{std::vector<TensorId>(body.tensor_count()), std::vector<bool>(body.tensor_count())};
  for (TensorId t : graph.inputs(node)) {
    const TensorId inside = body.find_tensor(graph.name(t));
    if (!inside.valid() || body.producer(inside).valid()) continue;
    if (graph.size(t) != body.size(inside))
      return refused("tensor " + quoted(graph.name(t)) + " has " + std::to_string(body.size(inside).count) +
                     " bytes in the body, but " + std::to_string(graph.size(t).count) + " outside");
    out.outside[inside.index()] = t;
  }
  for (TensorId t : body.tensors()) out.result[t.index()] = body.is_output(t);
  for (TensorId t : graph.outputs(node))
    if (const TensorId inside = body.find_tensor(graph.name(t)); inside.valid()) out.result[inside.index()] = true;
  return out;
}

/// A tensor outside cannot grow to the size of the values that go round in its place.
Result<void> check_sizes(const Graph& body, const RotatingBuffers& rings, const std::vector<TensorId>& outside) {
  for (const Ring& ring : rings.rings) {
    if (ring.kind == Ring::Kind::chain) continue;
    const auto fits = [&](TensorId t) { return !outside[t.index()].valid() || body.size(t) == ring.size; };
    for (const Carried& c : rings.carried)
      if (const TensorId t = ring.kind == Ring::Kind::cycle ? c.tensor : ring.root;
          &rings.rings[c.ring] == &ring && !fits(t))
        return refused("tensor " + quoted(body.name(t)) + " lies outside the loop and has " +
                       std::to_string(body.size(t).count) + " bytes, but " + std::to_string(ring.size.count) +
                       " are to go round in its place");
  }
  return {};
}

struct Allocated {
  Plan plan;
  std::vector<Interval> buffers;
};

Result<Allocated> allocate(const LayoutProblem& problem, NncRule rule, const Unrolled& unrolled, const Task& task) {
  STOWAGE_TRY(auto allocation, allocation_graph(problem, rule, task, unrolled.companions));
  Allocated out;
  out.plan.graph = unrolled.graph.name();
  out.plan.strategy = rule == NncRule::size ? "nnc.size" : "nnc";
  out.plan.alignment = problem.alignment();
  out.plan.offsets = offsets_of(problem, allocation);
  out.plan.footprint = footprint(problem.sizes(), out.plan.offsets);
  out.buffers = std::move(allocation.buffers);
  return out;
}

Result<Allocated> plan_unrolled(const Unrolled& unrolled, Bytes alignment, const Task& task) {
  STOWAGE_TRY(const auto conflicts, Conflicts::compute(unrolled.graph, task));
  STOWAGE_TRY(const auto problem, LayoutProblem::make(unrolled.graph, conflicts, alignment));
  auto best = allocate(problem, NncRule::size, unrolled, task);
  if (best && unrolled.graph.tensor_count() <= kMaxTensorsByDegree) {
    auto other = allocate(problem, NncRule::degree, unrolled, task);
    if (!other) return other;
    if (other->plan.footprint < best->plan.footprint) best = std::move(other);
  }
  if (!best) return best;
  STOWAGE_TRY(const Validation found, validate(unrolled.graph, best->plan, 1));
  if (!found.valid())
    return tl::unexpected(Error::of(Error::Kind::external,
                                    best->plan.strategy + " made an unsafe plan: " + found.violations.front().text));
  raise_bound(unrolled.graph, {quick_bounds(problem).best()}, best->plan);
  return best;
}

/// A buffer may be put anywhere, so a tensor's own alignment holds only where all of them move together.
Result<void> join_buffers(const Graph& unrolled, Allocated& allocated, LoopPlan& out) {
  if (!unrolled.has_alignments() || allocated.buffers.empty()) return {};
  for (TensorId t : unrolled.tensors())
    out.alignment = std::min(kLargestAlignment + 1, std::lcm(out.alignment, std::int64_t{unrolled.alignment(t)}));
  if (out.alignment > kLargestAlignment)
    return refused("the alignments of its tensors have no common multiple up to 2^30");
  if (allocated.buffers.size() > 1) out.joined = allocated.buffers.size();
  allocated.buffers = {{0, allocated.buffers.back().end}};
  return {};
}

Result<LoopPlan> plan_loop(const Graph& graph, OperatorId node, Bytes alignment, const Task& task);

/// Plans the loops of a graph, and adds no buffers to it.
Result<std::vector<LoopPlan>> loops_of(const Graph& graph, Bytes alignment, const Task& task) {
  std::vector<LoopPlan> out;
  for (OperatorId o : graph.operators()) {
    if (graph.loop(o) == nullptr) continue;
    auto loop = plan_loop(graph, o, alignment, task);
    if (!loop) {
      if (loop.error().is_final())
        for (Diagnostic& fault : loop.error().faults) {
          if (!fault.place.empty()) fault.place = "/nodes/" + std::to_string(o.index()) + "/loop" + fault.place;
          fault.reason = "loop " + quoted(graph.name(o)) + ": " + fault.reason;
        }
      return tl::unexpected(std::move(loop.error()));
    }
    out.push_back(*std::move(loop));
  }
  return out;
}

/// The graph without its loops' bodies, and with their buffers as tensors, each used by its loop alone.
Graph with_workspaces(const Graph& graph, std::vector<LoopPlan>& loops) {
  constexpr std::string_view kKind = "workspace";
  Graph::Data data = graph.data();
  data.loops.clear();
  std::size_t kind = std::min(data.labels.find(kKind), data.labels.size());
  if (kind > 0xffff) kind = 0;
  if (kind == data.labels.size()) data.labels.add(kKind);
  for (LoopPlan& loop : loops)
    for (std::size_t k = 0; k < loop.buffers.size(); ++k) {
      std::string name = std::string(graph.name(loop.node)) + " buffer " + std::to_string(k);
      while (graph.find_tensor(name).valid()) name += "'";
      const TensorId id(data.tensor_size.size());
      loop.workspaces.push_back(id);
      data.tensor_names.add(name);
      data.tensor_size.push_back(loop.buffers[k]);
      data.tensor_producer.push_back(loop.node);
      data.tensor_consumers.add_row({&loop.node, 1});
      data.tensor_kind.push_back(static_cast<Graph::Label>(kind));
      data.tensor_output.push_back(false);
      data.tensor_group.push_back(GroupId());
      if (loop.alignment > 1 && data.tensor_alignment.empty()) data.tensor_alignment.assign(id.index(), 1);
      if (loop.alignment > 1 || !data.tensor_alignment.empty())
        data.tensor_alignment.push_back(static_cast<std::uint32_t>(loop.alignment));
    }
  index_operator_tensors(data);
  index_views(data);
  return Graph(std::move(data));
}

/// Refuses views and duties to write in place; permissions need not be used.
Result<void> check_sharing(const Graph& body) {
  const auto duty = std::ranges::find_if(body.in_place(), &InPlace::must);
  if (!body.has_views() && duty == body.in_place().end()) return {};
  const TensorId which = body.has_views() ? body.views().front().tensor : duty->output;
  const std::string place =
      body.has_views() ? "/views/0" : "/in_place/" + std::to_string(duty - body.in_place().begin());
  const std::string reason =
      "tensor " + quoted(body.name(which)) +
      (body.has_views() ? " of the body is a view" : " of the body must be written over its input") +
      ", and bodies whose tensors lie in the bytes of others are not planned";
  return tl::unexpected(Error{Error::Kind::unsupported, {{"", place, reason}}});
}

Result<LoopPlan> plan_loop(const Graph& graph, OperatorId node, Bytes alignment, const Task& task) {
  LoopPlan out{.node = node, .loop = graph.data().loops.at(node.index())};
  const Graph& body = out.loop->body;
  STOWAGE_CHECK(check_sharing(body));
  STOWAGE_TRY(auto inner, plan_loops(body, alignment, task));
  out.body = inner.graph;
  out.inner = std::move(inner.loops);
  STOWAGE_TRY(const auto conflicts, Conflicts::compute(*out.body, task));
  STOWAGE_TRY(const auto ties, ties_of(graph, node, *out.body));
  STOWAGE_TRY(out.rings, find_rotating_buffers(*out.body, conflicts, out.loop->carry, ties.result));
  STOWAGE_CHECK(check_sizes(*out.body, out.rings, ties.outside));
  STOWAGE_TRY(auto unrolled, Unroller(*out.body, out.rings, ties).run());
  STOWAGE_TRY(auto allocated, plan_unrolled(unrolled, alignment, task));
  STOWAGE_CHECK(join_buffers(unrolled.graph, allocated, out));
  for (const Interval& buffer : allocated.buffers) {
    out.buffers.push_back({buffer.end - buffer.begin});
    out.starts.push_back(buffer.begin);
  }
  out.plan = std::move(allocated.plan);
  out.views = pointer_tables(*out.body, out.rings, unrolled, out.plan, allocated.buffers, ties);
  out.values = std::move(unrolled.values);
  out.unrolled = std::make_shared<const Graph>(std::move(unrolled.graph));
  return out;
}

/// Adds the table of a loop, and after it those of the loops in it. `table` has the path and the copies of the loops
/// around it, and where its buffers begin.
void add_tables(const Plan& plan, const Graph& around, const LoopPlan& loop, LoopTable table,
                std::vector<LoopTable>& out) {
  table.loop = &loop;
  table.around = &around;
  table.path.emplace_back(around.name(loop.node));
  const auto cell = [&](const LoopPlace& place) -> LoopCell {
    if (!place.outside.valid()) return {(table.buffers.empty() ? 0 : table.buffers[place.buffer]) + place.offset, {}};
    if (table.path.size() > 1) return {{}, place.outside};
    return {plan.offsets[place.outside.index()].value, place.outside};
  };
  for (TensorId t : loop.loop->body.tensors()) {
    LoopTable::Row& row = table.rows.emplace_back(LoopTable::Row{t, {}, {}});
    const LoopView& view = loop.views[t.index()];
    for (const LoopPlace& place : view.first) row.first.push_back(cell(place));
    for (std::size_t copy = 0; copy < view.repeat.size(); ++copy) row.repeat.push_back(cell(view.settled(copy)));
  }
  LoopTable inside;
  inside.path = table.path;
  inside.copies = table.copies;
  inside.copies.push_back(0);
  const std::vector<std::int64_t> starts = table.buffers;
  out.push_back(std::move(table));
  for (const LoopPlan& inner : loop.inner)
    for (std::size_t copy = 0; copy < loop.rings.repeat; ++copy) {
      inside.copies.back() = copy;
      inside.buffers.clear();
      for (TensorId workspace : inner.workspaces) {
        const LoopPlace& place = loop.views[workspace.index()].repeat[copy];
        inside.buffers.push_back(starts[place.buffer] + place.offset);
      }
      add_tables(plan, loop.loop->body, inner, inside, out);
    }
}

}  // namespace

Result<LoopsPlan> plan_loops(const Graph& graph, Bytes alignment, const Task& task) {
  STOWAGE_TRY(auto loops, loops_of(graph, alignment, task));
  auto planned = std::make_shared<const Graph>(with_workspaces(graph, loops));
  return LoopsPlan{std::move(planned), std::move(loops)};
}

std::vector<LoopTable> loop_tables(const Graph& graph, const LoopsPlan& loops, const Plan& plan) {
  std::vector<LoopTable> out;
  for (const LoopPlan& loop : loops.loops) {
    LoopTable table;
    for (TensorId workspace : loop.workspaces) table.buffers.push_back(plan.offsets[workspace.index()].value);
    add_tables(plan, graph, loop, std::move(table), out);
  }
  return out;
}
}  // namespace stowage
