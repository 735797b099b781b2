// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/csr.h"

namespace stowage {

/// In a program with larger numbers, what a solver calls zero may be a whole unit.
inline constexpr std::int64_t kMostExactUnits = 1 << 20;

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

}  // namespace stowage
