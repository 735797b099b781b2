// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "core/base/task.h"
#include "core/graph/graph.h"

// Which order of some operators needs the least memory: of a whole graph, or of a part of it that is ordered on its own
// (a segment, a window, a leaf). Tensors that the part shares with the rest are counted, so that the peak of a part is
// that of its steps within the whole.
namespace stowage {

/// Where an operator of the whole stands, seen from a part.
enum class OrderSide : std::uint8_t {
  before,    ///< it has run
  inside,    ///< the part orders it
  after,     ///< it runs later
  left_out,  ///< it is not counted: what it makes is not there, and what it uses does not wait for it
};

/// Operators 0 … count-1, numbered in an order that is allowed, and the tensors that change while they run.
struct OrderProblem {
  using Index = std::uint32_t;
  static constexpr Index kNone = std::numeric_limits<Index>::max();

  struct Tensor {
    Bytes size;
    Index producer = kNone;  ///< none: there from the start
    bool kept = false;       ///< there at the end: an output, or used later
  };

  std::vector<OperatorId> operators;    ///< by operator: that of the graph
  Csr<Index> predecessors, successors;  ///< of operators: distinct, by data and control edges
  std::vector<Tensor> tensors;          ///< of sizes above 0
  Csr<Index> users;                     ///< by tensor: distinct operators, never its producer
  Csr<Index> inputs, outputs;           ///< by operator: tensors
  Bytes base;                           ///< of tensors there all the time

  [[nodiscard]] std::size_t count() const { return operators.size(); }
};

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

/// The problem of a whole graph; operator k is OperatorId(k).
[[nodiscard]] OrderProblem order_problem(const Graph& graph);

/// The part of the operators that are `inside`; `members` lists them in an allowed order. No path may lead from a
/// member through an operator that is not one to another member. O(members + tensors of the whole).
[[nodiscard]] OrderProblem part_of(const OrderProblem& whole, std::span<const OrderProblem::Index> members,
                                   std::span<const OrderSide> sides);
/// The steps [begin, end) of an order, all others being fixed.
[[nodiscard]] OrderProblem window_of(const OrderProblem& whole, std::span<const OrderProblem::Index> sequence,
                                     std::size_t begin, std::size_t end);

/// Bytes alive at each step of an order, and the most of them (0 without operators).
[[nodiscard]] std::vector<Bytes> memory_curve_of(const OrderProblem& problem,
                                                 std::span<const OrderProblem::Index> sequence);
[[nodiscard]] Bytes peak_of(const OrderProblem& problem, std::span<const OrderProblem::Index> sequence);

/// By operator: bytes that are there when it runs, in every order: tensors that are made before it and used after it in
/// every order, and its own. O(tensors · operators) at worst up to 24,576 operators; beyond them only what each
/// operator touches is counted. Stopped, it leaves out tensors, so that the numbers are smaller.
[[nodiscard]] std::vector<Bytes> least_bytes(const OrderProblem& problem, const Task& task = {});
/// The largest of these: no order has a smaller peak. (core/order/peak_cuts.h finds more, and takes longer.)
[[nodiscard]] Bytes least_peak(const OrderProblem& problem, const Task& task = {});

/// Which vertices stand at the same step in every topological order: those comparable with all others. Their steps need
/// the same memory in every order, hence ROAM's **memory-insensitive operators**; and the vertices between two of them
/// can be ordered without regard to the rest.
/// ```
///       ┌─▶ 1 ─▶ 2 ─┐
///   0 ──┤           ├─▶ 4 ──▶ 5      0, 4 and 5 are insensitive; 1, 2 and 3 are an independent segment
///       └────▶ 3 ───┘
/// ```
/// Vertices are numbered in some topological order; successors may repeat. Vertex i is insensitive iff each vertex
/// before it has a successor that is not after it, and each vertex after it a predecessor that is not before it: then
/// paths from all the former lead to it, and from it to all the latter. Two scans; O(V + E).
[[nodiscard]] std::vector<bool> memory_insensitive(const Csr<std::uint32_t>& successors);

}  // namespace stowage
