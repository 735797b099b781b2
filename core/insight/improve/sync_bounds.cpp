// SPDX-License-Identifier: Apache-2.0
#include "core/insight/improve/sync_bounds.h"

#include "core/base/parallel.h"
#include "core/insight/edit/edits.h"
#include "core/insight/improve/cost.h"

namespace stowage {
namespace {

constexpr std::size_t kMaxNodes = 500'000;  // about 80 bytes each, with their place among those seen: 40 MB
constexpr std::size_t kMaxCuts = 256;       // each node is compared with all of them
constexpr std::size_t kCutMemory = std::size_t{64} << 20;  // of the cuts: at 20 bytes an operator, 256 of 13,000

}  // namespace

void SyncBounds::begin(ProvedBound heaviest) {
  const Graph& graph = space_.graph();
  sizes_ = rounded_sizes(graph, alignment_);
  max_cuts_ = std::clamp(kCutMemory / (Cut::kBytesAnOperator * graph.operator_count()), std::size_t{2}, kMaxCuts);
  heaviest_ = std::move(heaviest);
  cuts_.emplace_back(space_, sizes_, heaviest_);
  const auto streams = static_cast<std::uint32_t>(space_.streams().count());
  for (std::uint32_t from = 0; from < streams; ++from)
    for (std::uint32_t to = 0; to < streams; ++to)
      if (from != to) push({{from, to, 0, static_cast<std::uint32_t>(space_.streams().chains[to].size() + 1)}, {}});
}

void SyncBounds::push(const Node& node) {
  if (seen_.size() == kMaxNodes)
    least_dropped_ = std::min(least_dropped_, node.least);
  else if (seen_.insert(node.place).second)
    waiting_.push(node);
}

std::vector<WeighedSync> SyncBounds::weigh(std::size_t count, Bytes limit) {
  std::vector<WeighedSync> out;
  while (count > 0 && !task_.should_stop()) {
    const std::vector<Node> batch = take(std::min(count, kSyncsAtOnce), limit);
    if (batch.empty()) break;
    count -= batch.size();
    std::vector<std::optional<ProvedBound>> left(batch.size());
    parallel_for(batch.size(), [&](std::size_t i) { left[i] = heaviest_with(space_.edge(batch[i].place)); });
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (!left[i]) {
        if (task_.should_stop()) waiting_.push(batch[i]);
        continue;  // it cannot be added, and no stronger one either
      }
      out.push_back({space_.edge(batch[i].place), left[i]->bytes, batch[i].place});
      Cut cut(space_, sizes_, *left[i]);
      split(batch[i], cut, left[i]->bytes);
      if (cuts_.size() < max_cuts_) cuts_.push_back(std::move(cut));
    }
  }
  return out;
}

/// Takes nodes whose own sync is to be weighed.
std::vector<SyncBounds::Node> SyncBounds::take(std::size_t count, Bytes limit) {
  std::vector<Node> batch;
  while (batch.size() < count && least_waiting() < limit) {
    const Node node = waiting_.top();
    waiting_.pop();
    if (bound_by_cuts(node)) continue;
    if (space_.is_new(node.place))
      batch.push_back(node);
    else
      split(node, Cut(space_, sizes_, heaviest_), heaviest_.bytes);
  }
  return batch;
}

/// Whether a known antichain bounds a node higher than its `least`: then the node is split, and waits again.
bool SyncBounds::bound_by_cuts(const Node& node) {
  const Cut* most = nullptr;
  Bytes least = node.least;
  for (const Cut& cut : cuts_)
    if (const Bytes of_cut = cut.least_with(node.place); of_cut > least) most = &cut, least = of_cut;
  if (!most) return false;
  if (const auto stronger = most->stronger(space_, node.place)) push({*stronger, node.least});
  waiting_.push({node.place, least});
  return true;
}

std::optional<ProvedBound> SyncBounds::heaviest_with(const ControlEdge& sync) const {
  const Result<EditedGraph> edited = add_sync(space_.graph(), sync.before, sync.after);
  if (!edited) return std::nullopt;
  Result<Bounds> bounds = all_bounds(edited->graph, alignment_, task_);
  if (!bounds) return std::nullopt;
  return std::move(bounds->clique);
}

/// The heaviest antichain with this very sync is known; a stronger one may leave less of it.
void SyncBounds::split(const Node& node, const Cut& cut, Bytes weight) {
  if (cut.least_with(node.place) == weight) {
    if (const auto stronger = cut.stronger(space_, node.place)) push({*stronger, node.least});
  } else {
    for (const SyncPlace& next : cut.next(node.place))
      if (!space_.is_refused(next)) push({next, node.least});
  }
}

Bytes SyncBounds::least_with(const SyncPlace& place) const {
  Bytes least;
  for (const Cut& cut : cuts_) least = std::max(least, cut.least_with(place));
  return least;
}

}  // namespace stowage
