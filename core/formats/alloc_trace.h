// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"

namespace stowage {

inline constexpr std::string_view kAllocTraceExtension = ".alloc.jsonl";
/// Longer lines are refused.
inline constexpr std::size_t kMaxTraceLine = std::size_t{1} << 16;
/// So are more events.
inline constexpr std::size_t kMaxTraceEvents = 50'000'000;

/// Whether the first line is a JSON object with "t" and "op".
[[nodiscard]] bool looks_like_alloc_trace(std::string_view bytes);

/// A log of what a program allocated, one event a line (Levental, MemoMalloc, chapter 2, section 1):
/// ```
/// {"t": 1, "op": "alloc", "id": "a", "size": 1024, "scope": "conv1"}
/// {"t": 4, "op": "free", "id": "a", "scope": "relu1"}
/// ```
/// `t` rises from line to line; `id` is a text or a whole number (5 is "5") and may be used again once it is free;
/// `scope` says on whose behalf, and may be left out. An allocation lives from its `alloc` until its `free`. Those that
/// are never freed outlive the program's steps ("escape"): they are not planned, which a warning says. Faults: a free
/// of what is not allocated, an `alloc` of an id that is live, a time that does not rise.
///
/// The graph has one stream and a time axis. Its operators are the **runs** of events of one scope: a run ends where
/// another scope comes, and where something is allocated after something was freed. So within a run whatever is
/// allocated meets whatever is freed, and two tensors are unsafe exactly if the times from `alloc` until `free`
/// overlap.
/// ```
///   alloc a   alloc b   free b │ alloc c   free c │ free a        a: conv1 … relu1 (its last use), b: conv1 only
///   conv1     conv1     conv1  │ conv1     conv1  │ relu1         operators: conv1, conv1#2, relu1
/// ```
/// A tensor is made by the run of its `alloc` and last used by the run of its `free`. An operator is named by its
/// scope, and from the second run on with a number ("conv1#2"); without a scope "t=" and the time. A free without a
/// scope belongs to the run before it. An id that is used again gets a number in the same way.
[[nodiscard]] Result<Document> read_alloc_trace(std::string_view bytes, const std::string& file,
                                                const ReadOptions& options = {}, const Task& task = {});

}  // namespace stowage
