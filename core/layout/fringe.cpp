// SPDX-License-Identifier: Apache-2.0
#include "core/layout/fringe.h"

#include <algorithm>
#include <utility>

#include "core/layout/overlaps.h"

namespace stowage {

/// Calls `each(array of the chunk)` for all its arrays.
template <class Each>
void Fringe::for_each_array(Chunk& chunk, const Each& each) {
  each(chunk.wide_from), each(chunk.wide_to), each(chunk.sure_from), each(chunk.sure_to);
  each(chunk.begin), each(chunk.end), each(chunk.tensor);
}

void Fringe::split(std::size_t at) {
  Chunk& low = *chunks_[at];
  auto high = std::make_unique<Chunk>();
  high->count = low.count / 2;
  low.count -= high->count;
  const auto copy = [&](auto& from, auto& to) { std::copy_n(from.begin() + low.count, high->count, to.begin()); };
  copy(low.wide_from, high->wide_from), copy(low.wide_to, high->wide_to);
  copy(low.sure_from, high->sure_from), copy(low.sure_to, high->sure_to);
  copy(low.begin, high->begin), copy(low.end, high->end), copy(low.tensor, high->tensor);
  for (Chunk* chunk : {&low, high.get()}) {
    chunk->hull = {*std::min_element(chunk->wide_from.begin(), chunk->wide_from.begin() + chunk->count),
                   *std::max_element(chunk->wide_to.begin(), chunk->wide_to.begin() + chunk->count)};
  }
  chunks_.insert(chunks_.begin() + static_cast<std::ptrdiff_t>(at) + 1, std::move(high));
}

void Fringe::add(TensorId t, Run run) {
  if (chunks_.empty()) chunks_.push_back(std::make_unique<Chunk>());
  const auto begins_after = [](std::int64_t begin, const auto& chunk) { return begin < chunk->begin[0]; };
  // The last chunk that begins at or before the run, or the first.
  const auto above = std::upper_bound(chunks_.begin() + 1, chunks_.end(), run.begin, begins_after);
  auto at = static_cast<std::size_t>(above - chunks_.begin()) - 1;
  if (chunks_[at]->count == kCapacity) {
    split(at);
    if (run.begin >= chunks_[at + 1]->begin[0]) ++at;
  }
  Chunk& chunk = *chunks_[at];
  const auto slot =
      std::upper_bound(chunk.begin.begin(), chunk.begin.begin() + chunk.count, run.begin) - chunk.begin.begin();
  for_each_array(chunk, [&](auto& array) {
    std::copy_backward(array.begin() + slot, array.begin() + chunk.count, array.begin() + chunk.count + 1);
  });
  ++chunk.count;
  const auto k = static_cast<std::size_t>(slot);
  const auto wide = problem_->wide_windows()[t.index()], sure = problem_->sure_windows()[t.index()];
  chunk.wide_from[k] = wide.begin, chunk.wide_to[k] = wide.end;
  chunk.sure_from[k] = sure.begin, chunk.sure_to[k] = sure.end;
  chunk.begin[k] = run.begin, chunk.end[k] = run.end, chunk.tensor[k] = t;
  chunk.hull = {std::min(chunk.hull.begin, wide.begin), std::max(chunk.hull.end, wide.end)};
}

void Fringe::collect(TensorId t, std::vector<Candidate>& out) const {
  alignas(64) std::array<std::uint8_t, kCapacity + 8> flags;
  const auto wide = problem_->wide_windows()[t.index()], sure = problem_->sure_windows()[t.index()];
  for (const auto& chunk : chunks_) {
    if (chunk->hull.begin >= wide.end || wide.begin >= chunk->hull.end) continue;
    flag_overlaps_except(chunk->wide_from.data(), chunk->wide_to.data(), wide, chunk->sure_from.data(),
                         chunk->sure_to.data(), sure, chunk->count, flags.data());
    std::fill_n(flags.data() + chunk->count, 8, std::uint8_t{0});
    for_each_flag(flags.data(), chunk->count, [&](std::size_t i) {
      out.push_back({{chunk->begin[i], chunk->end[i]}, chunk->tensor[i]});
    });
  }
}

}  // namespace stowage
