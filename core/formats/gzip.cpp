// SPDX-License-Identifier: Apache-2.0
#include "core/formats/gzip.h"

#include <algorithm>
#include <limits>
#include <new>

namespace stowage {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 20;
constexpr int kGzipOnly = 16 + MAX_WBITS;
constexpr std::size_t kMagic = 3;  // bytes that is_gzip() looks at

}  // namespace

Result<std::string> read_all(const ByteSource& source, const ReadLimits& limits,
                             const std::function<Error(std::size_t limit)>& too_large, const Task& task) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  std::size_t most = limits.most;
  bool asked = !limits.by_head;
  std::string bytes;
  for (;;) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    const std::size_t have = bytes.size();
    bytes.resize(have + kPiece);
    STOWAGE_TRY(const auto got, source(bytes.data() + have, kPiece));
    bytes.resize(have + got);
    if (got == 0) return bytes;
    if (!asked && bytes.size() > kHeadBytes) {
      asked = true;
      STOWAGE_TRY(const auto limit, limits.by_head(std::string_view(bytes).substr(0, kHeadBytes)));
      most = std::min(most, limit);
      bytes.reserve(std::min(most, limits.expected) +
                    kPiece);  // only here, behind the check of the head: the file may state a wrong size
    }
    if (bytes.size() > most) return tl::unexpected(too_large(most));
  }
}

bool is_gzip(std::string_view bytes) {
  return bytes.starts_with("\x1f\x8b\x08");
}

std::string pack_gzip(std::string_view bytes) {
  z_stream state{};
  if (::deflateInit2(&state, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipOnly, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  std::string out;
  std::string_view rest = bytes;
  for (int code = Z_OK; code != Z_STREAM_END;) {
    const std::string_view piece = rest.substr(0, kChunk);
    if (state.avail_in == 0) {  // zlib does not write there
      state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
      state.avail_in = static_cast<uInt>(piece.size());
      rest.remove_prefix(piece.size());
    }
    const std::size_t have = out.size();
    out.resize(have + kChunk);
    state.next_out = reinterpret_cast<Bytef*>(out.data() + have);
    state.avail_out = static_cast<uInt>(kChunk);
    code = ::deflate(&state, rest.empty() ? Z_FINISH : Z_NO_FLUSH);
    out.resize(have + kChunk - state.avail_out);
  }
  ::deflateEnd(&state);
  return out;
}

GzipReader::GzipReader(ByteSource packed, std::string file)
    : packed_(std::move(packed)), file_(std::move(file)), fine_(::inflateInit2(&zlib_, kGzipOnly) == Z_OK) {}

GzipReader::~GzipReader() {
  if (fine_) ::inflateEnd(&zlib_);
}

tl::unexpected<Error> GzipReader::fault_at(std::size_t byte, std::string reason) const {
  return bad_input(file_, "byte " + std::to_string(byte), std::move(reason));
}

/// Reads until there are at least `least` packed bytes, or the input ends.
Result<void> GzipReader::refill(std::size_t least) {
  while (rest_.size() < least && !ended_) {
    std::string next(rest_);
    next.resize(rest_.size() + kChunk);
    STOWAGE_TRY(const auto got, packed_(next.data() + rest_.size(), kChunk));
    ended_ = got == 0;
    next.resize(rest_.size() + got);
    buffer_ = std::move(next);
    rest_ = buffer_;
  }
  return {};
}

int GzipReader::step(char* to, std::size_t room, std::size_t& made) {
  const auto taken = static_cast<uInt>(std::min<std::size_t>(room, std::numeric_limits<uInt>::max()));
  zlib_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rest_.data()));  // zlib does not write there
  zlib_.avail_in = static_cast<uInt>(rest_.size());
  zlib_.next_out = reinterpret_cast<Bytef*>(to);
  zlib_.avail_out = taken;
  const int code = ::inflate(&zlib_, Z_NO_FLUSH);
  const std::size_t used = rest_.size() - zlib_.avail_in;
  rest_.remove_prefix(used);
  consumed_ += used;
  made = taken - zlib_.avail_out;
  return code;
}

/// Checks unpacked bytes: whether they may go on.
Result<void> GzipReader::check(std::string_view made) {
  made_ += made.size();
  if (beginning_.size() < kMagic) {
    beginning_ += made.substr(0, kMagic - beginning_.size());
    if (is_gzip(beginning_)) return fault_at(0, "is packed by gzip twice: unpack it once before");
  }
  // Measured by the bytes consumed so far: by the size of a large file, a bomb could unpack to far more.
  if (made_ > std::max(kAlwaysUnpacked, consumed_ * kMaxUnpackedRatio))
    return fault("unpacks to more than " + std::to_string(kMaxUnpackedRatio) + " times its size");
  return {};
}

Result<void> GzipReader::end_member() {
  if (auto more = refill(kMagic); !more) return more;
  if (!is_gzip(rest_)) return check_padding();
  ::inflateReset(&zlib_);
  return {};
}

/// Accepts NUL bytes as padding, as on tapes.
Result<void> GzipReader::check_padding() {
  done_ = true;
  bool nulls = true;
  std::size_t count = 0;
  while (!rest_.empty()) {
    nulls &= rest_.find_first_not_of('\0') == std::string_view::npos;
    count += rest_.size();
    rest_ = {};
    if (auto more = refill(1); !more) return more;
  }
  if (nulls) return {};
  return fault("the gzip data ends here, and " + std::to_string(count) + " bytes follow that are not gzip data");
}

Result<std::size_t> GzipReader::read(char* to, std::size_t room) {
  if (!fine_) return fault("cannot be unpacked: there is not enough memory");
  while (!done_) {
    STOWAGE_CHECK(refill(1));
    std::size_t made = 0;
    const int code = step(to, room, made);
    STOWAGE_CHECK(check({to, made}));
    if (code == Z_STREAM_END) {
      STOWAGE_CHECK(end_member());
    } else if (code == Z_BUF_ERROR && ended_) {
      return fault("the gzip data is cut short");
    } else if (code != Z_OK && code != Z_BUF_ERROR) {
      return fault("the gzip data is damaged");
    }
    if (made > 0) return made;
  }
  return 0;
}

Error GzipReader::too_large(std::size_t limit) const {
  return fault("unpacks to more than " + std::to_string(limit) + " bytes").value();
}

}  // namespace stowage
