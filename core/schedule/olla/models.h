// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/schedule/olla/spans.h"
#include "core/schedule/order_problem.h"
#include "core/solver/linear_program.h"

namespace stowage::olla {

/// A number of a program: a column, or one that is known.
struct Term {
  static constexpr std::uint32_t kNoColumn = 0;  // that is the peak

  std::uint32_t column = kNoColumn;
  std::int64_t known = 0;
};

/// OLLA's problem (14), which order needs least wherever tensors will lie, as an integer program. Its first column is
/// the peak in units (bytes that divide all sizes) above what is always there. Operators may share a step: one after
/// the other they need no more. An operator that makes nothing, and an order between two without a tensor, are tensors
/// of size 0.
class OrderModel {
 public:
  enum class Form {
    full,     ///< (1) to (5) and (13): a tensor is created at a step (C), or preserved (P), for all steps
    pruned,   ///< the same, where spans leave a choice
    compact,  ///< whether an operator has run by a step (Z), where spans leave a choice; tensors are real numbers
  };

  /// The peak is within [least, most]; where that is not possible the program has no solution.
  [[nodiscard]] static OrderModel make(const OrderProblem& problem, Form form, Bytes least, Bytes most);

  /// Bytes that divide all sizes; two peaks differ by a multiple of it.
  [[nodiscard]] static Bytes unit_of(const OrderProblem& problem);

  [[nodiscard]] const LinearProgram& program() const { return program_; }
  [[nodiscard]] Bytes unit() const { return unit_; }
  [[nodiscard]] Bytes base() const { return base_; }
  [[nodiscard]] std::size_t binary_count() const;

  /// Of the compact form, by step of the tensor's MUL (core/schedule/olla/spans.h): whether it is in memory there, or a
  /// number that is at least 1 if it is.
  [[nodiscard]] std::span<const Term> there(OrderProblem::Index tensor) const { return there_[tensor]; }

  /// The operators by the steps of a solution (function 1), those of one step by their numbers; nothing where it has
  /// none for one of them.
  [[nodiscard]] std::optional<std::vector<OrderProblem::Index>> sequence(std::span<const double> values) const;

 private:
  friend class ModelMaker;

  LinearProgram program_;
  Bytes unit_{1}, base_;
  std::vector<std::uint32_t> begins_;     // by operator: its first step
  std::vector<std::vector<Term>> runs_;   // by operator: of each step from that on, whether it runs or has run there
  std::vector<std::vector<Term>> there_;  // by tensor
};

}  // namespace stowage::olla
