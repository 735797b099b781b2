// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/simplify.h"

#include <ranges>

#include "core/base/bits.h"
#include "core/layout/engine/occupancy.h"

namespace stowage {
namespace {

/// Takes out one tensor after the other, and looks at its neighbours again: they have one less.
class Simplifier {
 public:
  Simplifier(const LayoutProblem& problem, Bytes capacity)
      : problem_(problem),
        capacity_(capacity.count),
        granularity_(problem.granularity()),
        neighbours_(problem.sizes().size()),
        neighbour_bytes_(problem.sizes().size()),
        row_((problem.sizes().size() + 63) / 64) {
    out_.listed.resize(problem.sizes().size());
  }

  Result<Simplified> find(const Task& task) && {
    for (TensorId t : problem_.graph().tensors()) {
      if (task.poll(t.index(), 64)) return tl::unexpected(task.why_stopped());
      if (problem_.occupies(t)) count_neighbours(t);
    }
    for (TensorId t : problem_.graph().tensors()) list_if_simple(t);
    for (std::size_t k = 0; k < out_.order.size(); ++k) {
      if (task.poll(k, 64)) return tl::unexpected(task.why_stopped());
      take_out(out_.order[k]);
    }
    return std::move(out_);
  }

 private:
  void count_neighbours(TensorId t) {
    problem_.conflicts().unsafe_row(t, row_);
    for_each_bit(row_, [&](std::size_t other) {
      if (!problem_.occupies(TensorId(other))) return;
      ++neighbours_[t.index()];
      neighbour_bytes_[t.index()] += problem_.sizes()[other].count;
    });
  }

  void list_if_simple(TensorId t) {
    const LayoutProblem::Block b = problem_.block_of(t);
    if (out_.listed[t.index()] || problem_.block(b).size() > 1 || !problem_.occupies(t)) return;
    const std::int64_t step = problem_.block_step(b);
    const std::int64_t size = problem_.sizes()[t.index()].count;
    // A gap begins and ends at multiples of the granularity; rounded up to the step, its start wastes no more than
    // this.
    const std::int64_t rounding = step - std::gcd(step, granularity_);
    const std::int64_t most_wasted = size + rounding - granularity_;
    const std::int64_t left = capacity_ - neighbour_bytes_[t.index()];
    if (left <= 0 || (left - 1) / (neighbours_[t.index()] + 1) < most_wasted) return;
    out_.listed[t.index()] = true;
    out_.order.push_back(t);
  }

  void take_out(TensorId t) {
    problem_.conflicts().unsafe_row(t, row_);
    for_each_bit(row_, [&](std::size_t other) {
      if (out_.listed[other] || !problem_.occupies(TensorId(other))) return;
      --neighbours_[other];
      neighbour_bytes_[other] -= problem_.sizes()[t.index()].count;
      list_if_simple(TensorId(other));
    });
  }

  const LayoutProblem& problem_;
  std::int64_t capacity_;
  std::int64_t granularity_;
  std::vector<std::int64_t> neighbours_, neighbour_bytes_;  // by tensor
  std::vector<std::uint64_t> row_;
  Simplified out_;
};

}  // namespace

Result<Simplified> simplify(const LayoutProblem& problem, Bytes capacity, const Task& task) {
  return Simplifier(problem, capacity).find(task);
}

void place_simplified(const LayoutProblem& problem, const Simplified& simplified, std::vector<Offset>& offsets) {
  if (simplified.order.empty()) return;
  Occupancy occupancy(problem);
  FreeStarts free(occupancy);
  for (std::size_t b = 0; b < problem.block_count(); ++b) {
    const TensorId first = problem.block(b)[0];
    if (!simplified.listed[first.index()]) occupancy.add(b, offsets[first.index()].value);
  }
  for (TensorId t : std::views::reverse(simplified.order)) {
    const std::size_t b = problem.block_of(t);
    std::int64_t start = 0;
    free.offer_to(b, [&](std::int64_t x, std::int64_t up) {
      start = round_up(x, problem.block_step(b));
      return start < up;
    });
    occupancy.add(b, start);
    offsets[t.index()] = {start};
  }
}

}  // namespace stowage
