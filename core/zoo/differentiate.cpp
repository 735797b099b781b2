// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cassert>
#include <ranges>
#include <utility>

#include "core/papers/papers.h"
#include "core/zoo/network.h"

namespace stowage::zoo {
namespace {

using Role = Network::Role;

/// By role.
constexpr std::string_view kKinds[] = {tensor_kind::kInput, tensor_kind::kWeight, tensor_kind::kActivation,
                                       tensor_kind::kStatistics, tensor_kind::kLoss};
std::string_view kind_of(Role role) {
  return kKinds[static_cast<std::size_t>(role)];
}

bool is_differentiable(const Network::Tensor& tensor) {
  return tensor.role == Role::activation && (tensor.element == Element::float32 || tensor.element == Element::float16);
}

/// "x.grad", "x.grad.2", "x.grad.3"
std::string numbered(std::string name, std::size_t number) {
  return number == 1 ? name : std::move(name) + '.' + std::to_string(number);
}

class Differentiator {
 public:
  Differentiator(const Network& network, bool weights)
      : network_(network), weights_(weights), values_(network.tensors().size()) {}

  Program& run_forward() {
    find_read();
    for (std::size_t v = 0; v < values_.size(); ++v) add_given(ValueId(v));
    for (const Network::Node& node : network_.nodes())
      add_forward(node, "", node.is_loss ? phase::kLoss : phase::kForward,
                  [&](ValueId output) { return of(output).read; });
    if (network_.result().valid()) program_.tensors[of(network_.result()).tensor.index()].output = true;
    return program_;
  }

