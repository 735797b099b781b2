// SPDX-License-Identifier: Apache-2.0
#include "core/safety/chain_reachability.h"

#include "core/base/text.h"

namespace stowage {
namespace {

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
