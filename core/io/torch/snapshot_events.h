// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/io/import_summary.h"
#include "core/io/torch/snapshot_records.h"
#include "core/recorded/record.h"

namespace stowage {

/// Moves the events of one device's trace from `records` to `out`, their times and ooms to `history`; `summary` names
/// what of them is unknown or damaged. The place of an event that is in the trace twice, or before one recorded
/// earlier; else nothing.
[[nodiscard]] std::string take_snapshot_events(const Pickle& pickle, PickleValue trace, SnapshotRecords& records,
                                               RecordedHeap& history, ImportSummary& summary, HeapRecord& out);

}  // namespace stowage