  void run_backward() {
    find_wanted();
    for (std::size_t n = network_.nodes().size(); n-- > 0;) {
      const std::size_t segment = network_.nodes()[n].segment;
      if (segment != 0 && segment != again_) run_again(n);
      again_ = segment;
      run_backward(network_.nodes()[n]);
    }
    for (const Of& value : values_) {
      if (value.parameter == kNone || !value.gradient.valid()) continue;
      Program::Parameter& parameter = program_.parameters[value.parameter];
      parameter.gradient = value.gradient;
      std::erase(parameter.backward, program_.tensors[value.gradient.index()].producer);
    }
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  /// The tensors of a value of the network.
  struct Of {
    TensorId tensor{};                    ///< none: left out
    TensorId gradient{};                  ///< the sum so far; none: nothing yet
    std::size_t gradients = 0, sums = 0;  ///< tensors made for the gradient
    std::size_t parameter = kNone;        ///< index into Program::parameters
    bool read = false;                    ///< by a later operator, or the caller
    bool wanted = false;                  ///< a parameter, or computed from one
  };
  [[nodiscard]] Of& of(ValueId value) { return values_[value.index()]; }

  /// Whether a backward operator of `node` reads a value only after it was made again.
  [[nodiscard]] bool is_made_again(const Network::Node& node, ValueId value) const {
    const NodeId producer = network_.tensor(value).producer;
    return node.segment != 0 && producer.valid() && network_.nodes()[producer.index()].segment == node.segment;
  }

  void find_read() {
    for (const Network::Node& node : network_.nodes()) {
      for (ValueId input : node.inputs) of(input).read = true;
      if (!network_.training()) continue;
      for (const Network::Backward& backward : node.backward)
        for (ValueId saved : backward.saved)
          if (!is_made_again(node, saved)) of(saved).read = true;
    }
    if (network_.result().valid()) of(network_.result()).read = true;
  }

  /// Tensors that are present from the start.
  void add_given(ValueId id) {
    const Network::Tensor& tensor = network_.tensor(id);
    const bool parameter = tensor.role == Role::parameter;
    if (tensor.role == Role::input || (parameter && weights_))
      of(id).tensor = program_.add_tensor(
          {.name = tensor.name, .size = tensor.size(), .kind = kind_of(tensor.role), .output = parameter});
    if (!parameter) return;
    of(id).parameter = program_.parameters.size();
    program_.parameters.push_back({tensor.name, tensor.size(), of(id).tensor, {}, {}});
  }

  /// Appends the tensors of those values that are not left out.
  void append_tensors(std::vector<TensorId>& list, const std::vector<ValueId>& values) {
    for (ValueId value : values)
      if (of(value).tensor.valid()) list.push_back(of(value).tensor);
  }

  void add_forward(const Network::Node& node, const char* suffix, std::string_view phase, const auto& is_read) {
    std::vector<TensorId> reads;
    append_tensors(reads, node.inputs);
    const OperatorId op =
        add_operator(node.name + suffix, node.kind, phase, std::move(reads), node.flops, {node.inputs, node.outputs});
    for (ValueId output : node.outputs) {
      if (!is_read(output)) continue;
      const Network::Tensor& made = network_.tensor(output);
      of(output).tensor = program_.add_tensor(
          {.name = made.name + suffix, .size = made.size(), .kind = kind_of(made.role), .producer = op});
    }
  }

  /// Runs again the operators of the segment that ends with node `last` whose results its backward operators need.
  void run_again(std::size_t last) {
    const std::vector<Network::Node>& nodes = network_.nodes();
    std::size_t first = last;
    while (first > 0 && nodes[first - 1].segment == nodes[last].segment) --first;
    std::vector<bool> needed(values_.size(), false), runs(last + 1, false);
    for (std::size_t n = last + 1; n-- > first;) {
      for (const Network::Backward& backward : nodes[n].backward)
        for (ValueId saved : backward.saved) needed[saved.index()] = true;
      runs[n] = std::ranges::any_of(nodes[n].outputs, [&](ValueId output) { return needed[output.index()]; });
      if (!runs[n]) continue;
      for (ValueId input : nodes[n].inputs) needed[input.index()] = true;
    }
    const std::size_t begin = program_.operators.size();
    for (std::size_t n = first; n <= last; ++n) {
      if (!runs[n]) continue;
      remember_readers(nodes[n].inputs, OperatorId(program_.operators.size()));
      add_forward(nodes[n], ".again", phase::kBackward, [&](ValueId v) { return bool{needed[v.index()]}; });
    }
    wait_for_gradient(nodes[last], begin);
  }

  /// Makes the operators from `begin` on, which run again, wait for the gradient of the segment's result.
  void wait_for_gradient(const Network::Node& node, std::size_t begin) {
    const TensorId gradient = of(node.outputs.front()).gradient;
    if (!gradient.valid()) return;
    const OperatorId before = program_.tensors[gradient.index()].producer;
    for (std::size_t o = begin; o < program_.operators.size(); ++o) {
      const auto is_made_again = [&](TensorId read) {
        const OperatorId producer = program_.tensors[read.index()].producer;
        return producer.valid() && producer.index() >= begin;
      };
      if (std::ranges::none_of(program_.operators[o].reads, is_made_again))
        program_.control.push_back({before, OperatorId(o)});
    }
  }

  void find_wanted() {
    for (Of& value : values_) value.wanted = value.parameter != kNone;
    for (const Network::Node& node : network_.nodes())
      if (std::ranges::any_of(node.inputs, [&](ValueId input) { return of(input).wanted; }))
        for (ValueId output : node.outputs) of(output).wanted = is_differentiable(network_.tensor(output));
  }

  void run_backward(const Network::Node& node) {
    std::vector<TensorId> gradients;
    for (ValueId output : node.outputs)
      if (of(output).gradient.valid()) gradients.push_back(of(output).gradient);
    const bool is_last = std::ranges::find(node.outputs, network_.result()) != node.outputs.end();
    if (gradients.empty() && !is_last) return;
    for (ValueId input : node.passes) {
      assert(gradients.size() == 1);
      if (of(input).wanted) add_to_gradient(input, gradients.front());
    }
    for (const Network::Backward& backward : node.backward) run_backward(node, backward, gradients);
  }

  void run_backward(const Network::Node& node, const Network::Backward& backward, std::vector<TensorId> reads) {
    if (std::ranges::none_of(backward.gives, [&](ValueId value) { return of(value).wanted; })) return;
    append_tensors(reads, backward.saved);
    const OperatorId op =
        add_operator(node.name + '.' + backward.suffix, backward.kind, phase::kBackward, std::move(reads),
                     backward.flops, {node.outputs, backward.saved, backward.gives});
    remember_readers(backward.saved, op);
    // All its results are there before the first is added to another.
    std::vector<std::pair<ValueId, TensorId>> made;
    for (ValueId value : backward.gives)
      if (of(value).wanted) made.emplace_back(value, add_tensor(value, numbered(".grad", ++of(value).gradients), op));
    for (const auto& [value, gradient] : made) add_to_gradient(value, gradient);
  }

  void remember_readers(const std::vector<ValueId>& read, OperatorId op) {
    for (ValueId value : read)
      if (of(value).parameter != kNone) program_.parameters[of(value).parameter].backward.push_back(op);
  }

  TensorId add_tensor(ValueId like, const std::string& suffix, OperatorId producer) {
    const Network::Tensor& model = network_.tensor(like);
    return program_.add_tensor(
        {.name = model.name + suffix, .size = model.size(), .kind = tensor_kind::kGradient, .producer = producer});
  }

  void add_to_gradient(ValueId value, TensorId more) {
    TensorId& gradient = of(value).gradient;
    if (!gradient.valid()) {
      gradient = more;
      return;
    }
    const std::string sum = numbered(".grad.sum", ++of(value).sums);
    const OperatorId op = add_operator(network_.tensor(value).name + sum, "AddGrad", phase::kBackward, {gradient, more},
                                       0, {{value, value, value}});
    gradient = add_tensor(value, sum, op);
  }

  /// An operator that reads and writes `values` (or their gradients), left out of the graph or not.
  OperatorId add_operator(std::string name, std::string_view kind, std::string_view phase, std::vector<TensorId> reads,
                          double flops, std::initializer_list<std::vector<ValueId>> values) {
    const OperatorId op = program_.add_operator(std::move(name), kind, phase, std::move(reads));
    Work& work = program_.operators[op.index()].work;
    work.flops = flops;
    for (const std::vector<ValueId>& some : values)
      for (ValueId value : some) {
        const Network::Tensor& tensor = network_.tensor(value);
        work.bytes += static_cast<double>(tensor.size().count);
        work.half |= tensor.element == Element::float16;
      }
    return op;
  }

  const Network& network_;
  bool weights_;
  Program program_;
  std::vector<Of> values_;
  std::size_t again_ = 0;  ///< the segment that was run again last
};

}  // namespace

Program forward_program(const Network& network, bool weights) {
  return std::move(Differentiator(network, weights).run_forward());
}

Program training_program(const Network& network, bool weights) {
  assert(network.training() && network.result().valid());
  Differentiator differentiator(network, weights);
  Program& program = differentiator.run_forward();
  differentiator.run_backward();
  return std::move(program);
}

}  // namespace stowage::zoo
