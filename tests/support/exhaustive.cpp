// SPDX-License-Identifier: Apache-2.0
#include "tests/support/exhaustive.h"

#include <algorithm>
#include <bit>
#include <map>
#include <random>
#include <regex>
#include <stdexcept>

namespace stowage::test {
namespace {

class EveryStart {
 public:
  EveryStart(const Graph& graph, const IndexPairs& pairs, std::int64_t alignment)
      : alignment_(alignment), unsafe_(graph.tensor_count(), std::vector<bool>(graph.tensor_count())) {
    for (auto [i, j] : pairs) unsafe_[i][j] = unsafe_[j][i] = true;
    for (TensorId t : graph.tensors()) sizes_.push_back((graph.size(t).count + alignment - 1) / alignment * alignment);
    for (TensorId t : graph.tensors()) {
      const GroupId group = graph.group(t);
      if (!group.valid())
        add({t.index()}, graph.alignment(t));
      else if (graph.members(group)[0] == t)
        add_group(graph.members(group));
    }
    // The largest first: what does not fit shows early.
    std::ranges::stable_sort(blocks_, std::ranges::greater(), &Block::size);
  }

  [[nodiscard]] std::int64_t least() {
    std::int64_t capacity = 0;
    offsets_.assign(sizes_.size(), -1);
    while (!fits(0, capacity)) ++capacity;
    return capacity;
  }

 private:
  struct Block {
    std::vector<std::size_t> members;
    std::int64_t size = 0, own = 1;
  };

  void add(std::vector<std::size_t> members, std::int64_t own) {
    Block block{std::move(members), 0, own};
    for (std::size_t t : block.members) block.size += sizes_[t];
    blocks_.push_back(std::move(block));
  }
  void add_group(std::span<const TensorId> tensors) {
    std::vector<std::size_t> members;
    for (TensorId t : tensors) members.push_back(t.index());
    add(std::move(members), 1);
  }

  bool fits(std::size_t b, std::int64_t capacity) {
    if (b == blocks_.size()) return true;
    for (std::int64_t start = 0; start + blocks_[b].size <= capacity; start += alignment_)
      if (start % blocks_[b].own == 0 && lies(blocks_[b], start) && fits(b + 1, capacity)) return true;
    for (std::size_t t : blocks_[b].members) offsets_[t] = -1;
    return false;
  }
  bool lies(const Block& block, std::int64_t start) {
    for (std::size_t t : block.members) {
      offsets_[t] = -1;
      for (std::size_t k = 0; k < offsets_.size(); ++k) {
        const std::int64_t low = std::max(start, offsets_[k]);
        const std::int64_t high = std::min(start + sizes_[t], offsets_[k] + sizes_[k]);
        if (offsets_[k] >= 0 && low < high && unsafe_[t][k] &&
            std::ranges::find(block.members, k) == block.members.end())
          return false;
      }
      start += sizes_[t];
    }
    start -= block.size;
    for (std::size_t t : block.members) start = (offsets_[t] = start) + sizes_[t];
    return true;
  }

  std::int64_t alignment_;
  std::vector<std::vector<bool>> unsafe_;
  std::vector<std::int64_t> sizes_, offsets_;  // -1: not placed
  std::vector<Block> blocks_;
};

/// The heaviest clique, by trying, from each tensor on, to take it or not.
class EverySet {
 public:
  EverySet(const Graph& graph, const IndexPairs& pairs, std::int64_t alignment) : row_(graph.tensor_count()) {
    if (row_.size() > 64) throw std::runtime_error("too large");
    for (TensorId t : graph.tensors()) sizes_.push_back((graph.size(t).count + alignment - 1) / alignment * alignment);
    for (auto [i, j] : pairs) row_[i] |= std::uint64_t{1} << j, row_[j] |= std::uint64_t{1} << i;
  }
  /// Of the tensors in `candidates`.
  [[nodiscard]] std::int64_t heaviest(std::uint64_t candidates) const {
    std::int64_t best = 0;
    grow(candidates, 0, best, sum(candidates));
    return best;
  }

