// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/differentiate.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <ranges>
#include <utility>

namespace stowage::zoo {
namespace {

using Role = Network::Role;

std::string_view kind_of(Role role) {
  switch (role) {
    case Role::input:
      return "input";
    case Role::parameter:
      return "weight";
    case Role::activation:
      return "activation";
    case Role::statistics:
      return "statistics";
    case Role::loss:
      return "loss";
  }
  return "";
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
    for (const Network::Node& node : network_.nodes()) run_forward(node);
    if (network_.result().valid()) program_.tensors[of(network_.result()).tensor.index()].output = true;
    return program_;
  }

  void run_backward() {
    find_wanted();
    for (const Network::Node& node : network_.nodes() | std::views::reverse) run_backward(node);
    for (const Of& value : values_)
      if (value.parameter != kNone) program_.parameters[value.parameter].gradient = value.gradient;
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  /// What there is of a value of the network.
  struct Of {
    TensorId tensor{};                    ///< none: left out
    TensorId gradient{};                  ///< the sum so far; none: nothing yet
    std::size_t gradients = 0, sums = 0;  ///< tensors made for that
    std::size_t parameter = kNone;        ///< index into Program::parameters
    bool read = false;                    ///< by a later operator, or the caller
    bool wanted = false;                  ///< a parameter, or computed from one
  };
  [[nodiscard]] Of& of(ValueId value) { return values_[value.index()]; }

  void find_read() {
    for (Of& value : values_) value.read = network_.training();
    for (const Network::Node& node : network_.nodes())
      for (ValueId input : node.inputs) of(input).read = true;
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

  void run_forward(const Network::Node& node) {
    std::vector<TensorId> reads;
    append_tensors(reads, node.inputs);
    const OperatorId op =
        program_.add_operator(node.name, node.kind, node.is_loss ? "loss" : "forward", std::move(reads));
    for (ValueId output : node.outputs) {
      if (!of(output).read) continue;
      const Network::Tensor& made = network_.tensor(output);
      of(output).tensor =
          program_.add_tensor({.name = made.name, .size = made.size(), .kind = kind_of(made.role), .producer = op});
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
    const OperatorId op = program_.add_operator(node.name + '.' + std::string(backward.suffix), backward.kind,
                                                "backward", std::move(reads));
    for (ValueId saved : backward.saved)
      if (of(saved).parameter != kNone) program_.parameters[of(saved).parameter].backward.push_back(op);
    // All its results are there before the first is added to another.
    std::vector<std::pair<ValueId, TensorId>> made;
    for (ValueId value : backward.gives)
      if (of(value).wanted) made.emplace_back(value, add_tensor(value, numbered(".grad", ++of(value).gradients), op));
    for (const auto& [value, gradient] : made) add_to_gradient(value, gradient);
  }

  TensorId add_tensor(ValueId like, const std::string& suffix, OperatorId producer) {
    const Network::Tensor& model = network_.tensor(like);
    return program_.add_tensor(
        {.name = model.name + suffix, .size = model.size(), .kind = "gradient", .producer = producer});
  }

  void add_to_gradient(ValueId value, TensorId more) {
    TensorId& gradient = of(value).gradient;
    if (!gradient.valid()) {
      gradient = more;
      return;
    }
    const std::string sum = numbered(".grad.sum", ++of(value).sums);
    const OperatorId op =
        program_.add_operator(network_.tensor(value).name + sum, "AddGrad", "backward", {gradient, more});
    gradient = add_tensor(value, sum, op);
  }

  const Network& network_;
  bool weights_;
  Program program_;
  std::vector<Of> values_;
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
