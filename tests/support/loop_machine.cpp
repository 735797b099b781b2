// SPDX-License-Identifier: Apache-2.0
#include "tests/support/loop_machine.h"

#include <algorithm>
#include <vector>

namespace stowage::test {
namespace {

/// A value, and where it lies now.
struct Held {
  std::int64_t address = 0;
  int value = 0;
};
using Where = std::function<std::int64_t(TensorId)>;

class Machine {
 public:
  explicit Machine(const Iterations& iterations) : iterations_(iterations) {}

  void run(const Graph& graph, const LoopsPlan& loops, const Plan& plan) {
    std::vector<int> values(graph.tensor_count());
    const Where where = [&](TensorId t) { return plan.offsets[t.index()].value; };
    for (TensorId t : graph.tensors())
      if (!graph.producer(t).valid()) values[t.index()] = make(where(t), graph.size(t));
    for (OperatorId o : graph.operators()) step(graph, o, loops.loops, where, values, 0);
    for (TensorId t : graph.tensors())
      if (graph.is_output(t)) look(graph, t, where(t), values[t.index()], "the end");
  }
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  int make(std::int64_t address, Bytes size) {
    const int value = ++made_;
    const auto at = static_cast<std::size_t>(address), count = static_cast<std::size_t>(size.count);
    memory_.resize(std::max(memory_.size(), at + count));
    std::fill_n(memory_.begin() + address, count, value);
    length_.push_back(size.count);
    return value;
  }

  /// As much of it as there ever was: tensors that take turns may differ in size.
  void look(const Graph& graph, TensorId t, std::int64_t address, int value, const std::string& who) {
    const std::int64_t size = std::min(graph.size(t).count, length_[static_cast<std::size_t>(value)]);
    for (std::int64_t b = 0; b < size && fault_.empty(); ++b)
      if (memory_[static_cast<std::size_t>(address + b)] != value)
        fault_ = who + " of " + graph.name() + " finds byte " + std::to_string(b) + " of " +
                 std::string(graph.name(t)) + " overwritten at " + std::to_string(address + b);
  }

  void step(const Graph& graph, OperatorId o, const std::vector<LoopPlan>& loops, const Where& where,
            std::vector<int>& values, std::size_t iteration) {
    const auto look_at_inputs = [&] {
      for (TensorId t : graph.inputs(o))
        if (graph.producer(t) != o) look(graph, t, where(t), values[t.index()], std::string(graph.name(o)));
    };
    look_at_inputs();
    for (const LoopPlan& loop : loops)
      if (loop.node == o) run_loop(graph, loop, where, values, iterations_(loop, iteration));
    for (TensorId t : graph.outputs(o)) values[t.index()] = make(where(t), graph.size(t));
    look_at_inputs();
  }

  /// `body` without the buffers of inner loops: those come in with the plan alone.
  void run_loop(const Graph& graph, const LoopPlan& loop, const Where& outside, const std::vector<int>& outside_values,
                std::size_t iterations) {
    const Graph& body = loop.loop->body;
    std::size_t now = 0;
    const auto address = [&](const LoopPlace& place) {
      if (place.outside.valid()) return outside(place.outside);
      return loop.workspaces.empty() ? 0 : outside(loop.workspaces[place.buffer]) + place.offset;
    };
    const Where where = [&](TensorId t) {
      if (loop.views[t.index()].empty()) fault_ = std::string(body.name(t)) + " lies nowhere";
      return fault_.empty() ? address(loop.views[t.index()].at(now)) : 0;
    };
    const auto is_made = [&](std::string_view name) {
      return std::ranges::any_of(graph.outputs(loop.node), [&](TensorId t) { return graph.name(t) == name; });
    };
    std::vector<int> values(body.tensor_count());
    for (TensorId t : body.tensors()) {
      if (body.producer(t).valid()) continue;
      const TensorId same = graph.find_tensor(body.name(t));
      const bool found = same.valid() && std::ranges::count(graph.inputs(loop.node), same) > 0;
      if (found)
        values[t.index()] = outside_values[same.index()];
      else if (!loop.views[t.index()].empty())  // else nobody may ever ask for it
        values[t.index()] = make(where(t), body.size(t));
    }
    for (; now < iterations && fault_.empty(); ++now) {
      for (OperatorId o : body.operators()) step(body, o, loop.inner, where, values, now);
      const std::string end = "the end of iteration " + std::to_string(now);
      for (TensorId t : body.tensors())
        if (body.is_output(t) || is_made(body.name(t))) look(body, t, where(t), values[t.index()], end);
      const std::vector<int> before = values;
      for (const auto& [into, from] : loop.loop->carry) values[into.index()] = before[from.index()];
    }
  }

  const Iterations& iterations_;
  std::vector<int> memory_;              // by address: the value that was written there last
  std::vector<std::int64_t> length_{0};  // by value
  int made_ = 0;
  std::string fault_;
};

}  // namespace

std::string run_on_machine(const Graph& graph, const LoopsPlan& loops, const Plan& plan, const Iterations& iterations) {
  Machine machine(iterations);
  machine.run(graph, loops, plan);
  return machine.fault();
}

}  // namespace stowage::test
