// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/byte_source.h"

namespace stowage {

/// A file that unpacks to more than this many times its size, and to more than kAlwaysUnpacked bytes, is refused:
/// traces and snapshots pack to a tenth or a fiftieth, a file made to fill memory to a thousandth.
inline constexpr std::size_t kMostUnpackedRatio = 100;
inline constexpr std::size_t kAlwaysUnpacked = std::size_t{64} << 20;

/// Whether the bytes begin as a gzip member does (RFC 1952).
[[nodiscard]] bool is_gzip(std::string_view bytes);

/// The bytes as one gzip member; the same on every machine.
[[nodiscard]] std::string pack_gzip(std::string_view bytes);

/// Unpacks a stream of gzip members as it comes, so that neither the packed bytes nor the unpacked ones must be in
/// memory at once. Copies of one share what they read.
class GzipReader {
 public:
  GzipReader(ByteSource packed, std::string file);

  /// The next bytes, as a ByteSource gives them. bad_input where the data is damaged or cut short, where other bytes
  /// than nulls follow, where it is packed twice, or where it grows beyond every honest ratio.
  [[nodiscard]] Result<std::size_t> read(char* to, std::size_t room);
  /// Packed bytes that were read so far.
  [[nodiscard]] std::size_t consumed() const;
  /// That what it unpacks to has passed `limit` bytes.
  [[nodiscard]] Error too_large(std::size_t limit) const;

 private:
  class State;
  std::shared_ptr<State> state_;
};

/// What was packed, all members of it; as a GzipReader gives it, or bad_input where it has more than `limit` bytes.
[[nodiscard]] Result<std::string> unpack_gzip(std::string_view bytes, const std::string& file, std::size_t limit,
                                              const Task& task = {});

}  // namespace stowage
