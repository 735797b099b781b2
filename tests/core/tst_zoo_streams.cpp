// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/network.h"
#include "tests/support/core_test.h"
#include "tests/support/zoo.h"

namespace {

/// One layer that is run again on the way back, and one that is not.
void build_again(zoo::Network& net, std::int64_t batch) {
  const zoo::Value x = linear(net, "in", net.input("x", {batch, 3}), 4, false);
  net.begin_segment();
  zoo::Value y = zoo::relu(net, "act1", linear(net, "fc1", x, 4, false));
  y = linear(net, "fc2", y, 4, false);
  net.end_segment();
  classify(net, linear(net, "out", zoo::relu(net, "act2", y), 2, false));
}
constexpr Device kSlowLink{
    .id = "d", .title = "d", .flops_32 = 1e30, .flops_16 = 1e30, .bandwidth = 1e30, .link = 1e9, .source = "d"};
constexpr ZooNetwork kAgain{"again", "Again", "a segment", "here", build_again};

/// "compute 3" → "compute"
std::string category(const Graph& graph, StreamId stream) {
  const std::string name = graph.info(stream).name;
  return name.substr(0, name.find(' '));
}

std::string category_of(const Graph& graph, OperatorId o) {
  if (graph.kind(o) == "AllReduce") return "communication";
  return graph.phase(o) == "update" ? "update" : "compute";
}

void verify_streams(const Graph& graph, std::size_t cap) {
  std::map<std::string, std::size_t> streams;
  for (StreamId s : graph.streams()) {
    REQUIRE((!graph.operators_of(s).empty() && graph.operators_of(s).size() <= cap));
    for (OperatorId o : graph.operators_of(s)) REQUIRE_EQ(category_of(graph, o), category(graph, s));
    ++streams[category(graph, s)];
  }
  std::map<std::string, std::size_t> operators;
  for (OperatorId o : graph.operators()) ++operators[category_of(graph, o)];
  for (const auto& [name, count] : operators) REQUIRE_EQ(streams[name], (count + cap - 1) / cap);
}

}  // namespace

