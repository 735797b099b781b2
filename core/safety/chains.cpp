// SPDX-License-Identifier: Apache-2.0
#include "core/safety/chains.h"

#include "core/base/text.h"

namespace stowage {
namespace {

ChainCover cover_from(std::vector<ChainCover::Place> place, std::size_t count) {
  auto chains = Csr<OperatorId>::from_each(std::max<std::size_t>(count, 1), [&](const auto& add) {
    for (std::size_t o = 0; o < place.size(); ++o) add(place[o].chain, OperatorId(o));
  });
  return {std::move(place), std::move(chains)};
}

/// Chains found greedily: each operator, in global order, continues the chain whose last operator is its most recent
/// ancestor, or starts a new one. O(arcs · chains) time; none where it would use more than `memory_limit` bytes or
/// `most` chains, or where the task was stopped.
///
/// Keeps vector clocks over the chains that are still being made. The clock of an operator says, for each chain, how
/// much of it lies behind the operator; it ends at its last chain that is not 0, so unrelated operators cost nothing.
std::optional<ChainCover> chains_of_ancestors(const Graph& graph, std::size_t most, std::size_t memory_limit,
                                              const Task& task) {
  const auto predecessors = Csr<OperatorId>::from_each(graph.operator_count(), [&](const auto& add) {
    for (OperatorId o : graph.operators())
      graph.for_each_successor(o, [&](OperatorId after) { add(after.index(), o); });
  });
  std::vector<ChainCover::Place> place;
  std::vector<OperatorId> tails;                  // by chain: its last operator
  std::vector<std::int32_t> clocks, row, length;  // of all operators, of the present one, and by chain
  std::vector<std::size_t> begin{0};              // in clocks, by operator
  const auto merge = [&](OperatorId before) {
    const auto [chain, position] = place[before.index()];
    if (chain < row.size() && row[chain] >= position) return;  // then its whole clock is in the row already
    const std::size_t first = begin[before.index()], size = begin[before.index() + 1] - first;
    row.resize(std::max({row.size(), size, std::size_t{chain} + 1}), 0);
    for (std::size_t c = 0; c < size; ++c) row[c] = std::max(row[c], clocks[first + c]);
    row[chain] = std::max(row[chain], position);
  };
  for (OperatorId o : graph.operators()) {
    if (task.poll(o.index())) return std::nullopt;
    row.clear();
    std::ranges::for_each(predecessors[o.index()], merge);
    std::size_t chain = tails.size();
    for (std::size_t c = 0; c < row.size(); ++c)
      if (row[c] == length[c] && row[c] > 0 && (chain == tails.size() || tails[c] > tails[chain])) chain = c;
    if (chain == tails.size()) {
      tails.emplace_back();
      length.push_back(0);
    }
    tails[chain] = o;
    place.push_back({static_cast<std::uint32_t>(chain), ++length[chain]});
    clocks.insert(clocks.end(), row.begin(), row.end());
    begin.push_back(clocks.size());
    if (tails.size() >= most || clocks.size() > memory_limit / sizeof(std::int32_t)) return std::nullopt;
  }
  return cover_from(std::move(place), tails.size());
}

/// Chains beyond this are worth an attempt at fewer, longer ones.
constexpr std::size_t kManyChains = 64;

/// More than this for the tables is refused.
constexpr std::size_t kMemoryLimit = std::size_t{4} << 30;

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
    const OperatorId u(o);
    Position* const row = cells_.get() + o * width_;
    if (const OperatorId next = cover_.next(u); next.valid()) {
      std::copy_n(this->row(next), width_, row);
      const auto [chain, position] = cover_.place[next.index()];
      row[chain] = position;
    } else {
      std::fill_n(row, width_, Conflicts::kNever);
    }
    graph_.for_each_successor(u, [&](OperatorId v) {
      const auto [chain, position] = cover_.place[v.index()];
      if (row[chain] <= position) return;
      const Position* const other = this->row(v);
      for (std::size_t s = 0; s < width_; ++s) row[s] = std::min(row[s], other[s]);
      row[chain] = position;
    });
  }
  return true;
}

}  // namespace stowage
