// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/program.h"

#include <algorithm>
#include <array>

#include "core/graph/builder.h"

namespace stowage::zoo {
namespace {

/// Operators that make each element of a result from the same element of their inputs, and have read it before they
/// write.
constexpr std::array<std::string_view, 22> kElementWise = {
    "Add",      "AddGrad", "Div",       "Dropout", "DropoutGrad", "Gelu", "GeluGrad", "Mul",  "MulGrad",         "Relu",
    "ReluGrad", "Relu6",   "Relu6Grad", "Sigmoid", "SigmoidGrad", "Silu", "SiluGrad", "Sqrt", "StochasticDepth", "Sub",
    "Tanh",     "TanhGrad"};

/// Such a result may be written over an input of its size; what was there from the start is not the step's own.
void add_in_place(const Program& program, GraphBuilder& builder) {
  for (std::size_t t = 0; t < program.tensors.size(); ++t) {
    const Program::Tensor& output = program.tensors[t];
    if (!output.producer.valid()) continue;
    const Program::Operator& op = program.operators[output.producer.index()];
    if (std::ranges::find(kElementWise, op.kind) == kElementWise.end()) continue;
    for (std::size_t k = 0; k < op.reads.size(); ++k) {
      const TensorId input = op.reads[k];
      const Program::Tensor& read = program.tensors[input.index()];
      const bool again = std::find(op.reads.begin(), op.reads.begin() + static_cast<std::ptrdiff_t>(k), input) !=
                         op.reads.begin() + static_cast<std::ptrdiff_t>(k);
      if (read.producer.valid() && !read.output && read.size == output.size && !again)
        builder.add_in_place({.output = TensorId(t), .input = input});
    }
  }
}

}  // namespace

Result<Graph> to_graph(const Program& program, const Device* device, bool in_place) {
  GraphBuilder builder;
  builder.set_name(program.name);
  builder.reserve(program.operators.size(), program.tensors.size());
  for (std::size_t s = 0; s < program.streams.size(); ++s)
    builder.add_stream(static_cast<std::int64_t>(s), program.streams[s]);

  std::vector<std::vector<OperatorId>> consumers(program.tensors.size());
  for (const Program::Operator& op : program.operators) {
    Duration duration;
    if (device != nullptr) duration = {estimated_nanoseconds(op.work, *device), Duration::From::estimated};
    const OperatorId id = builder.add_operator(
        {.name = op.name, .stream = StreamId(op.stream), .kind = op.kind, .phase = op.phase, .duration = duration});
    for (TensorId read : op.reads) consumers[read.index()].push_back(id);
  }
  for (std::size_t t = 0; t < program.tensors.size(); ++t) {
    const Program::Tensor& tensor = program.tensors[t];
    builder.add_tensor({.name = tensor.name,
                        .size = tensor.size,
                        .producer = tensor.producer,
                        .consumers = consumers[t],
                        .output = tensor.output,
                        .kind = tensor.kind});
  }
  for (const ControlEdge& edge : program.control) builder.add_control(edge.before, edge.after);
  for (const auto& members : program.groups) builder.add_group(members);
  if (in_place) add_in_place(program, builder);
  return std::move(builder).build().map([](BuiltGraph built) { return std::move(built.graph); });
}

}  // namespace stowage::zoo
