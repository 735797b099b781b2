// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/plan/problem.h"
#include "core/process/solver.h"

// The integer program of offsets that MemoMalloc ("mip"), OLLA and ROAM ask a solver for.
namespace stowage {

/// No solver gets anywhere with a program of more unsafe pairs where none of its blocks is fixed.
inline constexpr std::size_t kMaxMipPairs = 50'000;
/// More take too much memory.
inline constexpr std::size_t kMaxProgramPairs = 1'000'000;
/// What a solver has where there is no deadline.
inline constexpr double kSolverSeconds = 60;

/// A block of a program: to be placed, or at a fixed start.
struct MipBlock {
  BlockProblem::Block block;
  std::optional<std::int64_t> start{};  ///< bytes
};

/// The placement of some blocks as a mixed-integer program (Levental, MemoMalloc, chapter 1, section 3; Sekiyama et
/// al.), generalised from overlapping lifetimes to the unsafe relation, and from tensors to blocks. In **units**, the
/// largest bytes that all sizes, steps and fixed starts are multiples of:
/// ```
///   minimise u,   least <= u <= most
///   o_a + size_a <= u                                  each block a, at o_a = step_a · k_a, or fixed
///   o_a + top_i  <= o_b + foot_j + big  · z            each unsafe pair of a member i of a and j of b: i is below
///   o_b + top_j  <= o_a + foot_i + big' · (1 - z)      where z = 0, above where z = 1;  foot, top: within the block
/// ```
/// Apart from the steps only the choices z count: given them, the least offsets are longest paths in whole numbers. A
/// solution is made into offsets in this way, however the solver has rounded it.
class MipModel {
 public:
  /// Blocks that keep no bytes from others are left out. `most`: the end of a valid placement; `least`: a proved bound
  /// below it. too_large where there are more than kMaxProgramPairs pairs; otherwise fails only when stopped.
  [[nodiscard]] static Result<MipModel> make(const LayoutProblem& problem, std::span<const MipBlock> blocks,
                                             Bytes least, Bytes most, const Task& task);

  [[nodiscard]] const LinearProgram& program() const { return program_; }
  [[nodiscard]] Bytes unit() const { return unit_; }
  [[nodiscard]] std::int64_t least() const { return program_.columns[0].least; }  ///< in units
  [[nodiscard]] std::int64_t most() const { return program_.columns[0].most; }    ///< in units
  [[nodiscard]] std::size_t pair_count() const { return pairs_.size(); }
  /// Pairs whose order is open: neither `most` nor a fixed block nor symmetry decides it.
  [[nodiscard]] std::size_t choice_count() const { return choices_; }

  /// Returns the worst fault of a solution, in units: how far two blocks of a pair overlap, a block ends above u, or a
  /// start is below 0. `values` by column.
  [[nodiscard]] double violation(std::span<const double> values) const;
  /// Returns the least offsets, in units by place in `blocks`, that keep the solution's order of every pair; nothing
  /// where these orders contradict each other.
  [[nodiscard]] std::optional<std::vector<std::int64_t>> starts(std::span<const double> values) const;
  /// Where a block ends at the highest, in units.
  [[nodiscard]] std::int64_t top(std::span<const std::int64_t> starts) const;

 private:
  /// A block that keeps bytes from others.
  struct Placed {
    std::size_t place;  ///< in `blocks`
    std::uint32_t column;
    std::int64_t size, step;              ///< units
    std::optional<std::int64_t> fixed{};  ///< units
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

  [[nodiscard]] Result<void> find_pairs(const LayoutProblem& problem, std::span<const MipBlock> blocks,
                                        const Task& task);
  void write_program(const LayoutProblem& problem, Bytes least, Bytes most);
  /// Where a block may start.
  [[nodiscard]] std::int64_t lowest(const Placed& placed) const { return placed.fixed.value_or(0); }
  [[nodiscard]] std::int64_t highest(const Placed& placed) const { return placed.fixed.value_or(most() - placed.size); }
  [[nodiscard]] bool may_be_below(const Span& lower, const Span& upper) const {
    return lowest(placed_[lower.placed]) + lower.below(upper) <= highest(placed_[upper.placed]);
  }
  void add_below(const Span& lower, const Span& upper, std::uint32_t choice, std::int64_t when);
  [[nodiscard]] double start_of(std::uint32_t placed, std::span<const double> values) const {
    const Placed& of = placed_[placed];
    return of.fixed ? static_cast<double>(*of.fixed) : static_cast<double>(of.step) * values[of.column];
  }

  Bytes unit_{1};
  std::size_t blocks_ = 0, choices_ = 0;
  std::vector<Placed> placed_;
  std::vector<Pair> pairs_;
  LinearProgram program_;
};

/// What became of a program.
struct MipOutcome {
  std::optional<std::vector<std::int64_t>> starts;  ///< bytes, by place in the blocks; nothing where none was found
  Bytes top{};                                      ///< where the highest block ends
  Bytes bound{};                                    ///< proved: no placement ends lower
  std::size_t choices = 0;
  bool stopped = false;       ///< the solver had not come to its end
  double seconds = 0;         ///< how long the solver ran
  std::string_view solver{};  ///< empty where there are no pairs, so that none was asked

  [[nodiscard]] bool proved() const { return starts && top == bound; }
  /// "cbc proved in 0.12 s that no plan is smaller (24 choices)", where there are starts and `claim` is "no plan is
  /// smaller"; or how far they are above the bound.
  [[nodiscard]] std::string text(const std::string& claim) const;
};

/// Lets a solver place the blocks of a model, for so many seconds.
///
/// Its bound counts as proved where its arithmetic can be trusted (placements of at most kMaxExactUnits units,
/// core/process/solver.h), and is rounded up only beyond what tolerances may hide. external where a solver is missing
/// or fails, or its answer contradicts itself or `most`; cancelled.
[[nodiscard]] Result<MipOutcome> solve_placement(const MipModel& model, const SolverChoice& solver, double seconds,
                                                 const Task& task);

/// The same within the time of the task, or kSolverSeconds. Fails also where the solver found nothing: timed_out.
[[nodiscard]] Result<MipOutcome> solve_in_time(const MipModel& model, const std::string& solver, const Task& task);

}  // namespace stowage