TEST_CASE("the cap is obeyed") {
  for (const auto& [id, cap] : std::vector<std::pair<const char*, std::size_t>>{
           {"alexnet", 7}, {"alexnet", 1}, {"resnet50", 100}, {"pangu_2_6b", 1000}, {"alexnet", 60'000}}) {
    CAPTURE(id);
    verify_streams(zoo_graph(id, {.stream_cap = cap}), cap);
  }
}

TEST_CASE("so many streams at most") {
  for (const std::size_t streams : {3, 4, 5, 10, 33}) {
    const Graph graph = zoo_graph("resnet50", {.streams = streams});
    REQUIRE(graph.stream_count() <= streams);
    std::size_t cap = 0;
    for (StreamId s : graph.streams()) cap = std::max(cap, graph.operators_of(s).size());
    verify_streams(graph, cap);
    // One operator less a stream, and they are too few.
    std::map<std::string, std::size_t> operators;
    for (OperatorId o : graph.operators()) ++operators[category_of(graph, o)];
    std::size_t needed = 0;
    for (const auto& [name, count] : operators) needed += (count + cap - 2) / (cap - 1);
    REQUIRE(needed > streams);
  }
  const Graph run = zoo_graph("resnet50", {.training = false, .streams = 2});
  REQUIRE_EQ(run.stream_count(), 2);
  REQUIRE_EQ(run.group_count(), 0);
}

/// Every gradient of a weight is reduced once, with its neighbours in time, from one group into another. In a ring of
/// many devices each sends every byte twice.
TEST_CASE("gradients are reduced in groups") {
  for (const ZooNetwork& network : zoo_networks()) {
    CAPTURE(network.id);
    const Graph graph =
        zoo_graph(network, {.optimizer = Optimizer::none, .weights = true, .streams = 12, .device = &kSlowLink});
    std::set<TensorId> reduced;
    std::size_t weights = 0, groups = 0, reduces = 0;
    OperatorId last(0);
    for (TensorId t : graph.tensors()) weights += graph.kind(t) == "weight" ? 1 : 0;
    for (OperatorId o : graph.operators()) {
      if (graph.kind(o) != "AllReduce") continue;
      ++reduces;
      const auto sent = graph.inputs(o), received = graph.outputs(o);
      REQUIRE_EQ(sent.size(), received.size());
      REQUIRE(sent.size() <= network.fused);
      std::map<std::string, Bytes> sizes;
      for (TensorId t : sent) {
        REQUIRE_EQ(graph.kind(t), "gradient");
        REQUIRE(reduced.insert(t).second);
        REQUIRE(graph.producer(t) >= last);
        const std::string name(graph.name(t));
        const TensorId weight = graph.find_tensor(name.substr(0, name.rfind(".grad")));
        REQUIRE_EQ(graph.kind(weight), "weight");
        sizes[std::string(graph.name(weight)) + ".grad.reduced"] = graph.size(t);
      }
      Bytes bytes;
      for (TensorId t : sent) bytes += graph.size(t), last = std::max(last, graph.producer(t));
      REQUIRE_EQ(graph.duration(o).nanoseconds, kLaunchNanoseconds + 2 * bytes.count);
      for (TensorId t : received) {
        REQUIRE_EQ(graph.size(t), sizes.at(std::string(graph.name(t))));
        REQUIRE(graph.is_output(t));
      }
      REQUIRE_EQ(o.index(), last.index() + 1);  // as soon as it can
      if (sent.size() == 1) continue;
      for (const auto list : {sent, received}) {
        const auto members = graph.members(graph.group(list.front()));
        REQUIRE(std::ranges::is_permutation(members, list));
        ++groups;
      }
    }
    REQUIRE_EQ(reduced.size(), weights);
    REQUIRE_EQ(reduces, (weights + network.fused - 1) / network.fused);
    REQUIRE_EQ(graph.group_count(), groups);
  }
}

TEST_CASE("pangu is large") {
  const Graph graph = zoo_graph("pangu_13b", {.streams = 40});
  REQUIRE((graph.tensor_count() > 18'000 && graph.tensor_count() < 20'000));
  REQUIRE(graph.group_count() > 600);
}

TEST_CASE("too few streams") {
  const auto why = [](const ZooOptions& options) {
    return fault_text(make_zoo_graph(zoo_network("alexnet"), options));
  };
  REQUIRE_EQ(why({.streams = 2}), says("3"));
  REQUIRE_EQ(why({.optimizer = Optimizer::none, .streams = 2}), "");  // no updates, so there are two
  REQUIRE_EQ(why({.streams = 10, .stream_cap = 5}), says("10"));
  REQUIRE_EQ(why({.streams = 60, .stream_cap = 5}), "");
}

/// What the segment's backward operators read is made again, once its result's gradient is there; nothing else is.
TEST_CASE("a segment written down") {
  const Graph graph = zoo_graph(kAgain, {.batch = 2, .optimizer = Optimizer::none});
  REQUIRE_EQ(listing(graph),
             "forward Linear in: x -> in[32]\n"
             "forward Linear fc1: in -> fc1[32]\n"
             "forward Relu act1: fc1 -> act1[32]\n"
             "forward Linear fc2: act1 -> fc2[32]\n"
             "forward Relu act2: fc2 -> act2[32]\n"
             "forward Linear out: act2 -> out[16]\n"
             "loss LogSoftmax log_softmax: out -> log_softmax[16]\n"
             "loss NllLoss loss: labels log_softmax -> loss[4]!\n"
             "backward NllLossGrad loss.dx: labels -> log_softmax.grad[16]\n"
             "backward LogSoftmaxGrad log_softmax.dx: log_softmax log_softmax.grad -> out.grad[16]\n"
             "backward LinearGradInput out.dx: out.grad -> act2.grad[32]\n"
             "backward LinearGradWeight out.dw: act2 out.grad -> out.weight.grad[32]!\n"
             "backward ReluGrad act2.dx: act2 act2.grad -> fc2.grad[32]\n"
             "backward Linear fc1.again: in -> fc1.again[32]\n"
             "backward Relu act1.again: fc1.again -> act1.again[32]\n"
             "backward LinearGradInput fc2.dx: fc2.grad -> act1.grad[32]\n"
             "backward LinearGradWeight fc2.dw: fc2.grad act1.again -> fc2.weight.grad[64]!\n"
             "backward ReluGrad act1.dx: act1.again act1.grad -> fc1.grad[32]\n"
             "backward LinearGradInput fc1.dx: fc1.grad -> in.grad[32]\n"
             "backward LinearGradWeight fc1.dw: in fc1.grad -> fc1.weight.grad[64]!\n"
             "backward LinearGradWeight in.dw: x in.grad -> in.weight.grad[48]!\n"
             "act2.dx before fc1.again\n");
}

/// An operator that runs again does what it did before.
TEST_CASE("what runs again is the same") {
  const Graph graph = zoo_graph("pangu_2_6b");
  std::size_t seen = 0;
  for (OperatorId o : graph.operators()) {
    const std::string name(graph.name(o));
    if (!name.ends_with(".again")) continue;
    ++seen;
    REQUIRE_EQ(graph.phase(o), "backward");
    REQUIRE_EQ(graph.kind(o), graph.kind(graph.find_operator(name.substr(0, name.size() - 6))));
    for (TensorId t : graph.outputs(o)) {
      const std::string made(graph.name(t));
      const TensorId first = graph.find_tensor(made.substr(0, made.size() - 6));
      if (!first.valid()) continue;  // only the backward operators want it
      REQUIRE_EQ(graph.size(t), graph.size(first));
      for (OperatorId reader : graph.consumers(first)) REQUIRE(graph.phase(reader) != "backward");
    }
  }
  REQUIRE(seen > 1000);
}
