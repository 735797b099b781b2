// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include <QString>

#include "widgets/painters/model/graph_modules.h"
#include "widgets/painters/model/plan_view.h"

namespace stowage {

enum class ModuleColumn : std::uint8_t { name, operators, alive, made };
inline constexpr int kModuleColumns = 4;

/// What the list of modules is asked for.
struct ModuleQuery {
  std::optional<ModuleColumn> sort{};  ///< none: by the first operators
  bool descending = false;
  QString filter{};
};

/// Modules with their bytes, sorted; where a filter is given, those whose names contain it, all below them, and all
/// above. A value nobody changes any more, made in the background.
struct ModuleRows {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Row {
    std::uint32_t node = 0;                 ///< into ModuleTree::nodes
    std::uint32_t parent = 0;               ///< into rows; of the first, itself
    std::uint32_t first = 0, children = 0;  ///< rows[first … first + children)
    bool leads = false;                     ///< to a match of the filter, below it
  };
  std::shared_ptr<const GraphModules> of;
  std::uint32_t peak_step = 0;        ///< when most bytes are alive
  std::vector<ModuleBytes> bytes;     ///< by node
  std::vector<Row> rows;              ///< the first stands for all
  std::vector<std::uint32_t> row_of;  ///< by node; kNone where it is not listed

  [[nodiscard]] const ModuleBytes& bytes_at(std::size_t row) const { return bytes[rows[row].node]; }
};

/// `modules` are of the graph of `view`, whose lifetimes are known. O(tensors + nodes log nodes + bytes of names);
/// null where it was stopped.
[[nodiscard]] std::shared_ptr<const ModuleRows> module_rows(std::shared_ptr<const GraphModules> modules,
                                                            const PlanView& view, const ModuleQuery& query,
                                                            const std::stop_token& stop);

}  // namespace stowage
