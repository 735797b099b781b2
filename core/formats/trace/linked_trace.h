// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"

namespace stowage {

inline constexpr std::string_view kLinkedTraceExtension = ".linked.json";

/// Whether it is a JSON object with kernels, storages and nodes of an execution trace.
[[nodiscard]] bool looks_like_linked_trace(std::string_view bytes);

/// A PyTorch execution trace joined with the profiler's trace of the same step: what each kernel read and wrote, and
/// the stream it ran on.
/// ```
/// {"kernels": [{"kernel": …, "cat": …, "stream": 7, "ts": 12, "dur": 3, "corr": 41, "op": "aten::addmm",
///               "et_id": 9, "inputs": [[tensor, storage, offset, numel, itemsize, "cuda:0"], …], "outputs": […]}],
///  "sync": [{"name": "cudaStreamWaitEvent", "args": {"correlation": 40}}], "storages": [{"id", "bytes", "device"}]}
/// ```
/// Kernels are operators, in the order of their start. Ids of storages are used again once they are free, so a kernel
/// that writes a storage without reading it begins a new tensor, which lives until the last kernel that uses the
/// storage before the next such one; its size is the furthest byte that any of them touches. A storage that is read
/// before it is written was there before the step (weights, state, inputs): it is not planned, nor is the host's.
///
/// A wait of such a file (`cudaStreamWaitEvent`, `hipStreamWaitEvent`) tells neither the stream that waits nor what
/// for. Where the kernel launched before it and the one launched after it are on two streams and ran one after another,
/// that is taken to be what it was for, and a control edge; the summary says so, and names the others. Orders between
/// streams that go through tensors are data edges, with or without syncs.
[[nodiscard]] Result<Document> read_linked_trace(std::string_view bytes, const std::string& file,
                                                 const ReadOptions& options = {}, const Task& task = {});

}  // namespace stowage
