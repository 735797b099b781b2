// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include <zlib.h>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/file.h"

namespace stowage {

/// Gives bytes piece by piece: puts at most `room` bytes at `to` and returns how many; 0 only at the end.
using ByteSource = std::function<Result<std::size_t>(char* to, std::size_t room)>;

struct ReadLimits {
  std::size_t most;          ///< bytes
  LimitByHead by_head{};     ///< may be null
  std::size_t expected = 0;  ///< a guess of how many bytes will come: spares memory while reading
};

/// Reads all bytes. Errors: `too_large` for the limit that they pass, errors of the source, cancelled, timed_out.
[[nodiscard]] Result<std::string> read_all(const ByteSource& source, const ReadLimits& limits,
                                           const std::function<Error(std::size_t limit)>& too_large, const Task& task);

/// A file that unpacks to more than this many times its size, and to more than kAlwaysUnpacked bytes, is refused:
/// traces and snapshots pack to a tenth or a fiftieth, but a file that is made to fill memory packs to a thousandth.
inline constexpr std::size_t kMaxUnpackedRatio = 100;
inline constexpr std::size_t kAlwaysUnpacked = std::size_t{64} << 20;

/// Whether the bytes begin as a gzip member does (RFC 1952).
[[nodiscard]] bool is_gzip(std::string_view bytes);

/// The bytes as one gzip member; the same on every machine.
[[nodiscard]] std::string pack_gzip(std::string_view bytes);

/// Unpacks a stream of gzip members while it is read, so that neither the packed nor the unpacked bytes must be in
/// memory at once.
class GzipReader {
 public:
  GzipReader(ByteSource packed, std::string file);
  GzipReader(const GzipReader&) = delete;
  GzipReader& operator=(const GzipReader&) = delete;
  ~GzipReader();

  /// Returns the next bytes as a ByteSource does. bad_input: the data is damaged or cut short, other bytes than nulls
  /// follow, it is packed twice, or it grows beyond kMaxUnpackedRatio.
  [[nodiscard]] Result<std::size_t> read(char* to, std::size_t room);
  /// How many packed bytes were unpacked so far.
  [[nodiscard]] std::size_t consumed() const { return consumed_; }
  /// The error for data that unpacks to more than `limit` bytes.
  [[nodiscard]] Error too_large(std::size_t limit) const;

 private:
  [[nodiscard]] tl::unexpected<Error> fault(std::string reason) const { return fault_at(consumed_, std::move(reason)); }
  [[nodiscard]] tl::unexpected<Error> fault_at(std::size_t byte, std::string reason) const;
  Result<void> refill(std::size_t least);
  int step(char* to, std::size_t room, std::size_t& made);
  Result<void> check(std::string_view made);
  Result<void> end_member();
  Result<void> check_padding();

  const ByteSource packed_;
  const std::string file_;
  z_stream zlib_{};
  const bool fine_;
  std::string buffer_;        // packed bytes that were read
  std::string_view rest_;     // of the buffer: not used yet
  bool ended_ = false;        // nothing comes after the rest
  bool done_ = false;         // all members were unpacked
  std::size_t consumed_ = 0;  // packed bytes
  std::size_t made_ = 0;      // unpacked bytes
  std::string beginning_;     // the first of these
};

}  // namespace stowage
