// SPDX-License-Identifier: Apache-2.0

#include "core/base/text.h"
#include "core/experiments/inputs.h"
#include "core/graph/builder.h"

namespace stowage {
namespace {

/// A tensor of a figure: its producer and its consumers as digits, '-' for none.
struct FigureTensor {
  std::string_view name;
  std::int64_t size;
  char from;
  std::string_view to;
};

/// The graphs of figures: operators are digits, in the global order; `streams` has the stream of each.
struct FigureGraph {
  std::string_view id, operators, streams;
  std::span<const FigureTensor> tensors;
  std::string_view groups;  ///< names of one letter, with commas between groups
};

// The paper says who is safe to whom, but neither all arcs nor sizes: this graph fits all its sentences.
constexpr FigureTensor kSomas2[] = {{"a", 16384, '1', "23"}, {"b", 6144, '1', "7"},   {"c", 10240, '2', "4"},
                                    {"d", 7168, '2', "5"},   {"e", 12288, '3', "67"}, {"f", 5120, '4', "6"},
                                    {"g", 9216, '5', "6"},   {"h", 8192, '7', "8"},   {"i", 14336, '6', "8"}};
// Only 7 and 8 are unsafe, and no tensor leaves room for 8 beside it within the bytes of 1. The sizes are ours.
constexpr FigureTensor kSomas3[] = {{"1", 16, '1', "1"}, {"2", 15, '2', "2"}, {"3", 14, '3', "3"},
                                    {"4", 14, '4', "4"}, {"5", 13, '5', "5"}, {"6", 13, '6', "6"},
                                    {"7", 12, '7', "8"}, {"8", 7, '8', "8"},  {"9", 6, '9', "9"}};
// Lifetimes in which E is unsafe to B alone.
constexpr FigureTensor kSomas6[] = {{"A", 10, '1', "1"}, {"B", 5, '1', "2"}, {"C", 3, '1', "1"},
                                    {"D", 8, '3', "3"},  {"E", 6, '2', "3"}, {"F", 6, '3', "3"}};
constexpr FigureTensor kSomas7[] = {
    {"A", 1024, '0', "1"}, {"B", 768, '3', "4"}, {"C", 640, '1', "2"}, {"D", 512, '4', "5"}, {"E", 256, '2', "4"}};
// The body of NNC's loop: y = Convolution(x, w, b).
constexpr FigureTensor kNncBody[] = {
    {"x", 4096, '-', "1"}, {"w", 2304, '-', "1"}, {"b", 64, '-', "1"}, {"y", 4096, '1', ""}};
constexpr FigureTensor kNncLoop[] = {{"w", 2304, '1', "2"}, {"b", 64, '1', "2"}, {"y", 4096, '2', "3"}};

constexpr FigureGraph kFigures[] = {{"somas.figure2", "12345678", "01011122", kSomas2, ""},
                                    {"somas.figure3", "123456789", "000000000", kSomas3, ""},
                                    {"somas.figure6", "123", "000", kSomas6, "ABC,DEF"},
                                    {"somas.figure7", "012345", "000000", kSomas7, ""},
                                    {"nnc.body", "1", "0", kNncBody, ""},
                                    {"nnc.loop", "123", "000", kNncLoop, ""}};

Result<GraphBuilder> builder_of(std::string_view id) {
  const auto* const at = std::ranges::find(kFigures, id, &FigureGraph::id);
  if (at == std::end(kFigures)) return bad_input("", "", "unknown figure " + quoted(id));
  GraphBuilder builder;
  builder.set_name(std::string(id));
  const auto operator_of = [&](char c) {
    return c == '-' ? OperatorId{} : builder.find_operator(std::string_view(&c, 1));
  };
  for (std::size_t k = 0; k < at->operators.size(); ++k) {
    const std::int64_t number = at->streams[k] - '0';
    StreamId stream = builder.find_stream(number);
    if (!stream.valid()) stream = builder.add_stream(number);
    builder.add_operator({.name = at->operators.substr(k, 1), .stream = stream});
  }
  for (const FigureTensor& tensor : at->tensors) {
    std::vector<OperatorId> to;
    for (const char c : tensor.to) to.push_back(operator_of(c));
    builder.add_tensor(
        {.name = tensor.name, .size = {tensor.size}, .producer = operator_of(tensor.from), .consumers = to});
  }
  std::vector<TensorId> group;
  for (std::size_t k = 0; k < at->groups.size(); ++k) {
    if (at->groups[k] != ',') group.push_back(builder.find_tensor(at->groups.substr(k, 1)));
    if (at->groups[k] != ',' && k + 1 < at->groups.size()) continue;
    builder.add_group(group);
    group.clear();
  }
  return builder;
}

/// The graph with one tensor in place of each group.
Result<Graph> with_fused_groups(const Graph& graph) {
  GraphBuilder builder;
  for (const StreamId s : graph.streams()) builder.add_stream(static_cast<std::int64_t>(s.index()));
  for (const OperatorId o : graph.operators())
    builder.add_operator({.name = graph.name(o), .stream = graph.stream(o), .phase = graph.phase(o)});
  for (const ControlEdge& edge : graph.control()) builder.add_control(edge.before, edge.after);
  const auto add = [&](std::span<const TensorId> parts) {
    Bytes size;
    OperatorId first = graph.producer(parts.front());
    std::vector<OperatorId> users;
    bool output = false;
    for (const TensorId t : parts) {
      size += graph.size(t);
      first = std::min(first, graph.producer(t));
      output = output || graph.is_output(t);
      users.insert(users.end(), graph.consumers(t).begin(), graph.consumers(t).end());
      users.push_back(graph.producer(t));
    }
    std::erase_if(users, [&](OperatorId o) { return parts.size() > 1 && o == first; });
    if (parts.size() == 1) users.pop_back();
    builder.add_tensor({.name = graph.name(parts.front()),
                        .size = size,
                        .producer = first,
                        .consumers = users,
                        .output = output,
                        .kind = graph.kind(parts.front())});
  };
  for (const TensorId t : graph.tensors())
    if (!graph.group(t).valid()) add(std::span(&t, 1));
  for (const GroupId g : graph.groups()) add(graph.members(g));
  return std::move(builder).build().map([](BuiltGraph&& built) { return std::move(built.graph); });
}

/// Tensors of 1 to 64 bytes, each alive for some of 20 steps.
Result<Graph> random_graph(std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const auto below = [&](std::uint64_t most) { return static_cast<std::int64_t>(engine() % most); };
  constexpr std::int64_t kSteps = 20;
  GraphBuilder builder;
  const StreamId stream = builder.add_stream(0);
  std::vector<OperatorId> steps;
  for (std::int64_t k = 0; k < kSteps; ++k)
    steps.push_back(builder.add_operator({.name = std::to_string(k), .stream = stream}));
  const std::int64_t tensors = 8 + below(25);
  for (std::int64_t t = 0; t < tensors; ++t) {
    const std::int64_t begin = below(kSteps), end = std::min(kSteps - 1, begin + 1 + below(6));
    const OperatorId last = steps[static_cast<std::size_t>(end)];
    builder.add_tensor({.name = "t" + std::to_string(t),
                        .size = {1 + below(64)},
                        .producer = steps[static_cast<std::size_t>(begin)],
                        .consumers = std::span(&last, 1)});
  }
  return std::move(builder).build().map([](BuiltGraph&& built) { return std::move(built.graph); });
}

}  // namespace

Result<Graph> figure_graph(std::string_view id) {
  STOWAGE_TRY(GraphBuilder builder, builder_of(id));
  if (id == "nnc.loop") {
    STOWAGE_TRY(GraphBuilder body, builder_of("nnc.body"));
    const Carry carry{body.find_tensor("x"), body.find_tensor("y")};
    STOWAGE_TRY(BuiltGraph built, std::move(body).build());
    builder.set_loop(builder.find_operator("2"), std::make_shared<const Loop>(Loop{std::move(built.graph), {carry}}));
  }
  return std::move(builder).build().map([](BuiltGraph&& built) { return std::move(built.graph); });
}

Result<std::vector<Graph>> graphs_of(const ExperimentInput& input, const ExperimentOptions& options, const Task& task) {
  std::vector<Graph> out;
  if (input.from == ExperimentInput::From::random) {
    for (std::int64_t k = 0; k < input.batch; ++k) {
      STOWAGE_TRY(Graph graph, random_graph(static_cast<std::uint64_t>(k)));
      out.push_back(std::move(graph));
    }
    return out;
  }
  const auto made = [&]() -> Result<Graph> {
    using From = ExperimentInput::From;
    if (input.from == From::figure) return figure_graph(input.id);
    if (input.from == From::file)
      return options.load ? options.load(input.id)
                          : bad_input("", "", "needs the file " + std::string(input.id) + " in a data folder");
    const ZooNetwork* const network = find_zoo_network(input.id);
    if (network == nullptr) return bad_input("", "", "the network is not in the zoo");
    return make_zoo_graph(
        *network,
        {.batch = input.batch, .training = input.training, .optimizer = input.optimizer, .streams = input.streams},
        task);
  };
  STOWAGE_TRY(Graph graph, made());
  if (input.fuses_groups) {
    STOWAGE_TRY(graph, with_fused_groups(graph));
  }
  out.push_back(std::move(graph));
  return out;
}

}  // namespace stowage
