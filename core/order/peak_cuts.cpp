// SPDX-License-Identifier: Apache-2.0
#include "core/order/peak_cuts.h"

#include <set>
#include <tuple>

#include "core/plan/max_flow.h"

namespace stowage {
namespace {

using Index = OrderProblem::Index;
using Vertex = MaxFlow::Vertex;

/// The network of one operator.
class DuringCut {
 public:
  DuringCut(const OrderProblem& problem, Index o, std::span<const Index> others)
      : problem_(problem), vertices_(problem.count(), kFree) {
    reach(o, MaxFlow::kSink, problem.successors);
    for (const Index before : problem.predecessors[o]) reach(before, MaxFlow::kSource, problem.predecessors);
    for (const Index other : others) reach(other, MaxFlow::kSource, problem.predecessors);
  }
  /// Whether the others can come before it.
  [[nodiscard]] bool allows(std::span<const Index> others) const {
    return std::ranges::none_of(others, [&](Index other) { return vertices_[other] == MaxFlow::kSink; });
  }

  [[nodiscard]] std::optional<LeastDuring> least(Index o, const Task& task) {
    for (Vertex& vertex : vertices_)
      if (vertex == kFree) vertex = flow_.add_vertex();
    for (Index before = 0; before < problem_.count(); ++before)
      for (const Index after : problem_.successors[before]) add_order(before, after);
    Bytes sure = problem_.base;
    for (const Index t : problem_.outputs[o]) sure += problem_.tensors[t].size;
    for (Index t = 0; t < problem_.tensors.size(); ++t) sure += add_tensor(t);
    if (!flow_.run(task)) return {};
    LeastDuring out{sure + Bytes{flow_.value()}, {}};
    for (const Vertex vertex : vertices_)
      out.ran.push_back(vertex == MaxFlow::kSource || (vertex != MaxFlow::kSink && flow_.on_source_side(vertex)));
    return out;
  }

 private:
  static constexpr Vertex kFree = ~Vertex{0};
  static constexpr std::int64_t kNever = kMaxTotalSize.count;  // more than all that can be cut

  void reach(Index from, Vertex side, const Csr<Index>& next) {
    if (vertices_[from] != kFree) return;
    std::vector<Index> waiting{from};
    vertices_[from] = side;
    while (!waiting.empty()) {
      const Index o = waiting.back();
      waiting.pop_back();
      for (const Index other : next[o])
        if (vertices_[other] == kFree) {
          vertices_[other] = side;
          waiting.push_back(other);
        }
    }
  }

  void add_order(Index before, Index after) {
    const Vertex b = vertices_[before], a = vertices_[after];
    if (b > MaxFlow::kSink && a > MaxFlow::kSink) flow_.add_arc(a, b, kNever);
  }

  /// Adds the tensor to the network. Returns how many of its bytes are alive for certain.
  [[nodiscard]] Bytes add_tensor(Index t) {
    const OrderProblem::Tensor& tensor = problem_.tensors[t];
    const bool made = tensor.producer != OrderProblem::kNone;
    const Vertex from = made ? vertices_[tensor.producer] : MaxFlow::kSource;
    if (from == MaxFlow::kSink) return {};
    users_.clear();
    bool waits = tensor.kept;
    for (const Index user : problem_.users[t]) {
      waits = waits || vertices_[user] == MaxFlow::kSink;
      if (vertices_[user] != MaxFlow::kSource) users_.push_back(vertices_[user]);
    }
    if (waits && from == MaxFlow::kSource) return tensor.size;
    if (waits)
      flow_.add_arc(from, MaxFlow::kSink, tensor.size.count);
    else if (users_.size() == 1)
      flow_.add_arc(from, users_.front(), tensor.size.count);
    else if (!users_.empty())
      add_shared(from, tensor.size.count);
    return {};
  }
  void add_shared(Vertex from, std::int64_t size) {
    const Vertex needed = flow_.add_vertex();
    flow_.add_arc(from, needed, size);
    for (const Vertex user : users_) flow_.add_arc(needed, user, kNever);
  }

