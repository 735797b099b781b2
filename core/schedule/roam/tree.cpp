// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/roam/tree.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "core/graph/tags.h"
#include "core/schedule/order_problem.h"

namespace stowage {
namespace {

using Index = OrderProblem::Index;
using roam::Role;
using Kind = RoamSubgraph::Kind;

/// Of the tensors made or used in each stage: the stages at the other end.
struct Partners {
  static constexpr std::uint32_t kFirst = 0, kLast = std::numeric_limits<std::uint32_t>::max();

  std::vector<std::uint32_t> earliest, latest;

  Partners(const OrderProblem& problem, const std::vector<Role>& roles, const roam::Segments& segments)
      : earliest(segments.stage_count(), kLast), latest(segments.stage_count(), kFirst) {
    for (std::size_t t = 0; t < problem.tensors.size(); ++t) {
      const Index producer = problem.tensors[t].producer;
      if (producer == OrderProblem::kNone) continue;
      for (Index user : problem.users[t])
        if (roles[user] != Role::update) add(segments.stages[producer], segments.stages[user]);
    }
  }

 private:
  void add(std::uint32_t from, std::uint32_t to) {
    earliest[to] = std::min(earliest[to], from);
    latest[from] = std::max(latest[from], to);
  }
};

class TreeMaker {
 public:
  TreeMaker(const Graph& graph, std::size_t node_limit)
      : graph_(graph),
        node_limit_(node_limit),
        problem_(order_problem(graph)),
        parts_(roam::find_parts(graph, problem_)),
        partners_(problem_, parts_.roles, tree_.segments = roam::find_segments(graph, problem_, parts_)) {
    stage_count_ = static_cast<std::uint32_t>(tree_.segments.stage_count());
    counts_.assign(stage_count_ + 1, 0);
    for (std::uint32_t stage : tree_.segments.stages) ++counts_[stage + 1];
    std::partial_sum(counts_.begin(), counts_.end(), counts_.begin());
    find_turn();
    find_steps();
  }

  RoamTree make() && {
    add(Kind::graph, {0, turn_}, {turn_, stage_count_}, 0);
    if (turn_ == stage_count_)
      add_segments();
    else
      add_pairs();
    return std::move(tree_);
  }

 private:
  [[nodiscard]] std::size_t count(RoamRange stages) const {
    return stages.empty() ? 0 : counts_[stages.end] - counts_[stages.begin];
  }
  [[nodiscard]] RoamRange steps(RoamRange stages) const {
    return stages.empty() ? RoamRange{} : RoamRange{first_step_[stages.begin], first_step_[stages.end]};
  }
  std::uint32_t add(Kind kind, RoamRange forward, RoamRange backward, std::uint32_t parent) {
    const auto node = static_cast<std::uint32_t>(tree_.nodes.size());
    tree_.nodes.push_back(
        {kind, forward, backward, steps(forward), steps(backward), count(forward) + count(backward), parent, {}});
    if (node != parent) tree_.nodes[parent].children.push_back(node);
    return node;
  }

  /// The first stage of the way back.
  void find_turn() {
    turn_ = stage_count_;
    for (OperatorId o : graph_.operators())
      if (parts_.roles[o.index()] == Role::trunk && graph_.phase(o) == phase::kBackward)
        turn_ = std::min(turn_, tree_.segments.stages[o.index()]);
  }
  /// By stage: the first step of its trunk, or of that of the next stage that has any.
  void find_steps() {
    const auto end = static_cast<std::uint32_t>(graph_.operator_count());
    first_step_.assign(stage_count_ + 1, end);
    for (std::uint32_t o = end; o-- > 0;)
      if (parts_.roles[o] == Role::trunk) first_step_[tree_.segments.stages[o]] = o;
    for (std::uint32_t s = stage_count_; s-- > 0;) first_step_[s] = std::min(first_step_[s], first_step_[s + 1]);
    first_step_[0] = 0;
  }

  /// Without a way back: as many segments at a time as the limit allows.
  void add_segments() {
    std::uint32_t begin = 0;
    for (std::uint32_t s = 1; s <= stage_count_; ++s)
      if (s == stage_count_ || count({begin, s + 1}) > node_limit_) {
        if (count({begin, s}) > 0) add(Kind::segments, {begin, s}, {}, 0);
        begin = s;
      }
  }

