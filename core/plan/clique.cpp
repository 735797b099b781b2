// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cassert>
#include <map>
#include <optional>
#include <utility>

#include "core/plan/bounds.h"
#include "core/plan/max_flow.h"
#include "core/safety/chains.h"

// The heaviest antichain of "before", by minimum flow.
//
// Let every tensor pass its bytes on to tensors that come after all of its uses: t gives at most size(t), and receives
// at most size(t). The tensors to which bytes were passed form, byte by byte, chains of "before"; the bytes not
// received are as many as these chains. So sum(size) - max(bytes passed on) is the least number of byte chains that
// cover all tensors, which is the weight of the heaviest antichain (Dilworth's theorem, with weights). The maximum is
// that of a flow, and the tensors that the minimum cut leaves alone are the antichain.
//
// Bytes travel along the operators instead of an arc a pair:
//
//   source ─(sizes of tensors used last by u)→ after(u) ──→ before(v) for each arc u → v of the graph
//   before(v) ─(sizes of tensors made by v)→ sink             before(v) ──→ after(v)
//
// A tensor has only one *last use*, if that is a descendant of all others. Else its bytes enter at a vertex that leads
// to the first operators after all of its uses. Arcs that others imply are left out everywhere: of the operators that a
// vertex leads to, those that are a descendant of another. A vertex that can only pass all on to one other *is* that
// other, and vertices that lead to the same others are one; this halves the network.
//
// The flow starts with the bytes that pass_bytes() finds: so close to the maximum that little is left to reroute, over
// ways that may be long.

namespace stowage {
namespace {

using Vertex = MaxFlow::Vertex;

/// Bytes of a tensor that the outputs of an operator take over. The operator comes after all uses of the tensor.
struct PassedBytes {
  TensorId from;
  OperatorId to;
  std::int64_t bytes = 0;
};

/// Calls visit(o) with the first operator of each chain that comes after all uses of t.
template <class Visit>
void for_each_first_after(const Conflicts& conflicts, TensorId t, Visit visit) {
  for (std::size_t s = 0; s < conflicts.chain_count(); ++s)
    if (const auto release = conflicts.release(t, s); release != Conflicts::kNever)
      visit(conflicts.chains()[s][static_cast<std::size_t>(release) - 1]);
}

/// Lets the operators, in the global order, take over free bytes: first those that the fewest operators still ahead
/// could take instead. No byte is given or taken twice, and close to as many as possible are passed, on graphs with a
/// single chain exactly as many. Time and memory O(tensors · chains), and a logarithm of time for the bytes that wait.
/// None where the task was stopped.
std::optional<std::vector<PassedBytes>> pass_bytes(const BlockProblem& problem, const Task& task) {
  const Graph& graph = problem.graph();
  const Conflicts& conflicts = problem.conflicts();
  const std::size_t operators = graph.operator_count();
  std::vector<std::int64_t> left(graph.tensor_count());  // bytes not yet passed on, by tensor
  // By tensor, the sum, over chains, of the first steps that may take it: the latest has the fewest takers.
  std::vector<std::uint64_t> lateness(graph.tensor_count());
  bool stopped = false;
  // By operator: the tensors that it is the first of its chain to be after.
  const auto freed = Csr<std::uint32_t>::from_each(operators, [&](const auto& add) {
    for (TensorId t : graph.tensors()) {
      stopped = stopped || task.poll(t.index());
      if (stopped) return;
      const std::int64_t size = problem.sizes()[t.index()].count;
      if (!graph.is_needed(t) || graph.is_output(t) || size == 0) continue;
      left[t.index()] = size;
      lateness[t.index()] = conflicts.chain_count() * operators;
      for_each_first_after(conflicts, t, [&](OperatorId o) {
        lateness[t.index()] -= operators - o.index();
        add(o.index(), static_cast<std::uint32_t>(t.index()));
      });
    }
  });
  if (stopped) return {};
  std::vector<std::uint32_t> chain_of(operators);
  for (std::uint32_t s = 0; s < conflicts.chain_count(); ++s)
    for (OperatorId o : conflicts.chains()[s]) chain_of[o.index()] = s;
  using Waiting = std::pair<std::uint64_t, std::uint32_t>;             // lateness, tensor
  std::vector<std::vector<Waiting>> waiting(conflicts.chain_count());  // by chain; heaps
  std::vector<PassedBytes> out;
  for (OperatorId o : graph.operators()) {
    if (task.poll(o.index())) return {};
    std::vector<Waiting>& heap = waiting[chain_of[o.index()]];
    for (const std::uint32_t t : freed[o.index()]) {
      if (left[t] == 0) continue;
      heap.emplace_back(lateness[t], t);
      std::ranges::push_heap(heap);
    }
    std::int64_t wanted = 0;
    for (TensorId t : graph.outputs(o)) wanted += problem.sizes()[t.index()].count;
    while (wanted > 0 && !heap.empty()) {
      const std::uint32_t t = heap.front().second;
      if (const std::int64_t bytes = std::min(wanted, left[t]); bytes > 0) {
        out.push_back({TensorId(t), o, bytes});
        left[t] -= bytes;
        wanted -= bytes;
      }
      if (left[t] > 0) continue;
      std::ranges::pop_heap(heap);
      heap.pop_back();
    }
  }
  return out;
}

class CliqueNetwork {
 public:
  CliqueNetwork(const BlockProblem& problem, const ChainReachability& first)
      : problem_(problem),
        graph_(problem.graph()),
        first_(first),
        given_by_(graph_.tensor_count(), kNobody),
        before_(graph_.operator_count(), kNobody),
        after_(before_) {}

