// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <google/protobuf/arena.h>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/xla/hlo.pb.h"

namespace stowage::xla {

/// A module as text. Ids of instructions and computations are their places in the text, from 1.
struct ModuleText {
  ModuleText();
  std::unique_ptr<google::protobuf::Arena> arena;          ///< owns all messages: there may be millions
  Hlo* hlo;                                                ///< the module alone, without a buffer assignment
  bool is_scheduled = false;                               ///< whether instructions run in the order of the lines
  std::vector<std::string_view> shapes;                    ///< by instruction, from id 1: views of the text
  std::vector<std::size_t> lines;                          ///< by instruction; lines from 1
  std::unordered_map<std::string_view, std::int64_t> ids;  ///< of instructions by name
};

/// Reads "HloModule NAME, …" and the computations that follow, and skips the text before. bad_input with the line of
/// every fault. The text must outlive the result.
[[nodiscard]] Result<ModuleText> read_module_text(std::string_view text, const std::string& file, const Task& task);

}  // namespace stowage::xla
