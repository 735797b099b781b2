// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "core/base/error.h"

namespace stowage {

/// One of the graphs of a file: a method, a module, a subgraph. A document has one of them.
struct GraphInFile {
  std::string name;
  std::size_t operators = 0;
};

/// Returns the place of the graph named `wanted`, or of the first graph with the most operators. bad_input lists the
/// names where there is no graph of the wanted name. `graphs` may not be empty.
[[nodiscard]] Result<std::size_t> choose_graph(std::span<const GraphInFile> graphs,
                                               const std::optional<std::string>& wanted, const std::string& file);

}  // namespace stowage
