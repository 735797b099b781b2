// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/io/import_summary.h"
#include "core/recorded/record.h"

namespace stowage {

/// What a snapshot says of one device.
struct SnapshotDevice {
  HeapRecord record;
  /// Of it streams, pools, frames, stacks, annotations, times and ooms.
  std::shared_ptr<RecordedHeap> history = std::make_shared<RecordedHeap>();
  ImportSummary summary;              ///< what of the file is in neither
  std::vector<std::int64_t> devices;  ///< all that the file tells of
};

/// Of the device `wanted`, or else of the one with the most events.
[[nodiscard]] Result<SnapshotDevice> read_device(std::string_view bytes, const std::string& file,
                                                 std::optional<std::int64_t> wanted, const Task& task);

}  // namespace stowage
