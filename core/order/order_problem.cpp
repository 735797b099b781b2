// SPDX-License-Identifier: Apache-2.0
#include "core/order/order_problem.h"

#include <cassert>

#include "core/base/bits.h"
#include "core/graph/indexing.h"
#include "core/order/reachability.h"

namespace stowage {
namespace {

using Index = OrderProblem::Index;

constexpr std::size_t kMaxReached = 24'576;  // operators; their reachability is two bits a pair of them, 151 MB

/// By operator: bytes of its inputs and outputs, and of the tensors there all the time.
std::vector<Bytes> touched_bytes(const OrderProblem& problem) {
  std::vector<Bytes> out(problem.count(), problem.base);
  for (std::size_t o = 0; o < out.size(); ++o) {
    for (const Index t : problem.inputs[o]) out[o] += problem.tensors[t].size;
    for (const Index t : problem.outputs[o]) out[o] += problem.tensors[t].size;
  }
  return out;
}

/// By operator: bytes that are there when it runs in every order; fewer, where the task is stopped.
std::vector<Bytes> sure_bytes(const OrderProblem& problem, const Task& task) {
  const auto from = Reachability::of_descendants(problem, task), to = Reachability::of_ancestors(problem, task);
  if (task.should_stop()) return touched_bytes(problem);
  std::vector<Bytes> out(problem.count(), problem.base);
  std::vector<std::uint64_t> there(from.words());
  for (std::size_t t = 0; t < problem.tensors.size(); ++t) {
    if (task.poll(t, 64)) break;
    const OrderProblem::Tensor& tensor = problem.tensors[t];
    std::ranges::fill(there, tensor.kept ? ~std::uint64_t{0} : 0);
    for (const Index user : problem.users[t]) Reachability::add(there, to[user]);
    if (tensor.producer != OrderProblem::kNone) {
      there[tensor.producer / 64] |= std::uint64_t{1} << tensor.producer % 64;
      for (std::size_t w = 0; w < there.size(); ++w) there[w] &= from[tensor.producer][w];
    }
    for_each_bit(there, [&](std::size_t o) { out[o] += tensor.size; });
  }
  return out;
}

}  // namespace

OrderProblem OrderProblemMaker::take() {
  sort_distinct(arcs_);
  const std::size_t count = problem_.count();
  problem_.successors = Csr<Index>::from_pairs(count, arcs_);
  for (auto& [from, to] : arcs_) std::swap(from, to);
  problem_.predecessors = Csr<Index>::from_pairs(count, arcs_);
  problem_.users = Csr<Index>::from_pairs(problem_.tensors.size(), users_);
  problem_.inputs = Csr<Index>::from_pairs(count, inputs_);
  problem_.outputs = Csr<Index>::from_pairs(count, outputs_);
  return std::move(problem_);
}

OrderProblem order_problem(const Graph& graph) {
  const auto operators = graph.operators();
  OrderProblemMaker maker({operators.begin(), operators.end()});
  for_each_arc(graph.data(), [&](Arc arc) {
    maker.add_arc(static_cast<Index>(arc.from.index()), static_cast<Index>(arc.to.index()));
  });
  std::vector<Index> users;
  for (const TensorId t : graph.tensors()) {
    if (!graph.is_needed(t) || graph.size(t) == Bytes{}) continue;
    const OperatorId producer = graph.producer(t);
    if (!producer.valid() && graph.is_output(t)) {
      maker.add_base(graph.size(t));
      continue;
    }
    users.clear();
    for (const OperatorId user : graph.consumers(t))
      if (user != producer) users.push_back(static_cast<Index>(user.index()));
    const Index made_by = producer.valid() ? static_cast<Index>(producer.index()) : OrderProblem::kNone;
    maker.add_tensor({graph.size(t), made_by, graph.is_output(t)}, users);
  }
  return maker.take();
}

OrderProblem part_of(const OrderProblem& whole, std::span<const Index> members, std::span<const OrderSide> sides) {
  std::vector<Index> place(whole.count(), OrderProblem::kNone);
  std::vector<OperatorId> operators;
  for (const Index member : members) {
    assert(sides[member] == OrderSide::inside);
    place[member] = static_cast<Index>(operators.size());
    operators.push_back(whole.operators[member]);
  }
  OrderProblemMaker maker(std::move(operators));
  maker.add_base(whole.base);
  for (const Index member : members)
    for (const Index next : whole.successors[member])
      if (sides[next] == OrderSide::inside) maker.add_arc(place[member], place[next]);
  for (std::size_t t = 0; t < whole.tensors.size(); ++t) {
    const OrderProblem::Tensor& tensor = whole.tensors[t];
    const bool from_start = tensor.producer == OrderProblem::kNone;
    const OrderSide made = from_start ? OrderSide::before : sides[tensor.producer];
    if (made == OrderSide::after || made == OrderSide::left_out) continue;
    std::vector<Index> users;  // by their indices in the part
    bool kept = tensor.kept;
    for (const Index user : whole.users[t]) {
      if (sides[user] == OrderSide::inside) users.push_back(place[user]);
      kept = kept || sides[user] == OrderSide::after;
    }
    if (made == OrderSide::inside)
      maker.add_tensor({tensor.size, place[tensor.producer], kept}, users);
    else if (kept)
      maker.add_base(tensor.size);
    else if (!users.empty())
      maker.add_tensor({tensor.size, OrderProblem::kNone, false}, users);
  }
  return maker.take();
}

OrderProblem window_of(const OrderProblem& whole, std::span<const Index> sequence, std::size_t begin, std::size_t end) {
  std::vector<OrderSide> sides(whole.count());
  for (std::size_t k = 0; k < sequence.size(); ++k)
    sides[sequence[k]] = k < begin ? OrderSide::before : k < end ? OrderSide::inside : OrderSide::after;
  return part_of(whole, sequence.subspan(begin, end - begin), sides);
}

std::vector<Bytes> memory_curve_of(const OrderProblem& problem, std::span<const Index> sequence) {
  std::vector<std::size_t> left(problem.tensors.size());
  Bytes alive = problem.base;
  for (std::size_t t = 0; t < left.size(); ++t) {
    left[t] = problem.users[t].size();
    if (problem.tensors[t].producer == OrderProblem::kNone) alive += problem.tensors[t].size;
  }
  std::vector<Bytes> curve;
  curve.reserve(sequence.size());
  for (const Index o : sequence) {
    for (const Index t : problem.outputs[o]) alive += problem.tensors[t].size;
    curve.push_back(alive);
    const auto release = [&](Index t) {
      if (left[t] == 0 && !problem.tensors[t].kept) alive -= problem.tensors[t].size;
    };
    for (const Index t : problem.outputs[o]) release(t);
    for (const Index t : problem.inputs[o]) {
      --left[t];
      release(t);
    }
  }
  return curve;
}

Bytes peak_of(const OrderProblem& problem, std::span<const Index> sequence) {
  const auto curve = memory_curve_of(problem, sequence);
  return curve.empty() ? Bytes{} : *std::ranges::max_element(curve);
}

std::vector<Bytes> least_bytes(const OrderProblem& problem, const Task& task) {
  const bool reached = problem.count() <= kMaxReached && !task.should_stop();
  return reached ? sure_bytes(problem, task) : touched_bytes(problem);
}

Bytes least_peak(const OrderProblem& problem, const Task& task) {
  return problem.count() == 0 ? Bytes{} : std::ranges::max(least_bytes(problem, task));
}

std::vector<bool> memory_insensitive(const Csr<std::uint32_t>& successors) {
  const auto count = static_cast<std::int64_t>(successors.row_count());
  std::vector<std::int64_t> last_before(successors.row_count(), -1);  // the largest predecessor
  std::vector<bool> out(successors.row_count());
  std::int64_t latest_joined = -1;  // the latest first successor of the vertices so far
  for (std::int64_t v = 0; v < count; ++v) {
    out[static_cast<std::size_t>(v)] = latest_joined <= v;
    std::int64_t first_after = count;
    for (std::uint32_t w : successors[static_cast<std::size_t>(v)]) {
      first_after = std::min<std::int64_t>(first_after, w);
      last_before[w] = std::max(last_before[w], v);
    }
    latest_joined = std::max(latest_joined, first_after);
  }
  std::int64_t earliest_split = count;  // the earliest last predecessor of the vertices after
  for (std::int64_t v = count; v-- > 0;) {
    if (earliest_split < v) out[static_cast<std::size_t>(v)] = false;
    earliest_split = std::min(earliest_split, last_before[static_cast<std::size_t>(v)]);
  }
  return out;
}

}  // namespace stowage
