// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/zoo/zoo.h"

namespace stowage::test {

/// These throw on a fault.
[[nodiscard]] const ZooNetwork& zoo_network(std::string_view id);
[[nodiscard]] Graph zoo_graph(const ZooNetwork& network, const ZooOptions& options = {});
[[nodiscard]] inline Graph zoo_graph(std::string_view id, const ZooOptions& options = {}) {
  return zoo_graph(zoo_network(id), options);
}

/// One line an operator: `phase kind name: inputs -> results`, sizes in brackets, "!" behind what is needed to the end;
/// then the control edges.
[[nodiscard]] std::string listing(const Graph& graph);

}  // namespace stowage::test
