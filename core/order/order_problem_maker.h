// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "core/order/order_problem.h"

namespace stowage {

/// Collects an OrderProblem.
class OrderProblemMaker {
 public:
  using Index = OrderProblem::Index;

  /// Operators in an allowed order.
  explicit OrderProblemMaker(std::vector<OperatorId> operators) { problem_.operators = std::move(operators); }

  /// May repeat.
  void add_arc(Index from, Index to) { arcs_.emplace_back(from, to); }
  void add_base(Bytes size) { problem_.base += size; }
  /// `users`: distinct, without the producer.
  template <class Users>
  void add_tensor(const OrderProblem::Tensor& tensor, const Users& users) {
    const auto t = static_cast<Index>(problem_.tensors.size());
    problem_.tensors.push_back(tensor);
    if (tensor.producer != OrderProblem::kNone) outputs_.emplace_back(tensor.producer, t);
    for (const Index user : users) {
      users_.emplace_back(t, user);
      inputs_.emplace_back(user, t);
    }
  }

  /// Leaves nothing behind.
  [[nodiscard]] OrderProblem take();

 private:
  OrderProblem problem_;
  std::vector<std::pair<Index, Index>> arcs_, users_, inputs_, outputs_;
};

}  // namespace stowage
