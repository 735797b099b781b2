// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"

namespace stowage {

/// A memory snapshot of PyTorch, as torch.cuda.memory._dump_snapshot() pickles it (torch/cuda/_memory_viz.py,
/// c10/cuda/CUDACachingAllocator.h), or the bare list of segments of older versions. Read as data: nothing in it is run
/// (core/formats/pickle/pickle.h).
///
/// Of one device at a time: ReadOptions::device, else one that was out of memory; of equals the one with the most
/// events, then with the most segments, then the lowest. Document::devices lists all, Document::history tells what
/// happened (core/insight/recorded/recorded_heap.h), the graph has the lifetimes of the same allocations, and the plan
/// the places where they really were (core/insight/recorded/heap_graph.h). What the record does not say is assumed as
/// core/insight/recorded/record.h says, and the summary counts it. Faults: a pickle that is no data, that is no
/// snapshot, that has no such device, whose segments or events are named twice, or whose addresses make 2^60 bytes.
[[nodiscard]] Result<Document> read_torch_snapshot(std::string_view bytes, const std::string& file,
                                                   const ReadOptions& options = {}, const Task& task = {});

}  // namespace stowage
