// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/layout/problem.h"
#include "core/layout/runs.h"

namespace stowage {

/// Placed tensors in order of offset, for the question "which ones may be unsafe to this tensor, beyond those whose
/// sure windows say so?". Used where there are several chains; the answer is a superset, to be settled pair by pair.
class Fringe {
 public:
  struct Candidate {
    Run run;
    TensorId tensor;
  };

  explicit Fringe(const LayoutProblem& problem) : problem_(&problem) {}

  void add(TensorId t, Run run);
  /// Appends the candidates for `t` in ascending order of their runs' begin.
  void collect(TensorId t, std::vector<Candidate>& out) const;

 private:
  static constexpr std::size_t kCapacity = 512;
  /// A piece of the order: a structure of arrays, so that many are compared at once.
  struct Chunk {
    std::size_t count = 0;
    Conflicts::Window hull{0x7fff'ffff, -1};  // of the wide windows
    std::array<Conflicts::Position, kCapacity> wide_from, wide_to, sure_from, sure_to;
    std::array<std::int64_t, kCapacity> begin, end;
    std::array<TensorId, kCapacity> tensor;
  };

  void split(std::size_t chunk);
  template <class Each>
  static void for_each_array(Chunk& chunk, const Each& each);

  const LayoutProblem* problem_;
  std::vector<std::unique_ptr<Chunk>> chunks_;
};

}  // namespace stowage
