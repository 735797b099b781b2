// SPDX-License-Identifier: Apache-2.0
#include <random>

#include "core/graph/builder.h"
#include "core/insight/analysis/report.h"
#include "tests/support/checks.h"

using namespace stowage;

namespace {

Graph of_sizes(const std::vector<std::int64_t>& sizes) {
  GraphBuilder builder;
  for (std::size_t k = 0; k < sizes.size(); ++k)
    builder.add_tensor({.name = "t" + std::to_string(k), .size = {sizes[k]}, .output = true});
  return std::move(std::move(builder).build()->graph);
}

/// "1-2:3" is three tensors of 1 byte.
std::string text(const Graph& graph) {
  std::vector<std::string> out;
  for (const SizeBin& bin : size_distribution(graph))
    out.push_back(test::text(bin.from.count, "-", bin.to.count, ":", bin.count, "=", bin.bytes.count));
  return test::joined(out, " ");
}

}  // namespace

TEST_CASE("powers of two") {
  REQUIRE_EQ(text(of_sizes({})), std::string());
  REQUIRE_EQ(text(of_sizes({0, 0})), std::string("0-1:2=0"));
  REQUIRE_EQ(text(of_sizes({1})), std::string("1-2:1=1"));
  REQUIRE_EQ(text(of_sizes({4, 7, 8, 3, 5})), std::string("2-4:1=3 4-8:3=16 8-16:1=8"));
  REQUIRE_EQ(text(of_sizes({2, 16})), std::string("2-4:1=2 4-8:0=0 8-16:0=0 16-32:1=16"));
  REQUIRE_EQ(text(of_sizes({64, 0})), std::string("0-1:1=0 64-128:1=64"));
  REQUIRE_EQ(text(of_sizes({kMaxTensorSize.count})),
             std::string("9007199254740992-18014398509481984:1=9007199254740992"));
}

TEST_CASE("every tensor is in one bin") {
  std::mt19937_64 engine(2);
  for (int round = 0; round < 100; ++round) {
    std::vector<std::int64_t> sizes;
    for (int k = 0; k < 40; ++k) sizes.push_back(static_cast<std::int64_t>(engine() >> (11 + engine() % 53)));
    const Graph graph = of_sizes(sizes);
    std::vector<int> seen(sizes.size());
    std::int64_t last = 0;
    for (const SizeBin& bin : size_distribution(graph)) {
      REQUIRE((bin.from.count >= last && bin.from < bin.to));
      last = bin.to.count;
      Bytes bytes;
      const auto tensors = tensors_in(bin, graph);
      for (const TensorId t : tensors) {
        ++seen[t.index()];
        bytes += graph.size(t);
        REQUIRE((bin.from <= graph.size(t) && graph.size(t) < bin.to));
      }
      REQUIRE_EQ(bin.count, tensors.size());
      REQUIRE_EQ(bin.bytes, bytes);
    }
    REQUIRE(std::ranges::all_of(seen, [](int times) { return times == 1; }));
  }
}
