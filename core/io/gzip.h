// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"

namespace stowage {

/// A file that unpacks to more than this many times its size, and to more than kAlwaysUnpacked bytes, is refused:
/// traces and snapshots pack to a tenth or a fiftieth, a file made to fill memory to a thousandth.
inline constexpr std::size_t kMostUnpackedRatio = 300;
inline constexpr std::size_t kAlwaysUnpacked = std::size_t{64} << 20;

/// Whether the bytes begin as a gzip member does (RFC 1952).
[[nodiscard]] bool is_gzip(std::string_view bytes);

/// The bytes as one gzip member; the same on every machine.
[[nodiscard]] std::string pack_gzip(std::string_view bytes);

/// What was packed, all members of it. bad_input where the data is damaged or cut short, where other bytes than nulls
/// follow, where it is packed twice, where it has more than `limit` bytes, or where it grows beyond every honest ratio.
[[nodiscard]] Result<std::string> unpack_gzip(std::string_view bytes, const std::string& file, std::size_t limit,
                                              const Task& task = {});

}  // namespace stowage
