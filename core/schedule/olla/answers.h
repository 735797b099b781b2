// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/base/error.h"
#include "core/schedule/olla/order_solver.h"

// What to make of a solver's answers to the programs of orders.
namespace stowage::olla {

/// What the first column of a program counts: units above a base.
struct PeakScale {
  Bytes unit, base;
};

/// What an answer proves of all orders, from `known.least` to `known.most`, to a program that asks for less than the
/// latter. Nothing more than is known where the solver's arithmetic cannot be trusted with numbers that large.
[[nodiscard]] Bytes proved_bound(const SolverAnswer& answer, const LinearProgram& program, const PeakScale& scale,
                                 const Known& known);

/// Whether no operator comes before one that it waits for.
[[nodiscard]] bool respects_arcs(const OrderProblem& problem, std::span<const OrderProblem::Index> sequence);

/// bad_input: "the answer of cbc is wrong: …".
[[nodiscard]] Error contradiction(const SolverChoice& solver, const char* what);

}  // namespace stowage::olla
