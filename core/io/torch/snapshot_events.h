// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/io/torch/snapshot_device.h"
#include "core/io/torch/snapshot_records.h"

namespace stowage {

/// Moves the events of one device's trace from `records` to the record of `device`, their times and ooms to its
/// history; its summary names what of them is unknown or damaged. The place of an event that is in the trace twice, or
/// before one recorded earlier; else nothing.
[[nodiscard]] std::string take_snapshot_events(const Pickle& pickle, PickleValue trace, SnapshotRecords& records,
                                               SnapshotDevice& device);

}  // namespace stowage