 private:
  [[nodiscard]] std::int64_t sum(std::uint64_t set) const {
    std::int64_t out = 0;
    for (std::size_t t = 0; t < sizes_.size(); ++t)
      if (set >> t & 1) out += sizes_[t];
    return out;
  }
  void grow(std::uint64_t candidates, std::int64_t taken, std::int64_t& best, std::int64_t possible) const {
    best = std::max(best, taken);
    while (candidates != 0 && taken + possible > best) {
      const auto t = static_cast<std::size_t>(std::countr_zero(candidates));
      candidates &= candidates - 1;
      const std::uint64_t fewer = candidates & row_[t];
      grow(fewer, taken + sizes_[t], best, sum(fewer));
      possible -= sizes_[t];
    }
  }
  std::vector<std::int64_t> sizes_;
  std::vector<std::uint64_t> row_;
};

}  // namespace

std::int64_t heaviest_set(const Graph& graph, const IndexPairs& pairs, std::int64_t alignment) {
  std::uint64_t needed = 0;
  for (TensorId t : graph.tensors()) needed |= std::uint64_t{graph.is_needed(t)} << t.index();
  return EverySet(graph, pairs, alignment).heaviest(needed);
}

std::int64_t least_footprint(const Graph& graph, const IndexPairs& pairs, std::int64_t alignment) {
  return EveryStart(graph, pairs, alignment).least();
}

Graph with_small_sizes(const Graph& graph, std::uint64_t seed, std::int64_t most) {
  std::mt19937_64 engine(seed);
  Graph::Data data = graph.data();
  for (Bytes& size : data.tensor_size)
    size = {static_cast<std::int64_t>(engine() % static_cast<std::uint64_t>(most + 1))};
  return Graph(std::move(data));
}

Graph with_alignments(const Graph& graph, std::uint64_t seed, const std::vector<std::uint32_t>& some) {
  std::mt19937_64 engine(seed);
  Graph::Data data = graph.data();
  data.tensor_alignment.assign(graph.tensor_count(), 1);
  for (TensorId t : graph.tensors())
    if (!graph.group(t).valid() && engine() % 3 == 0) data.tensor_alignment[t.index()] = some[engine() % some.size()];
  return Graph(std::move(data));
}

OperatorPairs arcs_by_definition(const Graph& graph, std::optional<std::size_t> without_sync) {
  OperatorPairs out;
  for (TensorId t : graph.tensors())
    for (OperatorId use : graph.consumers(t))
      if (graph.producer(t).valid() && use != graph.producer(t))
        out.emplace_back(graph.producer(t).index(), use.index());
  for (std::size_t k = 0; k < graph.control().size(); ++k)
    if (k != without_sync) out.emplace_back(graph.control()[k].before.index(), graph.control()[k].after.index());
  std::vector<std::optional<std::size_t>> last(graph.stream_count());
  for (OperatorId o : graph.operators()) {
    std::optional<std::size_t>& before = last[graph.stream(o).index()];
    if (before) out.emplace_back(*before, o.index());
    before = o.index();
  }
  std::ranges::sort(out);
  out.erase(std::ranges::unique(out).begin(), out.end());
  return out;
}

std::vector<std::vector<bool>> closure(std::size_t count, const OperatorPairs& arcs) {
  std::vector<std::vector<bool>> reached(count, std::vector<bool>(count));
  for (auto [from, to] : arcs) reached[from][to] = true;
  for (std::size_t k = 0; k < count; ++k)
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = 0; reached[i][k] && j < count; ++j)
        if (reached[k][j]) reached[i][j] = true;
  return reached;
}

std::vector<std::vector<bool>> ancestors_by_definition(const Graph& graph) {
  const std::size_t n = graph.operator_count();
  std::vector<std::vector<bool>> ancestor(n, std::vector<bool>(n));
  for (auto [from, to] : arcs_by_definition(graph)) {  // all arcs into an operator come before any out of it
    for (std::size_t u = 0; u < n; ++u)
      if (ancestor[from][u]) ancestor[to][u] = true;
    ancestor[to][from] = true;
  }
  return ancestor;
}

std::string lost_wait(const Graph& given, const Graph& edited) {
  static const std::regex kCopy("( again( [0-9]+)?)+$");
  const auto ancestor = ancestors_by_definition(edited);
  std::map<std::string, std::vector<OperatorId>> instances;
  for (OperatorId o : edited.operators())
    instances[std::regex_replace(std::string(edited.name(o)), kCopy, "")].push_back(o);
  for (OperatorId o : given.operators())
    for (OperatorId each : instances[std::string(given.name(o))]) {
      const auto waits_for = [&](OperatorId other) { return ancestor[each.index()][other.index()]; };
      const auto lost = [&](OperatorId other) {
        return std::string(edited.name(each)) + " need not wait for " + std::string(given.name(other));
      };
      for (const ControlEdge& sync : given.control())
        if (sync.after == o && !waits_for(edited.find_operator(given.name(sync.before)))) return lost(sync.before);
      for (TensorId t : given.inputs(o)) {
        const OperatorId maker = given.producer(t);
        if (maker.valid() && maker != o && std::ranges::none_of(instances[std::string(given.name(maker))], waits_for))
          return lost(maker);
      }
    }
  return {};
}

}  // namespace stowage::test
