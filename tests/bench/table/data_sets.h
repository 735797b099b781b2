// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/graph/graph.h"

namespace stowage::bench {

struct DataSet {
  std::string name;
  std::function<Graph()> make;
};

/// What the tables are about: the interval files of the field (where the folder of real inputs is), random graphs of
/// several streams with groups, and training steps.
[[nodiscard]] std::vector<DataSet> data_sets();

}  // namespace stowage::bench
