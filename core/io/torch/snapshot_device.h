// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/io/import_summary.h"
#include "core/recorded/record.h"

namespace stowage {

/// What a snapshot says of one device: its record; in `history` streams, pools, frames, stacks, annotations, times and
/// ooms; in `summary` what of the file is in neither; in `devices` all that the file tells of.
[[nodiscard]] Result<HeapRecord> read_device(std::string_view bytes, const std::string& file,
                                             std::optional<std::int64_t> wanted, RecordedHeap& history,
                                             ImportSummary& summary, std::vector<std::int64_t>& devices,
                                             const Task& task);

}  // namespace stowage