  Result<ProvedBound> solve(const Task& task) && {
    for (std::size_t o = graph_.operator_count(); o-- > 0;) {
      if (task.poll(o, 256)) return tl::unexpected(task.why_stopped());
      add_operator(OperatorId(o));
    }
    for (TensorId t : graph_.tensors()) {
      if (task.poll(t.index(), 256)) return tl::unexpected(task.why_stopped());
      if (takes_part(t)) add_tensor(t);
    }
    arcs_end_ = flow_.arc_count();
    for (auto& [vertex, given] : gives_) given.arc = flow_.add_arc(MaxFlow::kSource, vertex, given.bytes);
    if (!start_flow(task) || !flow_.run(task)) return tl::unexpected(task.why_stopped());
    return read_clique();
  }

 private:
  static constexpr Vertex kNobody = MaxFlow::kSink;
  struct Given {
    std::int64_t bytes = 0;
    MaxFlow::ArcIndex arc = 0;
  };

  [[nodiscard]] std::int64_t size(TensorId t) const { return problem_.sizes()[t.index()].count; }
  [[nodiscard]] bool takes_part(TensorId t) const { return graph_.is_needed(t) && size(t) > 0; }

  /// Keeps only the operators that no other of them leads to. Ascending.
  void keep_first(std::vector<OperatorId>& operators) const {
    std::ranges::sort(operators);
    std::size_t kept = 0;
    for (OperatorId o : operators) {
      const auto leads_to_o = [&](OperatorId other) { return other == o || first_.leads_to(other, o); };
      if (std::ranges::none_of(operators.begin(), operators.begin() + static_cast<std::ptrdiff_t>(kept), leads_to_o))
        operators[kept++] = o;
    }
    operators.resize(kept);
  }

  /// The arcs of the vertex must be added next.
  Vertex add_vertex() {
    operator_of_.emplace_back();
    arcs_begin_.push_back(flow_.arc_count());
    return flow_.add_vertex();
  }

  /// Called for the last operator first. A vertex that can only pass on everything to one other is that other.
  void add_operator(OperatorId o) {
    std::int64_t takes = 0;
    for (TensorId t : graph_.outputs(o)) takes += size(t);
    next_.clear();
    graph_.for_each_successor(o, [&](OperatorId after) { next_.push_back(after); });
    keep_first(next_);
    after_[o.index()] = vertex_before(next_);
    if (takes == 0) {
      before_[o.index()] = after_[o.index()];
      if (before_[o.index()] != kNobody && !operator_of_[before_[o.index()]].valid())
        operator_of_[before_[o.index()]] = o;
      return;
    }
    before_[o.index()] = add_vertex();
    operator_of_[before_[o.index()]] = o;
    flow_.add_arc(before_[o.index()], MaxFlow::kSink, takes);
    if (after_[o.index()] != kNobody) flow_.add_arc(before_[o.index()], after_[o.index()], MaxFlow::kUnlimited);
  }

  /// A vertex that leads to all these operators.
  Vertex vertex_before(const std::vector<OperatorId>& operators) {
    std::vector<Vertex> to;
    for (OperatorId o : operators)
      if (before_[o.index()] != kNobody) to.push_back(before_[o.index()]);
    sort_distinct(to);
    if (to.empty()) return kNobody;
    if (to.size() == 1) return to[0];
    const auto [it, is_new] = shared_.try_emplace(to, kNobody);
    if (is_new) {
      it->second = add_vertex();
      for (Vertex vertex : to) flow_.add_arc(it->second, vertex, MaxFlow::kUnlimited);
    }
    return it->second;
  }

  void add_tensor(TensorId t) {
    if (graph_.is_output(t)) return;
    const auto uses = graph_.consumers(t);
    const OperatorId last = uses.empty() ? graph_.producer(t) : uses.back();
    const auto precedes_last = [&](OperatorId use) { return use == last || first_.leads_to(use, last); };
    Vertex& vertex = given_by_[t.index()];
    vertex = std::ranges::all_of(uses, precedes_last) ? after_[last.index()] : vertex_after_all_uses(t);
    if (vertex != kNobody) gives_[vertex].bytes += size(t);
  }

