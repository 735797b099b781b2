// SPDX-License-Identifier: Apache-2.0
#include "core/safety/chains.h"

#include "core/base/text.h"

namespace stowage {
namespace {

ChainCover cover_from(std::vector<ChainCover::Place> place, std::size_t count) {
  auto operators = Csr<OperatorId>::from_each(std::max<std::size_t>(count, 1), [&](const auto& add) {
    for (std::size_t o = 0; o < place.size(); ++o) add(place[o].chain, OperatorId(o));
  });
  return {std::move(place), std::move(operators)};
}

Csr<OperatorId> predecessors(const Graph& graph) {
  return Csr<OperatorId>::from_each(graph.operator_count(), [&](const auto& add) {
    for (OperatorId o : graph.operators())
      graph.for_each_successor(o, [&](OperatorId after) { add(after.index(), o); });
  });
}

/// Vector clocks over chains that are still being made. The clock of an operator says, for each chain, how much of
/// it lies behind the operator; it ends at its last chain that is not 0, so unrelated operators cost nothing.
class Greedy {
 public:
  Greedy(const Graph& graph, std::size_t most, std::size_t memory_limit)
      : arcs_(predecessors(graph)), most_(most), limit_(memory_limit / sizeof(std::int32_t)) {
    place_.reserve(graph.operator_count());
    begin_.reserve(graph.operator_count() + 1);
  }

  /// False where a limit is passed.
  bool add(OperatorId o) {
    row_.clear();
    for (OperatorId before : arcs_[o.index()]) merge(before);
    std::size_t chain = tails_.size();
    OperatorId newest;
    for (std::size_t c = 0; c < row_.size(); ++c)
      if (row_[c] == length_[c] && row_[c] > 0 && (!newest.valid() || tails_[c] > newest))
        chain = c, newest = tails_[c];
    if (chain == tails_.size()) {
      tails_.emplace_back();
      length_.push_back(0);
    }
    tails_[chain] = o;
    place_.push_back({static_cast<std::uint32_t>(chain), ++length_[chain]});
    clocks_.insert(clocks_.end(), row_.begin(), row_.end());
    begin_.push_back(clocks_.size());
    return tails_.size() < most_ && clocks_.size() <= limit_;
  }

  [[nodiscard]] ChainCover finish() && { return cover_from(std::move(place_), tails_.size()); }

 private:
  void merge(OperatorId before) {
    const auto [chain, position] = place_[before.index()];
    if (chain < row_.size() && row_[chain] >= position) return;  // then its whole clock is in the row already
    const std::size_t begin = begin_[before.index()], size = begin_[before.index() + 1] - begin;
    row_.resize(std::max({row_.size(), size, std::size_t{chain} + 1}), 0);
    const std::int32_t* clock = clocks_.data() + begin;
    for (std::size_t c = 0; c < size; ++c) row_[c] = std::max(row_[c], clock[c]);
    row_[chain] = std::max(row_[chain], position);
  }

