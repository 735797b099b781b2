// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"

namespace stowage {

inline constexpr std::string_view kKinetoExtension = ".pt.trace.json";

/// Whether it is a Chrome trace: a JSON object with "traceEvents", or a list whose first item has a phase ("ph").
[[nodiscard]] bool looks_like_kineto(std::string_view bytes);

/// What the PyTorch profiler (Kineto) exports: a Chrome trace, {"traceEvents": […]} or the list alone.
///
/// With memory events ("[memory]", of profile_memory=True) the graph is that of an allocation trace: one stream, its
/// operators the runs of events of one innermost `cpu_op` (core/formats/allocation_runs.h). The events do not say which
/// stream uses what they allocate, so kernels have no place in it. Of a device that is given, else of the one with the
/// most bytes; the host is device -1. What is never freed lives until the end, what is freed without having been
/// allocated from the start.
///
/// Without them the graph is what ran where: kernels, copies and fills as operators on their streams, named by the
/// `cpu_op` that launched them, with a control edge for each recorded "Stream Wait Event"; it has no tensors.
///
/// The time axis is in nanoseconds from the first event; the file's times are microseconds, with or without fractions.
[[nodiscard]] Result<Document> read_kineto(std::string_view bytes, const std::string& file,
                                           const ReadOptions& options = {}, const Task& task = {});

}  // namespace stowage
