// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"
#include "core/formats/xla/dump_text.h"
#include "core/formats/xla/flow.h"

namespace stowage::xla {

/// The place of a logical buffer, and its life in steps of the flow. Several buffers may be one tensor: the first of
/// them has the life of all.
struct BufferLife {
  std::int64_t size = 0;
  int allocation = -1;  ///< its number in the assignment; -1 where there is none
  std::int64_t offset = 0;
  bool planned = false;
  bool is_part = false;  ///< of the tensor of an earlier buffer
  bool from_start = false, to_the_end = false;
  std::vector<std::uint32_t> writes{}, uses{};  ///< steps that make it, and steps that need it; ascending
  /// For the first buffer of a tensor: the first buffer of the tensor over which it is written in place, or kNone.
  std::uint32_t over = Flow::kNone;
  bool must_be_over = false;  ///< it cannot be written elsewhere
  /// The first buffers of tensors over which a plan may write it.
  std::vector<std::uint32_t> may_be_over{};

  [[nodiscard]] bool is_tensor() const { return planned && !is_part; }
};

/// Facts about lives that the flow does not have.
struct KnownLives {
  bool has_places = true;                  ///< false: each buffer has a made-up allocation of its own
  std::vector<MayOverwrite> overwrites{};  ///< without places: buffers that may be written in place
  LiveRangeText ranges{};                  ///< of a dump, or empty
  /// Ids of the instructions of `ranges`, by name.
  std::unordered_map<std::string_view, std::int64_t> ids{};
};

/// The lives of all logical buffers, by their place in the assignment. `one_stream`: all instructions run one after the
/// other. With more streams, an instruction may run beside the last reader of an input that it is written over: no
/// in-place pair can say that, so both are one tensor. `summary` gets the findings and assumptions.
[[nodiscard]] std::vector<BufferLife> lives_of(const BufferAssignment& assignment, Flow& flow, const KnownLives& known,
                                               bool one_stream, ImportSummary& summary);

/// "fusion.3", or "custom-call.1{0}" for a part of a result; "unnamed 7" where the buffer's instruction has no name.
[[nodiscard]] std::string name_of(const LogicalBuffer& buffer, const Flow& flow);

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
  std::string_view format;  ///< id of the format
  KnownLives lives{};       ///< without places, there is no plan: the assignment is made up, or has no lifetimes
  std::unordered_map<std::string, Measured> measured{};  ///< by name of instruction, or empty
};

/// Reads a module without a buffer assignment, whose instructions with bodies become loops and branches. None where it
/// has no such instruction, or where the bodies cannot be told apart from the rest: the summary then says why.
[[nodiscard]] Result<std::optional<Document>> document_with_bodies(const ModuleText& module, const ModuleSource& source,
                                                                   ImportSummary& summary, const FileToRead& in);

/// Makes the graph and the plan of a module with its buffer assignment, as core/formats/readers.h says. Adds to the
/// `summary` of the reader.
[[nodiscard]] Result<Document> document_of(const Hlo& hlo, const ModuleSource& source, ImportSummary summary,
                                           const FileToRead& in);

}  // namespace stowage::xla
