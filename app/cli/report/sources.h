// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"

namespace stowage::cli {

/// Where a plan comes from.
struct PlanSource {
  std::string graph;
  std::string plan{};      ///< empty: the one in the graph's file, or one that is still to be made
  bool is_beside = false;  ///< whether the plan was found beside the graph, and nobody named it
};

/// One plan, before and after; one of the two may be missing.
struct SourcePair {
  std::string name;
  std::optional<PlanSource> before, after;
};

/// What is to be compared, by name.
struct Sources {
  std::vector<SourcePair> pairs;
  std::size_t skipped = 0;  ///< files in the folders that are neither graphs nor plans, by their names
};

/// Pairs two files, or the files of two folders. In a folder, a graph's name is its path below the folder, without
/// ".stowage.json"; files whose names begin with a dot, and those in such folders, do not count. A graph
/// NAME.stowage.json or NAME.onnx has the plan NAME.plan.json beside it, where there is one; a plan file is of
/// `graph`, where that is given, otherwise of the graph beside it in this way; in a folder, of the latter first.
/// bad_input where a file or a plan's graph is missing, or one is a folder and the other is a file.
[[nodiscard]] Result<Sources> find_sources(const std::string& before, const std::string& after,
                                           const std::string& graph, const Task& task);

}  // namespace stowage::cli
