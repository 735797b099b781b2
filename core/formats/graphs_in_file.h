// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "core/base/error.h"

namespace stowage {

/// One of the graphs that a file holds: a method, a module, a subgraph. A document is of one of them.
struct GraphInFile {
  std::string name;
  std::size_t operators = 0;
};

/// Which of them is opened: the one `wanted`, else the one with the most operators, of several the first. bad_input
/// lists the names where there is none of that name; `graphs` may not be empty.
[[nodiscard]] Result<std::size_t> choose_graph(std::span<const GraphInFile> graphs,
                                               const std::optional<std::string>& wanted, const std::string& file);

}  // namespace stowage
