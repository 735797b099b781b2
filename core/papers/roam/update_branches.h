// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/papers/roam/operator_roles.h"

namespace stowage::roam {

/// A weight-update branch run on its own, without a pause.
struct Branch {
  std::vector<OrderProblem::Index> sequence;  ///< its updates, in the order that needs least
  Bytes gradient;                             ///< bytes of the gradients that it takes from the rest
  Bytes peak;                                 ///< while it runs, with its gradients and without what is always present
  Bytes least;                                ///< proved: needed beside what is always present, in every order

  /// Its memory in sizes of its gradients: about 1 for SGD, 3 for Adam.
  [[nodiscard]] double alpha() const {
    return gradient.count == 0 ? 0.0 : static_cast<double>(peak.count) / static_cast<double>(gradient.count);
  }
};

/// Returns all branches by number, each ordered by an exact search (beyond 5,000 states by the best order so far), on
/// all cores.
[[nodiscard]] std::vector<Branch> measure_branches(const OrderProblem& problem, const Parts& parts, const Task& task);

/// A problem in which each branch is one operator, with a workspace for what it needs beyond its gradients and results.
struct Joined {
  OrderProblem problem;
  Csr<OrderProblem::Index> members;  ///< by operator of `problem`: its operators in the original one, as they run
};
[[nodiscard]] Joined join_branches(const OrderProblem& problem, const Parts& parts,
                                   const std::vector<Branch>& branches);

}  // namespace stowage::roam
