// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"

namespace stowage {

inline constexpr std::string_view kKinetoExtension = ".pt.trace.json";

/// Whether the bytes are a Chrome trace: a JSON object with "traceEvents", or a list of objects with a phase ("ph").
[[nodiscard]] bool looks_like_kineto(std::string_view bytes);

/// Reads an export of the PyTorch profiler (Kineto): a Chrome trace, {"traceEvents": […]} or the list alone.
///
/// With memory events ("[memory]", of profile_memory=True) the graph is that of an allocation trace: one stream, whose
/// operators are the runs of events of one innermost `cpu_op` (core/formats/allocation_runs.h). Kernels are left out:
/// the events do not say which stream uses an allocation. One device is read: ReadOptions::device, or the one with the
/// most bytes; the host is device -1. An allocation that is never freed lives until the end; one that is freed but
/// never allocated lives from the start.
///
/// Without memory events the graph has no tensors. Its operators are kernels, copies and fills on their streams, named
/// by the `cpu_op` that launched them, with control edges for waits of one stream for another.
///
/// The time axis is in nanoseconds from the first event; the file's times are microseconds, with or without fractions.
[[nodiscard]] Result<Document> read_kineto(std::string_view bytes, const std::string& file,
                                           const ReadOptions& options = {}, const Task& task = {});

}  // namespace stowage
