// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/layout/problem.h"
#include "core/layout/runs.h"

namespace stowage {

/// Lists of runs, each in ascending order of `begin` (runs of one list may overlap), and the memory some of them are
/// in. Their union is what is asked for.
struct RunLists {
  std::vector<std::span<const Run>> lists;
  std::array<std::vector<Run>, 2> hits;

  void clear() {
    lists.clear();
    for (auto& list : hits) list.clear();
  }
  void add(std::span<const Run> list) {
    if (!list.empty()) lists.push_back(list);
  }
};

/// What is occupied when: placed tensors by their window on one line, for the question "which addresses are taken by
/// any tensor whose window overlaps this one?". Most answers are a handful of runs, though hundreds of tensors make
/// them up, so the answer is kept ready in merged form rather than gathered tensor by tensor.
/// ```
///   line:     |  leaf 0  |  leaf 1  |  leaf 2  |  leaf 3  |      leaves hold equal numbers of window ends
///   tensor:          [==================)
///                partial      full    partial                partial leaves keep it as it is, with its window;
///   any(0..1): |-----x---------|                             full ones merge it into one set of addresses;
///   any(2..3):                 |-----x---------|             every node of the tree above merges what touches it
/// ```
/// A window asks the inner leaves by the largest nodes that cover them, and the (at most two) leaves that it covers in
/// part by their full set and those partial tensors it overlaps.
class Timeline {
 public:
  using Window = LayoutProblem::Window;

  /// For windows within [0, …); empty ones are never added.
  explicit Timeline(std::span<const Window> windows);

  void add(Window window, Run run);
  /// Adds to `out` the lists whose union is taken by tensors that overlap `window`.
  void collect(Window window, RunLists& out) const;

 private:
  /// Tensors that cover a leaf in part, in order of begin.
  struct Partial {
    std::vector<Conflicts::Position> from, to;
    std::vector<Run> runs;
  };

  [[nodiscard]] bool covers(Window window, std::size_t leaf) const {
    return window.begin <= first_step_[leaf] && window.end >= first_step_[leaf + 1];
  }
  void collect_partial(Window window, std::size_t leaf, RunLists& out, std::vector<Run>& hits) const;

  std::size_t leaf_count_ = 1;                   // a power of two
  std::vector<std::uint32_t> leaf_of_;           // by step
  std::vector<Conflicts::Position> first_step_;  // by leaf, and one past the last
  std::vector<Partial> partial_;                 // by leaf
  std::vector<RunSet> full_;                     // by leaf
  std::vector<RunSet> any_;                      // a heap: node 1 is the root, node leaf_count_ + k is leaf k
};

}  // namespace stowage
