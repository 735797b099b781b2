// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"

namespace stowage {

/// No file larger than this is read unless asked for.
inline constexpr std::size_t kMaxFileSize = std::size_t{4} << 30;

/// The whole file, unpacked where it is gzipped (core/io/gzip.h). bad_input with the system's reason where it cannot be
/// read (missing, a folder, no permission), or where it is, or unpacks to, more than `limit` bytes. Stops waiting for a
/// pipe as soon as the task says so.
[[nodiscard]] Result<std::string> read_file(const std::string& path, std::size_t limit = kMaxFileSize,
                                            const Task& task = {});

/// Gzipped where `path` ends with ".gz", as read_file() unpacks. All or nothing: written to a new file beside it,
/// flushed to the disk, and renamed over `path`; on any error (a full disk too) the old file is as it was and no new
/// one is left behind. Keeps the mode of an existing file, follows links.
[[nodiscard]] Result<void> write_file_atomically(const std::string& path, std::string_view bytes);

}  // namespace stowage
