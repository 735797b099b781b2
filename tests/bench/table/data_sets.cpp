// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/table/data_sets.h"

#include "core/formats/document.h"
#include "core/formats/file.h"
#include "tests/support/graphs.h"
#include "tests/support/shared.h"
#include "tests/support/training_graph.h"
#include "tests/support/wide_graph.h"

namespace stowage::bench {

std::vector<DataSet> data_sets() {
  std::vector<DataSet> out;
  for (const std::string& path : test::shared_files("data/intervals", ".csv")) {
    const std::string file = path.substr(path.rfind('/') + 1);
    out.push_back({file.substr(0, file.size() - 4),
                   [path] { return *read_document(read_file(path).value(), path).value().graph; }});
  }
  for (std::size_t streams : {2, 8, 32})
    for (std::size_t operators : {200, 2000}) {
      const test::RandomGraph options{.seed = streams + operators,
                                      .operators = operators,
                                      .streams = streams,
                                      .window = 40,
                                      .groups = operators / 30,
                                      .syncs = operators / 10};
      out.push_back({"random, " + std::to_string(operators) + " operators, " + std::to_string(streams) + " streams",
                     [options] { return test::random_graph(options); }});
    }
  out.push_back({"training step, 1 stream", [] { return test::make_training_graph({.layers = 24, .streams = 1}); }});
  out.push_back(
      {"training step, 8 streams", [] { return test::make_training_graph(test::training_graph_of(4400, 8)); }});
  for (const std::size_t operators : {3000, 22000})
    out.push_back({"wide, " + std::to_string(operators) + " operators, 64 streams",
                   [operators] { return test::wide_graph({.operators = operators}); }});
  return out;
}

}  // namespace stowage::bench
