// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"
#include "core/formats/xla/hlo.pb.h"
#include "core/formats/xla/lives.h"

namespace stowage::xla {

/// How long an instruction ran, and on which stream of a device.
struct Measured {
  std::int64_t nanoseconds = 0;
  std::int64_t stream = 0;
};

/// What stands around a module: where it is from, and what others tell of it.
struct ModuleSource {
  std::string file;
  std::string_view format;     ///< id of the format
  std::string_view extension;  ///< of its files, for a name where the module has none
  /// False: the assignment is made up of the shapes of instructions (core/formats/xla/made_up.h), so it is no plan.
  bool has_places = true;
  std::vector<MayOverwrite> overwrites{};                ///< of one that is made up
  std::vector<LiveRange> ranges{};                       ///< of a dump of live ranges; else empty
  std::unordered_map<std::string, Measured> measured{};  ///< by name of instruction; else empty
};

/// The graph and plan of a module with its buffer assignment: see core/formats/xla/xla.h. `summary` goes on from what
/// the reader found.
[[nodiscard]] Result<Document> document_of(const Hlo& hlo, const ModuleSource& source, ImportSummary summary,
                                           const ReadOptions& options, const Task& task);

}  // namespace stowage::xla
