// SPDX-License-Identifier: Apache-2.0

#include "core/insight/simulate/timing.h"
#include "core/zoo/zoo.h"
#include "tests/support/checks.h"

using namespace stowage;

TEST_CASE("multiplications as published") {
  // 10^9 of a forward pass of one sample: "GFLOPS" of the weights in torchvision's documentation.
  struct Row {
    std::string name;
    double published;
  };
  const std::vector<Row> rows = {{"alexnet", 0.714},         {"vgg16", 15.47},        {"resnet50", 4.089},
                                 {"googlenet", 1.498},       {"mobilenet_v2", 0.301}, {"mnasnet", 0.314},
                                 {"efficientnet_b0", 0.386}, {"vit_b16", 17.564}};
  test::each_row(rows, [](const Row& row) {
    zoo::Network net(false);
    find_zoo_network(row.name)->build(net, 1);
    double flops = 0;
    for (const auto& node : net.nodes()) flops += node.flops;
    CHECK(flops / 2e9 == doctest::Approx(row.published).epsilon(0.012));
  });
}

TEST_CASE("the way back multiplies twice as much as the way there") {
  zoo::Network net(true);
  find_zoo_network("bert_base")->build(net, 2);
  double forward = 0, backward = 0;
  for (const auto& node : net.nodes()) {
    forward += node.flops;
    for (const auto& back : node.backward) backward += back.flops;
  }
  CHECK(forward > 0);
  CHECK_EQ(backward, 2 * forward);
}

TEST_CASE("the slowest of computing, moving and sending, and the launch") {
  const Device device{
      .id = "d", .title = "d", .flops_32 = 1e9, .flops_16 = 4e9, .bandwidth = 2e9, .link = 1e9, .source = "d"};
  CHECK_EQ(estimated_nanoseconds({.flops = 3000}, device), kLaunchNanoseconds + 3000);
  CHECK_EQ(estimated_nanoseconds({.flops = 4000, .half = true}, device), kLaunchNanoseconds + 1000);
  CHECK_EQ(estimated_nanoseconds({.flops = 3000, .bytes = 8000}, device), kLaunchNanoseconds + 4000);
  CHECK_EQ(estimated_nanoseconds({.bytes = 8000, .sent = 5000}, device), kLaunchNanoseconds + 5000);
  CHECK_EQ(estimated_nanoseconds({}, device), kLaunchNanoseconds);
}

TEST_CASE("every operator of the zoo takes an estimated time, on request") {
  for (const ZooNetwork& network : zoo_networks()) {
    ZooOptions options{.streams = 4};
    const Graph without = make_zoo_graph(network, options).value();
    REQUIRE(!without.has_durations());
    std::int64_t before = 0;
    for (const char* id : {"h100", "v100"}) {  // the slower second
      options.device = find_device(id);
      REQUIRE(options.device != nullptr);
      const Graph graph = make_zoo_graph(network, options).value();
      REQUIRE_EQ(graph.operator_count(), without.operator_count());
      for (OperatorId o : graph.operators()) {
        REQUIRE_EQ(graph.duration(o).from, Duration::From::estimated);
        REQUIRE(graph.duration(o).nanoseconds >= kLaunchNanoseconds);
      }
      const std::int64_t makespan = timing_of(graph).makespan;
      REQUIRE(makespan > before);
      before = makespan;
    }
  }
}

TEST_CASE("each figure of a device has its source") {
  for (const Device& device : devices()) {
    CHECK_EQ(find_device(device.id), &device);
    CHECK(!device.source.empty());
    for (double figure : {device.flops_32, device.flops_16, device.bandwidth, device.link}) CHECK(figure > 0);
  }
  CHECK_EQ(find_device("abacus"), nullptr);
}
