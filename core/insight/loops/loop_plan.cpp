// SPDX-License-Identifier: Apache-2.0
#include "core/insight/loops/loop_plan.h"

#include <algorithm>
#include <numeric>

#include "core/base/text.h"
#include "core/check/validator.h"
#include "core/graph/edited.h"
#include "core/graph/indexing.h"
#include "core/insight/loops/unroll.h"
#include "core/plan/bounds.h"

namespace stowage {
namespace {

constexpr std::size_t kMostTensorsByDegree = 2'000;  // beyond, that rule takes minutes
constexpr std::int64_t kMostAlignment = std::int64_t{1} << 30;

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
  if (best && unrolled.graph.tensor_count() <= kMostTensorsByDegree) {
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
    out.alignment = std::min(kMostAlignment + 1, std::lcm(out.alignment, std::int64_t{unrolled.alignment(t)}));
  if (out.alignment > kMostAlignment)
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
  std::size_t kind = 0;
  while (kind < data.labels.size() && data.labels[kind] != kKind) ++kind;
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
  Error error =
      Error::of(Error::Kind::unsupported,
                "tensor " + quoted(body.name(which)) +
                    (body.has_views() ? " of the body is a view" : " of the body must be written over its input") +
                    ", and bodies whose tensors lie in the bytes of others are not planned");
  error.faults.front().place = place;
  return tl::unexpected(std::move(error));
}

Result<LoopPlan> plan_loop(const Graph& graph, OperatorId node, Bytes alignment, const Task& task) {
  LoopPlan out{.node = node, .loop = graph.data().loops.at(node.index())};
  const Graph& body = out.loop->body;
  if (auto checked = check_sharing(body); !checked) return tl::unexpected(std::move(checked.error()));
  STOWAGE_TRY(auto inner, plan_loops(body, alignment, task));
  out.body = inner.graph;
  out.inner = std::move(inner.loops);
  STOWAGE_TRY(const auto conflicts, Conflicts::compute(*out.body, task));
  STOWAGE_TRY(const auto ties, ties_of(graph, node, *out.body));
  STOWAGE_TRY(out.rings, find_rotating_buffers(*out.body, conflicts, out.loop->carry, ties.result));
  if (auto checked = check_sizes(*out.body, out.rings, ties.outside); !checked) return tl::unexpected(checked.error());
  STOWAGE_TRY(auto unrolled, unroll(*out.body, out.rings, ties));
  STOWAGE_TRY(auto allocated, plan_unrolled(unrolled, alignment, task));
  if (auto joined = join_buffers(unrolled.graph, allocated, out); !joined) return tl::unexpected(joined.error());
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