  const OrderProblem& problem_;
  std::vector<Vertex> vertices_;  // by operator; the source's of what has run, the sink's of what has not
  std::vector<Vertex> users_;     // of one tensor
  MaxFlow flow_;
};

std::uint64_t arcs_of_a_cut(const OrderProblem& problem) {
  std::uint64_t out = problem.count();
  for (Index o = 0; o < problem.count(); ++o) out += problem.successors[o].size();
  for (Index t = 0; t < problem.tensors.size(); ++t) out += problem.users[t].size();
  return out;
}

/// The sequence with the operators of `ran` first, then `o`, then the others.
std::vector<Index> after_those(std::span<const Index> sequence, Index o, const std::vector<bool>& ran) {
  std::vector<Index> out(sequence.begin(), sequence.end());
  const auto rank = [&](Index other) { return other == o ? 1 : ran[other] ? 0 : 2; };
  std::ranges::stable_sort(out, {}, rank);
  return out;
}

}  // namespace

std::optional<LeastDuring> least_during(const OrderProblem& problem, Index o, std::span<const Index> others,
                                        const Task& task) {
  return DuringCut(problem, o, others).least(o, task);
}

Bytes least_peak_by_cuts(const OrderProblem& problem, std::span<const Index> known, Bytes proved, const Task& task,
                         std::uint64_t most_arcs) {
  /// Operators, one of them the last, and the bytes alive in the known order while the last one runs.
  struct Asked {
    Bytes alive;
    std::vector<Index> operators;
  };
  constexpr std::size_t kMaxAlternatives = 8;         // half and twice as many prove the same of 36 graphs
  std::vector<std::uint32_t> steps(problem.count());  // by operator, in the known order
  for (std::uint32_t k = 0; k < known.size(); ++k) steps[known[k]] = k;
  const auto curve = memory_curve_of(problem, known);
  std::vector<Asked> asked;
  const auto add = [&](std::span<const Index> operators) {
    if (operators.size() > kMaxAlternatives) return;
    const Bytes alive = curve[steps[*std::ranges::max_element(operators, {}, [&](Index o) { return steps[o]; })]];
    if (alive > proved) asked.push_back({alive, {operators.begin(), operators.end()}});
  };
  for (Index o = 0; o < problem.count(); ++o) {
    add(std::span(&o, 1));
    if (problem.predecessors[o].size() > 1) add(problem.predecessors[o]);
  }
  for (Index t = 0; t < problem.tensors.size(); ++t)
    if (problem.users[t].size() > 1) add(problem.users[t]);
  std::ranges::sort(asked, [](const Asked& a, const Asked& b) {
    return std::tie(b.alive, a.operators) < std::tie(a.alive, b.operators);
  });
  asked.erase(std::ranges::unique(asked, {}, &Asked::operators).begin(), asked.end());

  const std::uint64_t each = arcs_of_a_cut(problem);
  std::uint64_t left = most_arcs;
  const auto is_over = [&] { return left < each || task.should_stop(); };
  // The least bytes alive while any one of the operators is the last; `proved` where that is not more, or not found.
  const auto least_of = [&](const std::vector<Index>& operators) {
    Bytes least = kMaxTotalSize;
    for (const Index last : operators) {
      std::vector<Index> others = operators;
      std::erase(others, last);
      DuringCut cut(problem, last, others);
      if (!cut.allows(others)) continue;
      if (is_over()) return proved;
      left -= each;
      const auto found = cut.least(last, task);
      if (!found || found->bytes <= proved) return proved;
      least = std::min(least, found->bytes);
    }
    return least;
  };
  for (const Asked& one : asked) {
    if (one.alive <= proved || is_over()) break;
    proved = std::max(proved, least_of(one.operators));
  }
  return proved;
}

CutOrder reorder_by_cuts(const OrderProblem& problem, std::span<const Index> known, Bytes proved, const Task& task,
                         std::uint64_t most_arcs) {
  std::vector<Index> now(known.begin(), known.end());
  CutOrder best{now, peak_of(problem, now), proved};
  const std::uint64_t each = arcs_of_a_cut(problem);
  std::set<std::pair<Bytes, Index>> seen;
  for (std::uint64_t left = most_arcs; best.lower_bound < best.peak && left >= each; left -= each) {
    const auto curve = memory_curve_of(problem, now);
    const auto top = std::ranges::max_element(curve);
    const Index o = now[static_cast<std::size_t>(top - curve.begin())];
    if (!seen.emplace(*top, o).second) break;
    const auto cut = least_during(problem, o, {}, task);
    if (!cut) break;
    best.lower_bound = std::max(best.lower_bound, cut->bytes);
    now = after_those(now, o, cut->ran);
    if (const Bytes peak = peak_of(problem, now); peak < best.peak) {
      best.sequence = now;
      best.peak = peak;
    }
  }
  return best;
}

}  // namespace stowage
