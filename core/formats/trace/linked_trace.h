// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"

namespace stowage {

inline constexpr std::string_view kLinkedTraceExtension = ".linked.json";

/// Whether the bytes are a JSON object with "kernels", "storages" and nodes of an execution trace ("et_id").
[[nodiscard]] bool looks_like_linked_trace(std::string_view bytes);

/// Reads a PyTorch execution trace that is joined with the profiler's trace of the same step: it has the tensors that
/// each kernel read and wrote, and the stream that it ran on. Times are microseconds.
/// ```
/// {"kernels": [{"kernel": …, "cat": …, "stream": 7, "ts": 12, "dur": 3, "corr": 41, "op": "aten::addmm",
///               "et_id": 9, "inputs": [[tensor, storage, offset, numel, itemsize, "cuda:0"], …], "outputs": […]}],
///  "sync": [{"name": "cudaStreamWaitEvent", "args": {"correlation": 40}}], "storages": [{"id", "bytes", "device"}]}
/// ```
/// Kernels are operators, in the order of their start. Ids of storages are used again once they are free. So a kernel
/// that writes a storage without reading it begins a new tensor; the tensor lives until the last kernel that uses the
/// storage before the next such write. Its size is the furthest byte that these kernels touch. A storage that is read
/// before it is written existed before the step (weights, state, inputs): it is not planned, nor is memory of the host.
///
/// A wait of the file (`cudaStreamWaitEvent`, `hipStreamWaitEvent`) names neither the stream that waits nor its event.
/// Where the kernels launched before and after it are on two streams and ran one after the other, a control edge
/// between them is assumed. The summary says so, and names the other waits. Streams that share tensors have data edges,
/// with or without syncs.
[[nodiscard]] Result<Document> read_linked_trace(std::string_view bytes, const std::string& file,
                                                 const ReadOptions& options = {}, const Task& task = {});

}  // namespace stowage