  /// Insensitive operators are odd stages. `outer_` is the stage of the border on the way there, which belongs to the
  /// subgraph, `outer_back_` that on the way back, which does too.
  void add_pairs() {
    std::int64_t there = turn_ % 2 == 0 ? std::int64_t{turn_} - 1 : std::int64_t{turn_} - 2;
    std::int64_t back = turn_ % 2 == 0 ? std::int64_t{turn_} + 1 : std::int64_t{turn_};
    std::vector<std::pair<RoamRange, RoamRange>> pairs;  // innermost first
    Reach reach;
    RoamRange inner{turn_, turn_};  // stages taken already
    while (there >= 1 && back < stage_count_) {
      const RoamRange forward{static_cast<std::uint32_t>(there), inner.begin};
      const RoamRange backward{inner.end, static_cast<std::uint32_t>(back) + 1};
      extend(reach, forward, backward);
      const bool is_open_there = reach.earliest < forward.begin, is_open_back = reach.latest >= backward.end;
      if (!is_open_there && !is_open_back) {
        pairs.emplace_back(forward, backward);
        inner = {forward.begin, backward.end};
        reach = {};
      }
      if (is_open_there || !is_open_back) there -= 2;
      if (is_open_back || !is_open_there) back += 2;
    }
    if (inner.begin > 0 || inner.end < stage_count_)
      pairs.emplace_back(RoamRange{0, inner.begin}, RoamRange{inner.end, stage_count_});
    for (auto pair = pairs.rbegin(); pair != pairs.rend(); ++pair) {
      const std::uint32_t node = add(Kind::independent, pair->first, pair->second, 0);
      if (tree_.nodes[node].operator_count > node_limit_) split(node);
    }
  }

  /// What the inside of a pair, which leaves out the operators on its borders, shares with other stages.
  struct Reach {
    std::uint32_t earliest = Partners::kLast, latest = Partners::kFirst;
    RoamRange seen{1, 0};  // stages from the inside outwards; of none yet
  };
  void extend(Reach& reach, RoamRange forward, RoamRange backward) const {
    const RoamRange inside{forward.begin + 1, backward.end - 1};
    const RoamRange seen = reach.seen.empty() ? RoamRange{forward.end, backward.begin} : reach.seen;
    const auto look = [&](RoamRange stages) {
      for (std::uint32_t s = stages.begin; s < stages.end; ++s) {
        reach.earliest = std::min(reach.earliest, partners_.earliest[s]);
        reach.latest = std::max(reach.latest, partners_.latest[s]);
      }
    };
    look({inside.begin, seen.begin});
    look({seen.end, inside.end});
    reach.seen = {std::min(inside.begin, seen.begin), std::max(inside.end, seen.end)};
  }

  /// From the inside outwards, an insensitive operator there and one back at a time, as many as the limit allows.
  void split(std::uint32_t node) {
    const RoamRange forward = tree_.nodes[node].forward, backward = tree_.nodes[node].backward;
    std::vector<std::pair<RoamRange, RoamRange>> pieces;
    std::uint32_t there = forward.end, back = backward.begin;  // of the piece so far
    std::uint32_t next_there = there, next_back = back;
    const auto cut = [&] {
      if (next_there == there && next_back == back) return;
      pieces.emplace_back(RoamRange{next_there, there}, RoamRange{back, next_back});
      there = next_there;
      back = next_back;
    };
    while (next_there > forward.begin || next_back < backward.end) {
      const std::uint32_t more_there = earlier_border(next_there, forward.begin);
      const std::uint32_t more_back = later_border(next_back, backward.end);
      if (count({more_there, there}) + count({back, more_back}) > node_limit_) cut();
      next_there = more_there;
      next_back = more_back;
    }
    cut();
    if (pieces.size() < 2) return;
    for (auto piece = pieces.rbegin(); piece != pieces.rend(); ++piece)
      add(Kind::dependent, piece->first, piece->second, node);
  }
  /// A piece begins with an insensitive operator there, and ends with one back.
  static std::uint32_t earlier_border(std::uint32_t stage, std::uint32_t least) {
    if (stage <= least + 1) return least;
    return std::max(least, stage - 1 - stage % 2);
  }
  static std::uint32_t later_border(std::uint32_t stage, std::uint32_t most) {
    return std::min(most, stage + 2 - stage % 2);
  }

  const Graph& graph_;
  std::size_t node_limit_;
  RoamTree tree_;
  OrderProblem problem_;
  roam::Parts parts_;
  Partners partners_;
  std::uint32_t stage_count_ = 0, turn_ = 0;
  std::vector<std::size_t> counts_;        // by stage: operators before it
  std::vector<std::uint32_t> first_step_;  // by stage
};

}  // namespace

std::vector<std::uint32_t> RoamTree::leaves() const {
  std::vector<std::uint32_t> out, open{0};
  while (!open.empty()) {
    const std::uint32_t node = open.back();
    open.pop_back();
    if (nodes[node].is_leaf()) out.push_back(node);
    open.insert(open.end(), nodes[node].children.rbegin(), nodes[node].children.rend());
  }
  return out;
}

RoamTree make_roam_tree(const Graph& graph, std::size_t node_limit) {
  return TreeMaker(graph, node_limit).make();
}

}  // namespace stowage
