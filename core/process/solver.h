// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/csr.h"
#include "core/base/task.h"

namespace stowage {

/// In a program with larger numbers, a value that a solver takes for zero may be a whole unit.
inline constexpr std::int64_t kMaxExactUnits = 1 << 20;

/// A mixed-integer linear program with whole coefficients: minimise the first column, so that every row has
/// Σ factor · column ≥ least.
struct LinearProgram {
  struct Column {
    std::int64_t least = 0, most = 0;  ///< its bounds, both included
    bool whole = true;                 ///< false: any real number
  };
  struct Term {
    std::uint32_t column;
    std::int64_t factor;
  };

  std::vector<Column> columns;
  Csr<Term> rows;
  std::vector<std::int64_t> least;  ///< by row

  std::uint32_t add_column(const Column& column) {
    columns.push_back(column);
    return static_cast<std::uint32_t>(columns.size() - 1);
  }
  void add_row(std::span<const Term> terms, std::int64_t at_least) {
    rows.add_row(terms);
    least.push_back(at_least);
  }
};

/// Writes a program in the LP format of CPLEX, which all solvers read; column k is called "xk".
[[nodiscard]] std::string write_lp(const LinearProgram& program);

/// The claims of a solver. Only the form is checked.
struct SolverAnswer {
  enum class Status { optimal, stopped, infeasible };
  Status status = Status::stopped;
  std::optional<double> objective;            ///< of `values`
  std::optional<double> bound;                ///< no solution is smaller; finite
  std::optional<std::vector<double>> values;  ///< by column, finite
};

/// The files of one run, in a folder of its own.
struct SolverFiles {
  std::string program;   ///< the program to solve, as an LP file
  std::string solution;  ///< where the solver is to write
  std::string options;   ///< a file of options, where the solver wants one
};

/// How to talk to one solver.
struct Solver {
  std::string_view id;       ///< "cbc"; the name of its program, too
  std::string_view package;  ///< where to get it, for messages
  /// Its arguments. It must stop by itself after so many seconds, with the best solution it has.
  std::vector<std::string> (*arguments)(const SolverFiles& files, double seconds);
  /// Reads its answer from its solution file (empty: there is none) and the end of its output; the error quotes what it
  /// does not understand.
  tl::expected<SolverAnswer, std::string> (*read)(std::string_view solution, std::string_view output,
                                                  const LinearProgram& program);
  std::string (*options)(double seconds) = nullptr;  ///< the text of SolverFiles::options
};

/// The table of all solvers; the first is the default.
[[nodiscard]] std::span<const Solver> solvers();

/// A solver, and the program to run for it.
struct SolverChoice {
  const Solver* solver = nullptr;
  std::string program;
};
/// "the answer of cbc is wrong: …" (external).
[[nodiscard]] tl::unexpected<Error> wrong_answer(const SolverChoice& choice, const std::string& what);
/// The solver with that name: "highs", or the path of a program whose name begins with the id of a solver
/// ("/opt/scip-9/bin/scip"); the first of the table for an empty name. external for any other.
[[nodiscard]] Result<SolverChoice> choose_solver(std::string_view name);
/// The name in the environment variable STOWAGE_SOLVER, or an empty one. Programs call it, the library does not.
[[nodiscard]] std::string solver_of_environment();

/// Runs the solver for at most `seconds`, and ends it at the latest at the task's deadline or when cancelled. external
/// where it is missing, fails, crashes or writes an unreadable answer; timed_out where it still runs 5 s after its
/// time; bad_input where no temporary files can be written.
[[nodiscard]] Result<SolverAnswer> solve(const SolverChoice& choice, const LinearProgram& program, double seconds,
                                         const Task& task);

}  // namespace stowage
