// SPDX-License-Identifier: Apache-2.0
#include "core/papers/roam/subgraph_tree.h"

#include <numeric>

#include "core/graph/tags.h"

namespace stowage {
namespace {

using Index = OrderProblem::Index;
using roam::Role;
using Kind = RoamSubgraph::Kind;

/// By stage: the earliest stage that makes a tensor used in it, and the latest that uses a tensor made in it.
struct Partners {
  static constexpr std::uint32_t kFirst = 0, kLast = std::numeric_limits<std::uint32_t>::max();

  std::vector<std::uint32_t> earliest, latest;

  explicit Partners(std::size_t stage_count) : earliest(stage_count, kLast), latest(stage_count, kFirst) {}
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
        tree_{roam::find_segments(graph, problem_, parts_), {}},
        stage_count_(static_cast<std::uint32_t>(tree_.segments.stage_count())),
        turning_(stage_count_),
        staying_(stage_count_) {
    counts_.assign(stage_count_ + 1, 0);
    for (std::uint32_t stage : tree_.segments.stages) ++counts_[stage + 1];
    std::partial_sum(counts_.begin(), counts_.end(), counts_.begin());
    find_turn();
    find_steps();
    find_partners();
  }

  SubgraphTree make() && {
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
  /// By stage: the first step of its trunk operators, or of those of the next stage that has any. Steps after the last
  /// trunk operator belong to the last segment.
  void find_steps() {
    const auto count = static_cast<std::uint32_t>(graph_.operator_count());
    std::uint32_t after_trunk = count;
    while (after_trunk > 0 && parts_.roles[after_trunk - 1] != Role::trunk) --after_trunk;
    first_step_.assign(stage_count_, after_trunk);
    for (std::uint32_t o = after_trunk; o-- > 0;)
      if (parts_.roles[o] == Role::trunk) first_step_[tree_.segments.stages[o]] = o;
    for (std::uint32_t s = stage_count_ - 1; s-- > 0;) first_step_[s] = std::min(first_step_[s], first_step_[s + 1]);
    first_step_[0] = 0;
    first_step_.push_back(count);
  }

  void find_partners() {
    const auto& stages = tree_.segments.stages;
    for (std::size_t t = 0; t < problem_.tensors.size(); ++t) {
      const Index producer = problem_.tensors[t].producer;
      if (producer == OrderProblem::kNone) continue;
      for (Index user : problem_.users[t])
        if (parts_.roles[user] != Role::update)
          (stages[producer] < turn_ && stages[user] >= turn_ ? turning_ : staying_).add(stages[producer], stages[user]);
    }
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

  /// Insensitive operators are odd stages. The borders, `there` and `back`, belong to the pair.
  void add_pairs() {
    std::int64_t there = turn_ % 2 == 0 ? std::int64_t{turn_} - 1 : std::int64_t{turn_} - 2;
    std::int64_t back = turn_ % 2 == 0 ? std::int64_t{turn_} + 1 : std::int64_t{turn_};
    std::vector<std::pair<RoamRange, RoamRange>> pairs;  // innermost first
    RoamRange inner{turn_, turn_};                       // stages taken already
    Open open(inner);
    while (there >= 1 && back < stage_count_) {
      const RoamRange forward{static_cast<std::uint32_t>(there), inner.begin};
      const RoamRange backward{inner.end, static_cast<std::uint32_t>(back) + 1};
      open.extend(forward, backward, turning_, staying_);
      const bool open_there = open.earliest < forward.begin, open_back = open.latest >= backward.end;
      if (!open_there && !open_back) {
        pairs.emplace_back(forward, backward);
        inner = {forward.begin, backward.end};
        open = Open(inner);
      }
      if (open_there || !open_back) there -= 2;
      if (open_back || !open_there) back += 2;
    }
    if (inner.begin > 0 || inner.end < stage_count_)
      pairs.emplace_back(RoamRange{0, inner.begin}, RoamRange{inner.end, stage_count_});
    for (auto pair = pairs.rbegin(); pair != pairs.rend(); ++pair) {
      const std::uint32_t node = add(Kind::independent, pair->first, pair->second, 0);
      if (tree_.nodes[node].operator_count > node_limit_) split(node);
    }
  }

  /// What a growing pair shares with stages outside: activations, and tensors that bypass the operators on its borders.
  struct Open {
    explicit Open(RoamRange inner) : turned(inner), stayed(inner) {}

    std::uint32_t earliest = Partners::kLast;  ///< of the stages that made something used in the pair
    std::uint32_t latest = Partners::kFirst;   ///< of those that use something made in it
    RoamRange turned, stayed;                  ///< stages that were looked at, from the first to before the last

    void extend(RoamRange forward, RoamRange backward, const Partners& turning, const Partners& staying) {
      while (turned.begin > forward.begin) latest = std::max(latest, turning.latest[--turned.begin]);
      while (turned.end < backward.end) earliest = std::min(earliest, turning.earliest[turned.end++]);
      while (stayed.begin > forward.begin + 1) earliest = std::min(earliest, staying.earliest[--stayed.begin]);
      while (stayed.end + 1 < backward.end) latest = std::max(latest, staying.latest[stayed.end++]);
    }
  };

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
  OrderProblem problem_;
  roam::Parts parts_;
  SubgraphTree tree_;
  std::uint32_t stage_count_, turn_ = 0;
  Partners turning_, staying_;             // tensors made there and used back, and all others
  std::vector<std::size_t> counts_;        // by stage: operators before it
  std::vector<std::uint32_t> first_step_;  // by stage
};

}  // namespace

std::vector<std::uint32_t> SubgraphTree::leaves() const {
  std::vector<std::uint32_t> out, open{0};
  while (!open.empty()) {
    const std::uint32_t node = open.back();
    open.pop_back();
    if (nodes[node].is_leaf()) out.push_back(node);
    open.insert(open.end(), nodes[node].children.rbegin(), nodes[node].children.rend());
  }
  return out;
}

SubgraphTree make_subgraph_tree(const Graph& graph, std::size_t node_limit) {
  return TreeMaker(graph, node_limit).make();
}

}  // namespace stowage
