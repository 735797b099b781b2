// SPDX-License-Identifier: Apache-2.0
// plan_in_code [PLAN]: what a compiler does with Stowage. It tells the operators, streams and tensors of a step to a
// GraphBuilder, plans them within a second, prints where each tensor lies, and has the plan checked by code that shares
// nothing with the planner. With PLAN, it saves the plan to that file (and the window opens it).
//
//   stream 0    load ── conv1 ── relu1 ── conv2 ── loss
//                          │                         ↑
//   stream 1               └──── norm ───────────────┘
#include <stowage/stowage.h>
#include <array>
#include <cstdio>

namespace {

using namespace stowage;

/// The graph, or every fault in what it was told.
Result<BuiltGraph> training_step() {
  GraphBuilder builder;
  builder.set_name("embedded step");
  builder.set_alignment(256);
  const StreamId compute = builder.add_stream(0, "compute"), side = builder.add_stream(1, "side");

  // Operators in the order in which they are started; those of one stream also run in it.
  const OperatorId load = builder.add_operator({.name = "load", .stream = compute});
  const OperatorId conv1 = builder.add_operator({.name = "conv1", .stream = compute, .kind = "Conv"});
  const OperatorId norm = builder.add_operator({.name = "norm", .stream = side, .kind = "Norm"});
  const OperatorId relu1 = builder.add_operator({.name = "relu1", .stream = compute, .kind = "Relu"});
  const OperatorId conv2 = builder.add_operator({.name = "conv2", .stream = compute, .kind = "Conv"});
  const OperatorId loss = builder.add_operator({.name = "loss", .stream = compute});

  // Tensors: bytes, who makes them, who reads them.
  const auto tensor = [&](const char* name, std::int64_t bytes, OperatorId producer, auto... consumers) {
    const std::array<OperatorId, sizeof...(consumers)> uses{consumers...};
    return builder.add_tensor({.name = name, .size = {bytes}, .producer = producer, .consumers = uses});
  };
  tensor("image", 6000, load, conv1);
  const TensorId x = tensor("x", 8000, conv1, norm, relu1);
  const TensorId y = tensor("y", 8000, relu1, conv2);
  tensor("z", 4000, conv2, loss);
  tensor("statistics", 2000, norm, loss);
  builder.add_tensor({.name = "result", .size = {4}, .producer = loss, .output = true});

  builder.add_in_place({.output = y, .input = x});  // where nobody needs x any more, which `norm` may
  return std::move(builder).build();
}

int fail(const Error& error) {
  std::fprintf(stderr, "%s\n", error.text().c_str());
  return 3;
}

}  // namespace

int main(int argc, char** argv) {
  const auto built = training_step();
  if (!built) return fail(built.error());
  const Graph& graph = built->graph;

  const auto plan = plan_graph(graph, Task::with_time_limit(1));
  if (!plan) return fail(plan.error());
  for (const TensorId t : graph.tensors())
    std::printf("%6lld  %-10s %lld bytes\n", static_cast<long long>(plan->offsets[t.index()].value),
                std::string(graph.name(t)).c_str(), static_cast<long long>(graph.size(t).count));
  std::printf("%lld bytes%s\n", static_cast<long long>(plan->footprint.count), plan->proved_optimal ? ", optimal" : "");

  const auto checked = check_plan(graph, *plan);
  if (!checked) return fail(checked.error());
  for (const Violation& violation : checked->violations) std::fprintf(stderr, "%s\n", violation.text.c_str());
  if (argc > 1)
    if (const auto saved = save_plan(graph, *plan, argv[1]); !saved) return fail(saved.error());
  std::printf("%s\n", checked->valid() ? "valid" : "invalid");
  return checked->valid() ? 0 : 1;
}
