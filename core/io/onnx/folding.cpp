// SPDX-License-Identifier: Apache-2.0
#include "core/io/onnx/folding.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace stowage::onnx_file {
namespace {

// Each between blanks. Nothing random, and nothing that unpacks weights which a runtime keeps packed
// (DequantizeLinear).
constexpr std::string_view kFoldable =
    " Abs Add And Cast Ceil Concat Constant ConstantOfShape Div Equal Expand EyeLike Flatten Floor Gather "
    "GatherElements GatherND Greater GreaterOrEqual Identity Less LessOrEqual Max Min Mod Mul Neg NonZero Not "
    "OneHot Or Pow Range ReduceMax ReduceMin ReduceProd ReduceSum Reshape Round ScatterElements ScatterND Shape "
    "Size Slice Split Sqrt Squeeze Sub Tile Transpose Trilu Unsqueeze Where ";

bool is_foldable(std::string_view op) {
  return op.find(' ') == std::string_view::npos &&
         kFoldable.find(' ' + std::string(op) + ' ') != std::string_view::npos;
}

bool has_known_shape(const Type* type) {
  return type != nullptr && type->is_tensor && type->has_shape &&
         std::ranges::all_of(type->shape, [](const Dimension& dimension) { return dimension.size >= 0; });
}

}  // namespace

std::vector<bool> fold_constants(const Model& model, std::span<const std::uint32_t> order,
                                 std::span<const Type* const> types, Wiring& wiring) {
  std::vector<bool> folded(model.graph.nodes.size(), false);
  for (const std::uint32_t number : order) {
    const Node& node = model.graph.nodes[number];
    if (!node.domain.empty() || !is_foldable(node.op)) continue;
    const bool of_shapes = node.op == "Shape" || node.op == "Size";
    folded[number] = std::ranges::all_of(wiring.node_inputs[number], [&](std::uint32_t tensor) {
      return wiring.stays[tensor] || (of_shapes && has_known_shape(types[tensor]));
    });
    if (folded[number])
      for (const std::uint32_t tensor : wiring.node_outputs[number]) wiring.stays[tensor] = true;
  }
  return folded;
}

}  // namespace stowage::onnx_file
