// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/plan/problem.h"
#include "core/process/solver.h"

namespace stowage {

/// No solver gets anywhere with a program of more unsafe pairs.
inline constexpr std::size_t kMostMipPairs = 50'000;

/// The placement of blocks as a mixed-integer program (Levental, MemoMalloc, chapter 1, section 3; Sekiyama et al.),
/// generalised from overlapping lifetimes to the unsafe relation, and from tensors to blocks. In **units**, the largest
/// bytes that all sizes and steps are multiples of:
/// ```
///   minimise u,   least <= u <= most
///   o_a + size_a <= u                                  each block a, at o_a = step_a · k_a
///   o_a + top_i  <= o_b + foot_j + big  · z            each unsafe pair of a member i of a and j of b: i is below
///   o_b + top_j  <= o_a + foot_i + big' · (1 - z)      where z = 0, above where z = 1;  foot, top: within the block
/// ```
/// Apart from the steps only the choices z count: given them, the least offsets are longest paths in whole numbers. A
/// solution is made into offsets in this way, however the solver has rounded it.
class MipModel {
 public:
  /// `most`: the footprint of a valid plan; `least`: a proved bound below it. too_large where there are more than
  /// kMostMipPairs pairs; otherwise fails only when stopped.
  [[nodiscard]] static Result<MipModel> make(const LayoutProblem& problem, Bytes least, Bytes most, const Task& task);

  [[nodiscard]] const LinearProgram& program() const { return program_; }
  [[nodiscard]] Bytes unit() const { return unit_; }
  [[nodiscard]] std::int64_t least() const { return program_.columns[0].least; }  ///< in units
  [[nodiscard]] std::int64_t most() const { return program_.columns[0].most; }    ///< in units
  [[nodiscard]] std::size_t pair_count() const { return pairs_.size(); }

  /// Returns the worst fault of a solution, in units: how far two blocks of a pair overlap, a block ends above u, or a
  /// start is below 0. `values` by column.
  [[nodiscard]] double violation(std::span<const double> values) const;
  /// Returns the least offsets, in units by block of the problem, that keep the solution's order of every pair; nothing
  /// where these orders contradict each other.
  [[nodiscard]] std::optional<std::vector<std::int64_t>> starts(std::span<const double> values) const;

 private:
  /// A block that keeps bytes from others.
  struct Placed {
    std::uint32_t block;
    std::uint32_t column;
    std::int64_t size, step;  ///< units
  };
  struct Span {
    std::uint32_t placed;
    std::int64_t foot, top;  ///< units from the start of the block

    /// What keeps `upper` above this: start(upper) >= start(this) + below(upper).
    [[nodiscard]] std::int64_t below(const Span& upper) const { return top - upper.foot; }
  };
  struct Pair {
    Span a, b;
  };

  [[nodiscard]] Result<void> find_pairs(const LayoutProblem& problem, const Task& task);
  void write_program(const LayoutProblem& problem, Bytes least, Bytes most);
  void add_below(const Span& lower, const Span& upper, std::uint32_t choice, std::int64_t when);
  [[nodiscard]] double start_of(const Span& span, std::span<const double> values) const {
    const Placed& placed = placed_[span.placed];
    return static_cast<double>(placed.step) * values[placed.column];
  }

  Bytes unit_{1};
  std::size_t blocks_ = 0;
  std::vector<Placed> placed_;
  std::vector<Pair> pairs_;
  LinearProgram program_;
};

}  // namespace stowage
