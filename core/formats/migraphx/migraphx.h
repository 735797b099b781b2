// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"

namespace stowage {

/// Whether the first MiB has a line like the first one of a program of MIGraphX: "@0 = … -> float_type, …".
[[nodiscard]] bool looks_like_migraphx(std::string_view bytes);

/// Reads programs as MIGraphX's driver prints them (`migraphx-driver compile` or `perf`), one line an instruction.
///
/// - The modules are the graphs of the file (ReadOptions::graph). A file may have several listings of a module: the
///   last undamaged one is read, preferably one with times.
/// - An instruction is an operator that makes one tensor. Its last argument (or the one with the number `output_arg`)
///   is the memory that it writes: a `load`, which is a part of an allocated memory and gives the offset, or a
///   parameter of the caller. Shape operators are not operators here: their result is a view of their first argument,
///   or that argument itself where the result may begin elsewhere.
/// - An allocated memory with loads is a memory space. Where there are spaces, tensors outside of them have 0 bytes. A
///   result that lies where its operator reads a tensor may be written in place.
/// - `gpu::set_stream`, `gpu::record_event` and `gpu::wait_event` become streams and control edges.
/// - Times are measured, for each instruction alone.
[[nodiscard]] Result<Document> read_migraphx(std::string_view bytes, const std::string& file,
                                             const ReadOptions& options, const Task& task);

}  // namespace stowage
