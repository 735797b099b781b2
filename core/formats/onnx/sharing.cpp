// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/sharing.h"

#include <algorithm>
#include <string_view>

#include "core/formats/lines.h"

namespace stowage::onnx_file {
namespace {

// Operators whose result has the bytes of the first input. In both lists, each name is between blanks.
constexpr std::string_view kReshaping = " Dropout Flatten Identity Reshape Squeeze Unsqueeze ";
// Operators that make each element of the result from the same element of the inputs, after reading it.
constexpr std::string_view kElementWise =
    " Abs Acos Acosh Add And Asin Asinh Atan Atanh BitwiseAnd BitwiseNot BitwiseOr BitwiseXor Cast Ceil Celu Clip Cos "
    "Cosh Div Elu Erf Exp Floor Gelu HardSigmoid HardSwish LeakyRelu Log Max Mean Min Mish Mod Mul Neg Not Or PRelu "
    "Pow "
    "Reciprocal Relu Round Selu Shrink Sigmoid Sign Sin Sinh Softplus Softsign Sqrt Sub Sum Tan Tanh ThresholdedRelu "
    "Where Xor ";

class Sharing {
 public:
  Sharing(const Wiring& wiring, std::span<const PlannedTensor> planned, GraphBuilder& builder, ImportSummary& summary)
      : wiring_(wiring), planned_(planned), builder_(builder), summary_(summary) {}

  void add(const Node& node, std::span<const std::uint32_t> inputs) {
    if (!node.domain.empty() || node.outputs.empty() || inputs.empty()) return;
    const std::uint32_t result = wiring_.find(node.outputs.front());
    if (result == Wiring::kNone || !is_planned(result) || wiring_.output[result]) return;
    if (has_word(kReshaping, node.op) && !node.inputs.front().empty()) add_view(result, inputs.front());
    if (has_word(kElementWise, node.op)) add_in_place(result, inputs);
  }

 private:
  /// Whether a tensor is planned and has a known size.
  [[nodiscard]] bool is_planned(std::uint32_t tensor) const {
    return planned_[tensor].id.valid() && planned_[tensor].size > Bytes{0};
  }
  [[nodiscard]] bool match(std::uint32_t result, std::uint32_t input) const {
    return is_planned(input) && planned_[input].size == planned_[result].size;
  }

  void add_view(std::uint32_t result, std::uint32_t input) {
    if (!match(result, input)) return;
    builder_.add_view({.tensor = planned_[result].id, .of = planned_[input].id});
    summary_.add(ImportKind::assumed, "results of Reshape, Identity and the like lie in the bytes of their input",
                 wiring_.names[result]);
  }

  void add_in_place(std::uint32_t result, std::span<const std::uint32_t> inputs) {
    bool any = false;
    for (std::size_t k = 0; k < inputs.size(); ++k) {
      const std::uint32_t input = inputs[k];
      const auto before = inputs.first(k);
      if (!match(result, input) || std::ranges::find(before, input) != before.end()) continue;
      if (wiring_.producer[input] == Wiring::kNone || wiring_.output[input]) continue;
      builder_.add_in_place({.output = planned_[result].id, .input = planned_[input].id});
      any = true;
    }
    if (any)
      summary_.add(ImportKind::assumed,
                   "results of Relu, Add and the like may be written over an input of their size, after its last use",
                   wiring_.names[result]);
  }

  const Wiring& wiring_;
  std::span<const PlannedTensor> planned_;
  GraphBuilder& builder_;
  ImportSummary& summary_;
};

}  // namespace

void add_sharing(const Model& model, const Wiring& wiring, std::span<const PlannedTensor> planned,
                 std::span<const OperatorId> runs, GraphBuilder& builder, ImportSummary& summary) {
  Sharing sharing(wiring, planned, builder, summary);
  for (std::size_t node = 0; node < model.graph.nodes.size(); ++node)
    if (runs[node].valid()) sharing.add(model.graph.nodes[node], wiring.node_inputs[node]);
}

}  // namespace stowage::onnx_file