  Vertex vertex_after_all_uses(TensorId t) {
    next_.clear();
    for_each_first_after(problem_.conflicts(), t, [&](OperatorId o) { next_.push_back(o); });
    keep_first(next_);
    return vertex_before(next_);
  }

  bool start_flow(const Task& task) {
    const auto passed = pass_bytes(problem_, task);
    for (std::size_t k = 0; passed && k < passed->size(); ++k) {
      if (task.poll(k, 256)) return false;
      start_flow((*passed)[k]);
    }
    return passed.has_value();
  }

  /// Starts a flow along any path: at every vertex, the first arc that leads to the taker.
  void start_flow(const PassedBytes& passed) {
    const Vertex taker = before_[passed.to.index()];
    Vertex vertex = given_by_[passed.from.index()];
    flow_.start_with(gives_.at(vertex).arc, passed.bytes);
    while (vertex != taker) {
      const MaxFlow::ArcIndex end = vertex + 1 < arcs_begin_.size() ? arcs_begin_[vertex + 1] : arcs_end_;
      MaxFlow::ArcIndex arc = arcs_begin_[vertex];
      if (flow_.head(arc) == MaxFlow::kSink) ++arc;
      assert(arc < end);
      // The last arc needs no test: one of the arcs leads there.
      while (arc + 1 < end && !leads_to(flow_.head(arc), passed.to)) ++arc;
      flow_.start_with(arc, passed.bytes);
      vertex = flow_.head(arc);
    }
    flow_.start_with(arcs_begin_[taker], passed.bytes);
  }

  [[nodiscard]] bool leads_to(Vertex vertex, OperatorId taker) const {
    const OperatorId o = operator_of_[vertex];
    return o == taker || first_.leads_to(o, taker);
  }

  /// A tensor is in the antichain iff the cut charges neither its giving nor its receiving.
  [[nodiscard]] ProvedBound read_clique() const {
    ProvedBound out{{}, {}, ProvedBound::How::clique};
    for (TensorId t : graph_.tensors()) {
      if (!takes_part(t)) continue;
      const Vertex giver = given_by_[t.index()];
      const OperatorId producer = graph_.producer(t);
      const bool charged = (giver != kNobody && !flow_.on_source_side(giver)) ||
                           (producer.valid() && flow_.on_source_side(before_[producer.index()]));
      if (charged) continue;
      out.tensors.push_back(t);
      out.bytes += problem_.sizes()[t.index()];
    }
    return out;
  }

  const BlockProblem& problem_;
  const Graph& graph_;
  const ChainReachability& first_;
  MaxFlow flow_;
  std::vector<Vertex> given_by_;        // by tensor: where its bytes enter; kNobody where nothing comes after it
  std::vector<Vertex> before_, after_;  // by operator; kNobody where nothing is made from there on
  std::map<Vertex, Given> gives_;
  std::vector<OperatorId> operator_of_{{}, {}};      // by vertex: one that it is before; none if only after some
  std::vector<MaxFlow::ArcIndex> arcs_begin_{0, 0};  // by vertex; the arc to the sink first
  MaxFlow::ArcIndex arcs_end_ = 0;
  std::map<std::vector<Vertex>, Vertex> shared_;  // vertices that lead to several others
  std::vector<OperatorId> next_;
};

/// The tensors whose windows hold the first point where most bytes are alive.
ProvedBound heaviest_overlap(const BlockProblem& problem) {
  const auto windows = problem.conflicts().windows();
  const auto curve = curve_of(problem.sizes(), windows, problem.graph().operator_count() + 1);
  const auto most = std::ranges::max_element(curve);
  const auto peak = static_cast<Conflicts::Position>(most - curve.begin());
  ProvedBound out{*most, {}, ProvedBound::How::clique};
  for (std::size_t t = 0; t < windows.size(); ++t)
    if (problem.sizes()[t] > Bytes{0} && windows[t].contains(peak)) out.tensors.emplace_back(t);
  return out;
}

/// The cover that the conflicts were computed with.
ChainCover cover_of(const Graph& graph, const Conflicts& conflicts) {
  ChainCover out{std::vector<ChainCover::Place>(graph.operator_count()), conflicts.chains()};
  for (std::uint32_t s = 0; s < conflicts.chain_count(); ++s)
    for (std::int32_t k = 0; OperatorId o : out.chains[s]) out.place[o.index()] = {s, ++k};
  return out;
}

}  // namespace

Result<ProvedBound> heaviest_clique(const BlockProblem& problem, const Task& task) {
  if (problem.conflicts().chain_count() == 1) return heaviest_overlap(problem);
  const ChainCover cover = cover_of(problem.graph(), problem.conflicts());
  ChainReachability first(problem.graph(), cover);
  if (!first.compute(task)) return tl::unexpected(task.why_stopped());
  return CliqueNetwork(problem, first).solve(task);
}

}  // namespace stowage
