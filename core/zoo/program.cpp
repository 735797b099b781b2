// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/program.h"

#include <utility>

#include "core/graph/builder.h"
#include "core/insight/edit/element_wise.h"

namespace stowage::zoo {

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
  return std::move(builder).build().map([&](BuiltGraph built) {
    if (!in_place) return std::move(built.graph);
    Graph::Data data = built.graph.data();
    data.in_place = element_wise_pairs(built.graph);
    return Graph(std::move(data));
  });
}

}  // namespace stowage::zoo
