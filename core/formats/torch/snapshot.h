// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"

namespace stowage {

/// Reads a memory snapshot of PyTorch, as torch.cuda.memory._dump_snapshot() pickles it (torch/cuda/_memory_viz.py,
/// c10/cuda/CUDACachingAllocator.h), or the bare list of segments of older versions. The pickle is read as data:
/// nothing in it is run (core/formats/pickle/pickle.h).
///
/// One device is read: ReadOptions::device, or one that was out of memory, or any; of several, the one with the most
/// events, then the most segments, then the lowest number. Document::devices lists all devices. Document::history has
/// the events (core/insight/recorded/recorded_heap.h), the graph the lifetimes of the allocations, and the plan the
/// places where they were (core/insight/recorded/heap_graph.h). core/insight/recorded/record.h says what is assumed
/// where the record is silent; the summary counts it. Faults: a pickle that is not data or not a snapshot, a device
/// that is not there, segments or events that are named twice, addresses that make 2^60 bytes.
[[nodiscard]] Result<Document> read_torch_snapshot(std::string_view bytes, const std::string& file,
                                                   const ReadOptions& options = {}, const Task& task = {});

}  // namespace stowage
