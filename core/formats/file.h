// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"

namespace stowage {

/// Larger files are not read, unless the caller gives another limit. In bytes.
inline constexpr std::size_t kMaxFileSize = std::size_t{4} << 30;

/// The format of a large file is found from this many bytes at its beginning.
inline constexpr std::size_t kHeadBytes = std::size_t{16} << 20;

/// Is called once, with the first kHeadBytes bytes of a file that has more. Returns how many bytes the file may have,
/// or why it cannot be read.
using LimitByHead = std::function<Result<std::size_t>(std::string_view head)>;

/// Reads the whole file, unpacked where it is gzipped (core/formats/gzip.h). bad_input with the system's reason where
/// it cannot be read (missing, a folder, a device, no permission), or where it has, or unpacks to, more than `limit`
/// bytes or than `by_head` allows. Stops waiting for a pipe as soon as the task says so.
[[nodiscard]] Result<std::string> read_file(const std::string& path, std::size_t limit = kMaxFileSize,
                                            const Task& task = {}, const LimitByHead& by_head = {});

/// Writes a file, gzipped where `path` ends with ".gz". All or nothing: writes a new file beside it
/// (core/process/process.h), flushes it to the disk, and renames it over `path`. On any error (a full disk too)
/// the old file is as it was, and no new one is left behind. Keeps the mode of an existing file, and follows links.
/// Pipes, devices and open files ("/dev/stdout", "/dev/fd/7") are written to directly; where their reader has gone,
/// this returns an error if the signal SIGPIPE is ignored.
[[nodiscard]] Result<void> write_file_atomically(const std::string& path, std::string_view bytes);

/// Whether two paths lead to one regular file, also by links. False for pipes and devices, which keep nothing.
[[nodiscard]] bool is_same_file(const std::string& one, const std::string& other);

}  // namespace stowage
