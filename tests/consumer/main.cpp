// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include <stowage/stowage.h>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const auto graph = stowage::load_graph(argv[1]);
  if (!graph) return std::fprintf(stderr, "%s\n", graph.error().text().c_str()), 3;
  const auto plan = stowage::plan_graph(**graph, {.alignment = {64}});
  if (!plan) return std::fprintf(stderr, "%s\n", plan.error().text().c_str()), 3;
  const auto checked = stowage::check_plan(**graph, *plan);
  std::printf("%lld bytes%s, %s\n", static_cast<long long>(plan->footprint.count),
              plan->proved_optimal ? ", optimal" : "", checked && checked->valid() ? "valid" : "invalid");
}
