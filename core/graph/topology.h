// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/csr.h"
#include "core/base/name_table.h"

namespace stowage {

/// Either an order of all vertices, or one cycle: v0 → v1 → … → v0 (v0 named once).
struct TopologicalOrder {
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> cycle;
};

/// Kahn's algorithm; of the ready vertices always the lowest. O((V + E) log V).
[[nodiscard]] TopologicalOrder stable_topological_order(const Csr<std::uint32_t>& successors);

/// "a → b → c → a"; the middle of a long cycle is left out and counted.
[[nodiscard]] std::string describe_cycle(const std::vector<std::uint32_t>& cycle, const NameTable& names);

}  // namespace stowage
