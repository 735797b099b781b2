// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sharing.h"

#include <algorithm>
#include <random>
#include <ranges>

#include "core/graph/indexing.h"
#include "tests/support/graphs.h"

namespace stowage::test {
namespace {

/// Everything by definition: paths between operators, and who makes and uses the bytes of whom.
class Definition {
 public:
  explicit Definition(const Graph& graph) : graph_(graph), ancestors_(ancestors_by_definition(graph)) {
    for (std::size_t t = 0; t < graph.tensor_count(); ++t) {
      std::size_t root = t;
      std::int64_t inset = 0;
      for (bool moved = true; moved;) {
        moved = false;
        for (const View& view : graph.views())
          if (view.tensor.index() == root && !moved) root = view.of.index(), inset += view.offset, moved = true;
      }
      root_.push_back(root);
      inset_.push_back(inset);
    }
    users_.resize(root_.size());
    writers_.resize(root_.size());
    kept_.resize(root_.size());
    needed_.resize(root_.size());
    for (TensorId t : graph.tensors()) {
      const std::size_t root = root_[t.index()];
      if (graph.producer(t).valid()) {
        users_[root].push_back(graph.producer(t).index());
        writers_[root].push_back(graph.producer(t).index());
      }
      for (OperatorId use : graph.consumers(t)) users_[root].push_back(use.index());
      kept_[root] = kept_[root] || graph.is_output(t);
      needed_[root] = needed_[root] || graph.is_output(t) || !users_[root].empty();
    }
  }

  [[nodiscard]] std::size_t root(std::size_t t) const { return root_[t]; }
  [[nodiscard]] std::int64_t inset(std::size_t t) const { return inset_[t]; }
  [[nodiscard]] bool needed(std::size_t root) const { return needed_[root]; }
  /// Of owners.
  [[nodiscard]] bool before(std::size_t a, std::size_t b) const {
    if (kept_[a] || !graph_.producer(TensorId(b)).valid()) return false;
    for (std::size_t use : users_[a])
      for (std::size_t writer : writers_[b])
        if (!waits(writer, use)) return false;
    return true;
  }
  [[nodiscard]] bool takes_over(std::size_t output, std::size_t input, std::int64_t shift) const {
    for (const InPlace& pair : graph_.in_place()) {
      if (pair.output.index() != output || pair.input.index() != input) continue;
      if (shift < pair.low || shift > pair.high) return false;
      const std::size_t owner = root_[input], maker = graph_.producer(pair.output).index();
      if (kept_[owner] || root_[output] == owner) return false;
      for (std::size_t use : users_[owner])
        if (use != maker && !waits(maker, use)) return false;
      for (std::size_t writer : writers_[root_[output]])
        if (writer != maker && !waits(writer, maker)) return false;
      return graph_.producer(TensorId(root_[output])).valid();
    }
    return false;
  }
  [[nodiscard]] bool may_overlap(std::size_t a, std::size_t b, std::int64_t b_minus_a) const {
    return before(a, b) || before(b, a) || takes_over(b, a, b_minus_a) || takes_over(a, b, -b_minus_a);
  }

 private:
  [[nodiscard]] bool waits(std::size_t op, std::size_t other) const { return ancestors_[op][other]; }

