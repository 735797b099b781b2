// SPDX-License-Identifier: Apache-2.0
#include "core/insight/edit/element_wise.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace stowage {
namespace {

constexpr std::array<std::string_view, 22> kElementWise = {
    "Add",      "AddGrad", "Div",       "Dropout", "DropoutGrad", "Gelu", "GeluGrad", "Mul",  "MulGrad",         "Relu",
    "ReluGrad", "Relu6",   "Relu6Grad", "Sigmoid", "SigmoidGrad", "Silu", "SiluGrad", "Sqrt", "StochasticDepth", "Sub",
    "Tanh",     "TanhGrad"};

/// Whether the operator also reads bytes of `input` as another tensor: the order of its elements is unknown.
bool reads_otherwise(const Graph& graph, OperatorId op, TensorId input) {
  return std::ranges::any_of(graph.inputs(op),
                             [&](TensorId t) { return t != input && graph.owner(t) == graph.owner(input); });
}

}  // namespace

bool is_element_wise(std::string_view kind) {
  return std::ranges::find(kElementWise, kind) != kElementWise.end();
}

std::vector<InPlace> element_wise_pairs(const Graph& graph) {
  std::set<std::pair<TensorId, TensorId>> known;
  for (const InPlace& pair : graph.in_place()) known.emplace(pair.output, pair.input);
  std::vector<InPlace> out;
  for (TensorId output : graph.tensors()) {
    const OperatorId op = graph.producer(output);
    if (!op.valid() || graph.is_view(output) || !is_element_wise(graph.kind(op))) continue;
    for (TensorId input : graph.inputs(op))
      if (graph.producer(input).valid() && !graph.is_output(input) && !graph.is_view(input) &&
          graph.size(input) == graph.size(output) && graph.size(input) > Bytes{0} &&
          !reads_otherwise(graph, op, input) && known.emplace(output, input).second)
        out.push_back({.output = output, .input = input});
  }
  return out;
}

}  // namespace stowage
