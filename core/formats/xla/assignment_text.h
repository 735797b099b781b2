// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

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

}  // namespace stowage::xla