  const Graph& graph_;
  std::vector<std::vector<bool>> ancestors_;  // by operator
  std::vector<std::size_t> root_;
  std::vector<std::int64_t> inset_;
  std::vector<std::vector<std::size_t>> users_, writers_;
  std::vector<bool> kept_, needed_;
};

bool follows_in_group(const Graph& graph, TensorId t) {
  return graph.group(t).valid() && graph.members(graph.group(t)).front() != t;
}

std::int64_t up(std::int64_t value, std::int64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

/// Tries all offsets of owners, the largest first, below a capacity.
class EveryOffset {
 public:
  EveryOffset(const Graph& graph, const IndexPairs& pairs, std::int64_t alignment, bool permitted)
      : graph_(graph),
        alignment_(alignment),
        permitted_(permitted),
        definition_(graph),
        unsafe_(graph.tensor_count(), std::vector<bool>(graph.tensor_count())),
        at_(graph.tensor_count(), -1) {
    for (auto [i, j] : pairs) unsafe_[i][j] = unsafe_[j][i] = true;
    for (TensorId t : graph.tensors()) {
      if (definition_.root(t.index()) != t.index() || follows_in_group(graph, t)) continue;
      Block block{{t}};
      if (const GroupId group = graph.group(t); group.valid())
        block.members.assign(graph.members(group).begin(), graph.members(group).end());
      for (TensorId member : block.members) block.size += size(member);
      blocks_.push_back(std::move(block));
    }
    std::ranges::stable_sort(blocks_, std::ranges::greater(), &Block::size);  // what does not fit shows early
  }
  [[nodiscard]] std::int64_t least() {
    std::int64_t capacity = 0;
    while (!fits(0, capacity)) ++capacity;
    return capacity;
  }

 private:
  struct Block {
    std::vector<TensorId> members;
    std::int64_t size = 0;
  };

  [[nodiscard]] std::int64_t size(TensorId t) const { return up(graph_.size(t).count, alignment_); }
  bool fits(std::size_t b, std::int64_t capacity) {
    if (b == blocks_.size()) return keeps_duties();
    const Block& block = blocks_[b];
    const bool anywhere = block.size == 0 && graph_.in_place().empty();
    const std::int64_t last = anywhere ? 0 : capacity - block.size;
    for (std::int64_t start = 0; start <= last; start += alignment_)
      if (start % graph_.alignment(block.members[0]) == 0 && lies(block, start) && fits(b + 1, capacity)) return true;
    for (TensorId t : block.members) at_[t.index()] = -1;
    return false;
  }
  bool lies(const Block& block, std::int64_t start) {
    for (TensorId t : block.members) at_[t.index()] = -1;
    for (TensorId t : block.members) {
      for (TensorId other : graph_.tensors())
        if (unsafe_[t.index()][other.index()] && at_[other.index()] >= 0 && !may_lie(t, start, other)) return false;
      start += size(t);
    }
    for (TensorId t : block.members | std::views::reverse) at_[t.index()] = start -= size(t);
    return true;
  }
  [[nodiscard]] bool may_lie(TensorId t, std::int64_t at, TensorId other) const {
    const std::int64_t there = at_[other.index()];
    const std::int64_t end = std::min(at + graph_.size(t).count, there + graph_.size(other).count);
    return std::max(at, there) >= end || permitted_or_duty(t, other, at - there) ||
           permitted_or_duty(other, t, there - at);
  }
  [[nodiscard]] bool permitted_or_duty(TensorId output, TensorId input, std::int64_t shift) const {
    return std::ranges::any_of(graph_.in_place(), [&](const InPlace& pair) {
      return pair.output == output && pair.input == input && (permitted_ || pair.must) &&
             definition_.takes_over(output.index(), input.index(), shift);
    });
  }
  [[nodiscard]] bool keeps_duties() const {
    const auto place = [&](TensorId t) { return at_[definition_.root(t.index())] + definition_.inset(t.index()); };
    return std::ranges::all_of(graph_.in_place(), [&](const InPlace& pair) {
      return !pair.must ||
             definition_.takes_over(pair.output.index(), pair.input.index(), place(pair.output) - place(pair.input));
    });
  }

  const Graph& graph_;
  const std::int64_t alignment_;
  const bool permitted_;
  const Definition definition_;
  std::vector<std::vector<bool>> unsafe_;
  std::vector<std::int64_t> at_;  // -1: not placed
  std::vector<Block> blocks_;
};

}  // namespace

Graph random_sharing(const RandomSharing& options) {
  std::mt19937_64 engine(options.seed * 7919 + 17);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(engine() % n); };
  Graph plain = random_graph({.seed = options.seed,
                              .operators = options.operators,
                              .streams = options.streams,
                              .groups = options.groups,
                              .syncs = options.operators / 5});
  if (options.most > 0) plain = with_small_sizes(plain, options.seed, options.most);
  Graph::Data data = plain.data();
  std::vector<bool> moved(plain.tensor_count());
  for (TensorId t : plain.tensors()) {
    const OperatorId maker = plain.producer(t);
    if (!maker.valid() || plain.group(t).valid() || plain.size(t) == Bytes{}) continue;
    std::vector<TensorId> inputs;
    for (TensorId x : plain.inputs(maker))
      if (plain.producer(x) != maker && plain.size(x) > Bytes{}) inputs.push_back(x);
    if (options.strange && below(4) == 0)
      for (TensorId x : plain.tensors())
        if (x != t && plain.size(x) > Bytes{} && !moved[x.index()]) inputs.push_back(x);
    if (inputs.empty()) continue;
    const TensorId base = inputs[below(inputs.size())];
    const bool fits = plain.size(t) <= plain.size(base);
    bool circle = false;  // only where the base is a view of this one
    for (TensorId up = base; moved[up.index()] && !circle;) {
      for (const View& view : data.views)
        if (view.tensor == up) {
          up = view.of;
          break;
        }
      circle = up == t;
    }
    if (fits && !circle && below(5) == 0) {
      const std::int64_t room = (plain.size(base) - plain.size(t)).count;
      data.views.push_back({t, base, static_cast<std::int64_t>(below(static_cast<std::size_t>(room) + 1))});
      moved[t.index()] = true;
    } else if (below(2) == 0) {
      for (TensorId x : inputs) {
        if (!std::ranges::binary_search(plain.consumers(x), maker)) continue;
        InPlace pair{t, x};
        if (options.shifts && below(3) == 0) pair.low = -static_cast<std::int64_t>(below(4)), pair.high = pair.low + 3;
        pair.must = options.musts && below(6) == 0;
        data.in_place.push_back(pair);
      }
    }
  }
  index_views(data);
  return Graph(std::move(data));
}

std::vector<std::string> sharing_faults(const Graph& graph, const std::vector<std::int64_t>& offsets,
                                        std::int64_t alignment) {
  const Definition definition(graph);
  std::vector<std::string> out;
  const auto fault = [&](const char* what, TensorId t) { out.push_back(what + (' ' + std::string(graph.name(t)))); };
  const auto at = [&](TensorId t) { return offsets[t.index()]; };
  std::vector<TensorId> placed;
  for (TensorId t : graph.tensors()) {
    const std::size_t root = definition.root(t.index());
    if (root != t.index() && at(t) != offsets[root] + definition.inset(t.index())) fault("misplaced", t);
    if (graph.size(t) == Bytes{} || !definition.needed(root)) continue;
    if (at(t) < 0) fault("negative", t);
    if (root != t.index()) continue;
    placed.push_back(t);
    if (!follows_in_group(graph, t) && (at(t) % alignment != 0 || at(t) % graph.alignment(t) != 0)) fault("aligned", t);
  }
  for (std::size_t i = 0; i < placed.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const TensorId a = placed[i], b = placed[j];
      if (at(a) < at(b) + graph.size(b).count && at(b) < at(a) + graph.size(a).count &&
          !definition.may_overlap(a.index(), b.index(), at(b) - at(a)))
        fault("overlap", a);
    }
  for (GroupId g : graph.groups())
    for (std::size_t k = 1; k < graph.members(g).size(); ++k) {
      const TensorId below = graph.members(g)[k - 1];
      if (at(graph.members(g)[k]) != at(below) + up(graph.size(below).count, alignment)) fault("group", below);
    }
  for (const InPlace& pair : graph.in_place())
    if (pair.must && !definition.takes_over(pair.output.index(), pair.input.index(), at(pair.output) - at(pair.input)))
      fault("must", pair.output);
  return out;
}

std::vector<std::int64_t> tempting_offsets(const Graph& graph, std::int64_t alignment, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const auto below = [&](std::int64_t n) {
    return static_cast<std::int64_t>(engine() % static_cast<std::uint64_t>(n));
  };
  const Definition definition(graph);
  std::vector<std::int64_t> out(graph.tensor_count(), -1);
  std::int64_t top = 0;
  for (TensorId t : graph.tensors()) {
    if (definition.root(t.index()) != t.index() || out[t.index()] >= 0) continue;
    const std::vector<TensorId> alone{t};
    const std::span<const TensorId> members =
        graph.group(t).valid() ? graph.members(graph.group(t)) : std::span<const TensorId>(alone);
    for (TensorId member : members) {
      out[member.index()] = top;
      top += up(graph.size(member).count, alignment);
    }
  }
  for (const InPlace& pair : graph.in_place()) {
    if (graph.group(pair.output).valid() || definition.root(pair.output.index()) != pair.output.index()) continue;
    if (below(3) == 0) continue;
    const std::int64_t shift = up(pair.low, alignment) + below(3) / 2;
    out[pair.output.index()] = std::max<std::int64_t>(0, out[pair.input.index()] + shift);
  }
  if (below(3) == 0) out[static_cast<std::size_t>(below(std::ssize(out)))] = below(top + 1);
  for (TensorId t : graph.tensors())
    if (const std::size_t root = definition.root(t.index()); root != t.index() && below(60) != 0)
      out[t.index()] = out[root] + definition.inset(t.index());
  return out;
}

IndexPairs unsafe_pairs_by_definition(const Graph& graph) {
  const Definition definition(graph);
  return pairs_where(graph.tensor_count(), [&](std::size_t i, std::size_t j) {
    const std::size_t a = definition.root(i), b = definition.root(j);
    return a != b && definition.needed(a) && definition.needed(b) && !definition.before(a, b) &&
           !definition.before(b, a);
  });
}

std::int64_t least_footprint(const Graph& graph, const IndexPairs& pairs, std::int64_t alignment, bool permitted) {
  return EveryOffset(graph, pairs, alignment, permitted).least();
}

Graph without_sharing(const Graph& graph) {
  Graph::Data data = graph.data();
  data.views.clear();
  data.in_place.clear();
  data.tensor_owner.clear();
  data.tensor_inset.clear();
  return Graph(std::move(data));
}

}  // namespace stowage::test
