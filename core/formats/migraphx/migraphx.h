// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"

namespace stowage {

/// Whether a line near the begin looks like the first of a program that MIGraphX prints: "@0 = … -> float_type, …".
[[nodiscard]] bool looks_like_migraphx(std::string_view bytes);

/// Programs as MIGraphX's driver prints them (`migraphx-driver compile` or `perf`), one line an instruction.
///
/// - Several listings may follow each other: of each module the last whole one is taken, one with times before one
///   without. Modules are the graphs of the file (ReadOptions::graph).
/// - An instruction is an operator that makes one tensor. Its last argument (or the one that `output_arg` counts) is
///   the memory that it writes: a `load`, which is a part of an allocated memory and so the tensor's offset, or a
///   parameter of the caller. Shape operators are no operators here: they give a view of their first argument, or,
///   where it may begin elsewhere, that argument itself.
/// - An allocated memory that loads are taken from is a memory space. What lies in none has 0 bytes where there are
///   any. A result that lies where its operator reads a tensor may be written in place.
/// - `gpu::set_stream`, `gpu::record_event` and `gpu::wait_event` become streams and control edges.
/// - Times are measured, each instruction alone.
[[nodiscard]] Result<Document> read_migraphx(std::string_view bytes, const std::string& file,
                                             const ReadOptions& options, const Task& task);

}  // namespace stowage
