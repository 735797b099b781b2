// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/byte_source.h"

namespace stowage {

/// No file larger than this is read unless asked for.
inline constexpr std::size_t kMaxFileSize = std::size_t{4} << 30;

/// The whole file, unpacked where it is gzipped (core/formats/gzip.h). bad_input with the system's reason where it
/// cannot be read (missing, a folder, no permission), or where it is, or unpacks to, more than `limit` bytes or than
/// `by_head` allows. Stops waiting for a pipe as soon as the task says so.
[[nodiscard]] Result<std::string> read_file(const std::string& path, std::size_t limit = kMaxFileSize,
                                            const Task& task = {}, const LimitByHead& by_head = {});

/// Gzipped where `path` ends with ".gz", as read_file() unpacks. All or nothing: written to a new file beside it
/// (core/process/replacement.h), flushed to the disk, and renamed over `path`; on any error (a full disk too) the old
/// file is as it was and no new one is left behind. Keeps the mode of an existing file, follows links. Pipes, devices
/// and what is open ("/dev/stdout", "/dev/fd/7") are written to as they are; where their reader has gone, that is an
/// error if the signal SIGPIPE is ignored.
[[nodiscard]] Result<void> write_file_atomically(const std::string& path, std::string_view bytes);

/// Whether two names are of one file, whatever they are and whichever links lead there. Pipes and devices, which keep
/// nothing, are never the same.
[[nodiscard]] bool is_same_file(const std::string& one, const std::string& other);

}  // namespace stowage
