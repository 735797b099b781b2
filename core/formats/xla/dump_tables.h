// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/import_summary.h"
#include "core/formats/xla/hlo.pb.h"

namespace stowage::xla {

/// Reads "BufferAssignment:" with its allocations and their values, up to "Total bytes used". Buffers are in the order
/// of their ids, with the names of the instructions that make them; the caller finds these in a module. bad_input with
/// every line that is wrong.
[[nodiscard]] Result<BufferAssignment> read_assignment_text(std::string_view text, const std::string& file,
                                                            ImportSummary& summary, const Task& task);

/// A dump of live ranges, as views of its text.
struct LiveRangeText {
  struct Range {
    std::string_view name;             ///< of the instruction that makes the buffer
    std::string_view index{};          ///< "0,1" for a part of the result, or empty
    std::int64_t first = 0, last = 0;  ///< places in the sequence; the buffer is needed at both
  };
  std::vector<std::string_view> sequence{};  ///< instructions in the order in which they run
  std::vector<Range> ranges{};
};

/// Reads "HloLiveRange (max N):", its sequence and its ranges, and skips the rest. bad_input with every line that is
/// wrong. The text must outlive the result.
[[nodiscard]] Result<LiveRangeText> read_live_range_text(std::string_view text, const std::string& file,
                                                         const Task& task);

}  // namespace stowage::xla