  Csr<OperatorId> arcs_;
  std::size_t most_, limit_;
  std::vector<ChainCover::Place> place_;
  std::vector<std::int32_t> clocks_, row_, length_;
  std::vector<std::size_t> begin_{0};
  std::vector<OperatorId> tails_;
};

/// Chains found greedily: each operator, in global order, continues the chain whose last operator is its most recent
/// ancestor, or starts a new one. O(arcs · chains) time; none where it would use more than `memory_limit` bytes or
/// `most` chains, or where the task was stopped.
std::optional<ChainCover> chains_of_ancestors(const Graph& graph, std::size_t most, std::size_t memory_limit,
                                              const Task& task) {
  Greedy greedy(graph, most, memory_limit);
  for (OperatorId o : graph.operators()) {
    if (!greedy.add(o)) return std::nullopt;
    if (task.poll(o.index())) return std::nullopt;
  }
  return std::move(greedy).finish();
}

/// Chains beyond this are worth an attempt at fewer, longer ones.
constexpr std::size_t kManyChains = 64;

/// More than this for the tables is refused.
constexpr std::size_t kMemoryLimit = std::size_t{4} << 30;

void merge_min(Conflicts::Position* row, const Conflicts::Position* other, std::size_t width) {
  for (std::size_t s = 0; s < width; ++s) row[s] = std::min(row[s], other[s]);
}

std::size_t bytes_needed(const Graph& graph, std::size_t chains) {
  const std::size_t cells =
      chains == 1 ? graph.tensor_count()
                  : graph.operator_count() * ChainReachability::width_of(chains) + graph.tensor_count() * chains;
  return cells * sizeof(Conflicts::Position);
}

Error too_large(std::size_t chains, std::size_t bytes) {
  return Error::of(Error::Kind::too_large, "comparing operators on " + std::to_string(chains) +
                                               " independent streams needs " + gibibytes(bytes) +
                                               " of memory, more than the 4 GiB allowed");
}

}  // namespace

ChainCover chains_of_streams(const Graph& graph) {
  std::vector<std::uint32_t> chain(graph.stream_count());
  std::uint32_t count = 0;
  for (StreamId s : graph.streams()) chain[s.index()] = graph.operators_of(s).empty() ? 0 : count++;
  std::vector<ChainCover::Place> place;
  place.reserve(graph.operator_count());
  for (OperatorId o : graph.operators())
    place.push_back({chain[graph.stream(o).index()], static_cast<std::int32_t>(graph.position(o))});
  return cover_from(std::move(place), count);
}

std::optional<ChainCover> chain_of_all(const Graph& graph) {
  // Nothing comes between two neighbours of a topological order: if one leads to the other, it does so by one arc.
  const auto leads_to = [&](OperatorId o, OperatorId next) {
    const auto made_by_o = [&](TensorId t) { return graph.producer(t) == o; };
    const auto waiting = graph.control_successors(o);
    return graph.next_in_stream(o) == next || std::ranges::find(waiting, next) != waiting.end() ||
           std::ranges::any_of(graph.inputs(next), made_by_o);
  };
  std::vector<ChainCover::Place> place;
  for (OperatorId o : graph.operators()) {
    const OperatorId next(o.index() + 1);
    if (next.index() < graph.operator_count() && !leads_to(o, next)) return std::nullopt;
    place.push_back({0, static_cast<std::int32_t>(next.index())});
  }
  return cover_from(std::move(place), 1);
}

Result<ChainCover> choose_chains(const Graph& graph, const Task& task) {
  if (auto one = chain_of_all(graph)) return std::move(*one);
  ChainCover cover = chains_of_streams(graph);
  if (cover.count() > kManyChains || bytes_needed(graph, cover.count()) > kMemoryLimit)
    if (auto fewer = chains_of_ancestors(graph, cover.count(), kMemoryLimit, task)) cover = std::move(*fewer);
  if (task.should_stop()) return tl::unexpected(task.why_stopped());
  const std::size_t bytes = bytes_needed(graph, cover.count());
  if (bytes > kMemoryLimit) return tl::unexpected(too_large(cover.count(), bytes));
  return cover;
}

ChainReachability::ChainReachability(const Graph& graph, const ChainCover& cover)
    : graph_(graph),
      cover_(cover),
      width_(width_of(cover.count())),
      cells_(std::make_unique_for_overwrite<Position[]>(graph.operator_count() * width_)) {}

bool ChainReachability::compute(const Task& task) {
  for (std::size_t o = graph_.operator_count(); o-- > 0;) {
    if (task.poll(o)) return false;
    fill(OperatorId(o));
  }
  return true;
}

void ChainReachability::fill(OperatorId u) {
  Position* row = cells_.get() + u.index() * width_;
  if (const OperatorId next = cover_.next(u); next.valid()) {
    std::copy_n(this->row(next), width_, row);
    const auto [chain, position] = cover_.place[next.index()];
    row[chain] = position;
  } else {
    std::fill_n(row, width_, Conflicts::kNever);
  }
  graph_.for_each_successor(u, [&](OperatorId after) { relax(row, after); });
}

void ChainReachability::relax(Position* row, OperatorId v) const {
  const auto [chain, position] = cover_.place[v.index()];
  if (row[chain] <= position) return;
  merge_min(row, this->row(v), width_);
  row[chain] = position;
}

}  // namespace stowage
