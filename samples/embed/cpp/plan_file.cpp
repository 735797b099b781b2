// SPDX-License-Identifier: Apache-2.0
// plan_file GRAPH: prints how many bytes the smallest plan of a graph takes. GRAPH is a file in any format that Stowage
// reads: a graph file, an interval CSV, an ONNX model, a compiler's dump.
#include <stowage/stowage.h>
#include <cstdio>

int main(int argc, char** argv) {
  if (argc != 2) return std::fprintf(stderr, "usage: plan_file GRAPH\n"), 2;
  const auto graph = stowage::load_graph(argv[1]);
  if (!graph) return std::fprintf(stderr, "%s\n", graph.error().text().c_str()), 3;
  for (const auto& warning : graph->warnings) std::fprintf(stderr, "%s\n", warning.text().c_str());
  const auto plan = stowage::plan_graph(*graph);
  if (!plan) return std::fprintf(stderr, "%s\n", plan.error().text().c_str()), 3;
  std::printf("%lld bytes%s\n", static_cast<long long>(plan->footprint.count), plan->proved_optimal ? ", optimal" : "");
}
