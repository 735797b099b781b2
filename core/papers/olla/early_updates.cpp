// SPDX-License-Identifier: Apache-2.0
#include "core/papers/olla/early_updates.h"

#include <numeric>

#include "core/graph/tags.h"

namespace stowage::olla {
namespace {

using Index = OrderProblem::Index;
using Levels = std::vector<std::int64_t>;

/// Longest paths from sources.
Levels forward_levels(const OrderProblem& problem) {
  Levels out(problem.count());
  for (Index o = 0; o < problem.count(); ++o)
    for (const Index before : problem.predecessors[o]) out[o] = std::max(out[o], out[before] + 1);
  return out;
}

/// Longest paths to sinks.
Levels backward_levels(const OrderProblem& problem) {
  Levels out(problem.count());
  for (auto o = static_cast<Index>(problem.count()); o-- > 0;)
    for (const Index after : problem.successors[o]) out[o] = std::max(out[o], out[after] + 1);
  return out;
}

struct Candidate {
  Index anchor = OrderProblem::kNone;
  std::int64_t level;
};

class AnchorSearch {
 public:
  AnchorSearch(const OrderProblem& problem, std::int64_t least)
      : problem_(problem), least_(least), forward_(forward_levels(problem)), backward_(backward_levels(problem)) {}

  [[nodiscard]] Index anchor_of(Index update) const {
    const std::vector<Candidate> found = candidates(forward_[update]);
    std::vector<bool> seen(problem_.count());
    Candidate best{.level = least_};
    for (std::vector<Index> ring{update}; best.anchor == OrderProblem::kNone && !ring.empty();) {
      ring = ring_before(ring, seen);
      for (const Index start : ring)
        if (found[start].level > best.level) best = found[start];
    }
    return best.anchor;
  }

 private:
  /// By operator: the candidate that function 4 finds from it. Of a path only the first above the level counts.
  [[nodiscard]] std::vector<Candidate> candidates(std::int64_t level) const {
    std::vector<Candidate> out(problem_.count(), {.level = least_});
    for (auto o = static_cast<Index>(problem_.count()); o-- > 0;)
      for (const Index after : problem_.successors[o]) {
        const Candidate here = forward_[after] > level ? Candidate{after, backward_[after]} : out[after];
        if (backward_[after] > out[o].level && here.level > out[o].level) out[o] = here;
      }
    return out;
  }

  /// The predecessors of a ring that no earlier ring had, ascending.
  [[nodiscard]] std::vector<Index> ring_before(const std::vector<Index>& ring, std::vector<bool>& seen) const {
    std::vector<Index> out;
    for (const Index o : ring)
      for (const Index before : problem_.predecessors[o]) {
        if (seen[before]) continue;
        seen[before] = true;
        out.push_back(before);
      }
    std::ranges::sort(out);
    return out;
  }

  const OrderProblem& problem_;
  std::int64_t least_;
  Levels forward_, backward_;
};

}  // namespace

std::optional<std::vector<Anchor>> early_updates(const OrderProblem& problem, std::span<const Index> updates,
                                                 const Task& task, std::int64_t least) {
  const AnchorSearch search(problem, least);
  std::vector<Anchor> out;
  for (const Index update : updates) {
    if (task.should_stop()) return {};
    const Index anchor = search.anchor_of(update);
    if (anchor != OrderProblem::kNone) out.emplace_back(update, anchor);
  }
  return out;
}

std::vector<Index> update_operators(const OrderProblem& problem, const Graph& graph) {
  std::vector<Index> out;
  for (Index o = 0; o < problem.count(); ++o)
    if (problem.successors[o].empty() && graph.phase(problem.operators[o]) == phase::kUpdate) out.push_back(o);
  return out;
}

AnchoredProblem with_anchors(const OrderProblem& problem, std::span<const Anchor> anchors) {
  const Levels levels = forward_levels(problem);  // all arcs and all anchors lead to a higher level
  AnchoredProblem out;
  out.numbers.resize(problem.count());
  std::iota(out.numbers.begin(), out.numbers.end(), Index{0});
  std::ranges::stable_sort(out.numbers, {}, [&](Index o) { return levels[o]; });
  std::vector<Index> now(problem.count());
  std::vector<OperatorId> operators;
  for (const Index o : out.numbers) {
    now[o] = static_cast<Index>(operators.size());
    operators.push_back(problem.operators[o]);
  }
  OrderProblemMaker maker(std::move(operators));
  maker.add_base(problem.base);
  for (Index o = 0; o < problem.count(); ++o)
    for (const Index next : problem.successors[o]) maker.add_arc(now[o], now[next]);
  for (const auto& [before, after] : anchors) maker.add_arc(now[before], now[after]);
  for (Index t = 0; t < problem.tensors.size(); ++t) {
    OrderProblem::Tensor tensor = problem.tensors[t];
    if (tensor.producer != OrderProblem::kNone) tensor.producer = now[tensor.producer];
    std::vector<Index> users;
    for (const Index user : problem.users[t]) users.push_back(now[user]);
    maker.add_tensor(tensor, users);
  }
  out.problem = maker.take();
  return out;
}

}  // namespace stowage::olla
