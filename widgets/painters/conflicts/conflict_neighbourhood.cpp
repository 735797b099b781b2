// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/conflicts/conflict_neighbourhood.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace stowage {
namespace {

using Bits = std::vector<std::uint64_t>;

void set(Bits& bits, TensorId t) {
  bits[t.index() / 64] |= std::uint64_t{1} << (t.index() % 64);
}

/// Leaves the `room` largest, in order.
void keep_largest(const Graph& graph, std::vector<TensorId>& tensors, std::size_t room) {
  const auto end = tensors.begin() + static_cast<std::ptrdiff_t>(std::min(room, tensors.size()));
  std::ranges::partial_sort(tensors, end, {}, [&](TensorId t) { return std::pair(-graph.size(t).count, t.index()); });
  tensors.erase(end, tensors.end());
}

/// The walk over the unsafe relation, hop by hop.
class Walk {
 public:
  Walk(const Graph& graph, std::span<const Lifetime> lifetimes, const Conflicts& conflicts,
       const NeighbourhoodLimits& limits)
      : graph_(graph),
        lifetimes_(lifetimes),
        conflicts_(conflicts),
        limits_(limits),
        seen_((graph.tensor_count() + 63) / 64),
        row_(seen_.size()) {}

  void start(std::span<const TensorId> centre) {
    std::vector<TensorId> tensors(centre.begin(), centre.end());
    for (TensorId t : tensors) set(seen_, t);
    out_.centre_left = tensors.size();
    keep_largest(graph_, tensors, limits_.most);
    out_.centre_left -= tensors.size();
    add(tensors, 0);
  }

  /// False where the task was stopped.
  bool step(int hop, const Task& task) {
    Bits found(seen_.size());
    for (std::size_t i = first_of_hop_; i < out_.members.size(); ++i) {
      if (task.should_stop()) return false;
      conflicts_.unsafe_row(out_.members[i].tensor, row_);
      for (std::size_t w = 0; w < row_.size(); ++w) found[w] |= row_[w];
    }
    std::vector<TensorId> candidates;
    for (std::size_t w = 0; w < found.size(); ++w)
      for (std::uint64_t left = found[w] & ~seen_[w]; left != 0; left &= left - 1)
        consider(TensorId(w * 64 + static_cast<std::size_t>(std::countr_zero(left))), candidates);
    for (std::size_t w = 0; w < found.size(); ++w) seen_[w] |= found[w];
    const std::size_t all = candidates.size();
    keep_largest(graph_, candidates, limits_.most - out_.members.size());
    out_.too_many += all - candidates.size();
    add(candidates, hop);
    return true;
  }

  ConflictNeighbourhood take() { return std::move(out_); }

 private:
  void consider(TensorId t, std::vector<TensorId>& candidates) {
    if (limits_.within && !lifetimes_[t.index()].overlaps(*limits_.within))
      ++out_.elsewhere;
    else if (graph_.size(t) < limits_.smallest)
      ++out_.too_small;
    else
      candidates.push_back(t);
  }

  void add(const std::vector<TensorId>& tensors, int hop) {
    first_of_hop_ = out_.members.size();
    for (TensorId t : tensors) out_.members.push_back({t, hop});
  }

  const Graph& graph_;
  std::span<const Lifetime> lifetimes_;
  const Conflicts& conflicts_;
  const NeighbourhoodLimits& limits_;
  Bits seen_, row_;
  std::size_t first_of_hop_ = 0;
  ConflictNeighbourhood out_;
};

}  // namespace

std::vector<TensorId> ConflictNeighbourhood::tensors() const {
  std::vector<TensorId> out;
  for (const Member& member : members) out.push_back(member.tensor);
  return out;
}

Result<ConflictNeighbourhood> conflict_neighbourhood(const Graph& graph, std::span<const Lifetime> lifetimes,
                                                     const Conflicts& conflicts, std::span<const TensorId> centre,
                                                     const NeighbourhoodLimits& limits, const Task& task) {
  Walk walk(graph, lifetimes, conflicts, limits);
  walk.start(centre);
  for (int hop = 1; hop <= limits.hops; ++hop)
    if (!walk.step(hop, task)) return tl::unexpected(task.why_stopped());
  return walk.take();
}

}  // namespace stowage
