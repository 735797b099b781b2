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
/// Longer lines are refused, in bytes.
inline constexpr std::size_t kMaxTraceLine = std::size_t{1} << 16;
/// Traces with more events are refused.
inline constexpr std::size_t kMaxTraceEvents = 50'000'000;

/// Whether the first line is a JSON object with "t" and "op".
[[nodiscard]] bool looks_like_alloc_trace(std::string_view bytes);

/// Reads a log of a program's allocations, one event a line (Levental, MemoMalloc, chapter 2, section 1):
/// ```
/// {"t": 1, "op": "alloc", "id": "a", "size": 1024, "scope": "conv1"}
/// {"t": 4, "op": "free", "id": "a", "scope": "relu1"}
/// ```
/// `t` rises from line to line; `id` is a text or a whole number (5 is "5") and may be used again once it is free;
/// `scope` names the part of the program, and may be left out. An allocation lives from its `alloc` until its `free`.
/// Allocations that are never freed outlive the program's steps ("escape"): they are not planned, and a warning says
/// so. Faults: a free of an id that is not live, an `alloc` of an id that is live, a time that does not rise.
///
/// The graph has one stream and a time axis. Its operators are the **runs** of events of one scope: a run ends where
/// another scope begins, and in front of an `alloc` that follows a `free`. So within a run every allocation is alive
/// together with every tensor that is freed, and two tensors are unsafe exactly if their times from `alloc` until
/// `free` overlap.
/// ```
///   alloc a   alloc b   free b │ alloc c   free c │ free a        a: conv1 … relu1 (its last use), b: conv1 only
///   conv1     conv1     conv1  │ conv1     conv1  │ relu1         operators: conv1, conv1#2, relu1
/// ```
/// A tensor is made by the run of its `alloc` and last used by the run of its `free`. An operator has the name of its
/// scope, with a number from the second run on ("conv1#2"), or "t=" and the time without a scope. A free without a
/// scope belongs to the run before it. An id that is used again gets a number in the same way.
[[nodiscard]] Result<Document> read_alloc_trace(std::string_view bytes, const std::string& file,
                                                const ReadOptions& options = {}, const Task& task = {});

}  // namespace stowage
