// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"
#include "core/formats/xla/hlo.pb.h"
#include "core/formats/xla/lives.h"

namespace stowage::xla {

/// Reads a module with its buffer assignment. bad_input: it is damaged (with byte and field), has 2 GiB, or lacks one.
[[nodiscard]] Result<std::unique_ptr<Hlo>> parse_hlo(std::string_view bytes, const std::string& file);

/// How long an instruction ran, and on which stream of a device.
struct Measured {
  std::int64_t nanoseconds = 0;
  std::int64_t stream = 0;
};

/// The origin of a module, and facts about it from other files.
struct ModuleSource {
  std::string file;
  std::string_view format;     ///< id of the format
  std::string_view extension;  ///< of its files, for the name of a module without one
  KnownLives lives{};          ///< without places, there is no plan: the assignment is made up, or has no lifetimes
  std::unordered_map<std::string, Measured> measured{};  ///< by name of instruction, or empty
};

/// Makes the graph and the plan of a module with its buffer assignment, as core/formats/readers.h says. Adds to the
/// `summary` of the reader.
[[nodiscard]] Result<Document> document_of(const Hlo& hlo, const ModuleSource& source, ImportSummary summary,
                                           const ReadOptions& options, const Task& task);

}  // namespace stowage::xla
