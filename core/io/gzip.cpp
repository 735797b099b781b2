// SPDX-License-Identifier: Apache-2.0
#include "core/io/gzip.h"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

namespace stowage {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 20;
constexpr int kGzipOnly = 16 + MAX_WBITS;

/// zlib's state, which must be freed.
class Inflater {
 public:
  Inflater() : fine_(::inflateInit2(&state_, kGzipOnly) == Z_OK) {}
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() {
    if (fine_) ::inflateEnd(&state_);
  }
  [[nodiscard]] bool fine() const { return fine_; }

  /// Gives up to `in` bytes and takes up to `out`; what is left of both is said by the references.
  int step(std::string_view& in, char*& out, std::size_t& room) {
    const auto given = static_cast<uInt>(std::min<std::size_t>(in.size(), std::numeric_limits<uInt>::max()));
    const auto taken = static_cast<uInt>(std::min<std::size_t>(room, std::numeric_limits<uInt>::max()));
    state_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));  // zlib does not write there
    state_.avail_in = given;
    state_.next_out = reinterpret_cast<Bytef*>(out);
    state_.avail_out = taken;
    const int code = ::inflate(&state_, Z_NO_FLUSH);
    in.remove_prefix(given - state_.avail_in);
    out += taken - state_.avail_out;
    room -= taken - state_.avail_out;
    return code;
  }
  void next_member() { ::inflateReset(&state_); }

 private:
  z_stream state_{};
  bool fine_;
};

}  // namespace

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

Result<std::string> unpack_gzip(std::string_view bytes, const std::string& file, std::size_t limit, const Task& task) {
  const auto fault = [&](std::string_view rest, std::string reason) {
    return tl::unexpected(
        Error::bad_input(file, "byte " + std::to_string(bytes.size() - rest.size()), std::move(reason)));
  };
  Inflater inflater;
  std::string_view rest = bytes;
  if (!inflater.fine()) return fault(rest, "cannot be unpacked: there is not enough memory");
  std::string out;
  for (std::size_t have = 0;;) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    if (have == out.size()) out.resize(std::max(have + kChunk, std::min(have * 2, have + 64 * kChunk)));
    char* to = out.data() + have;
    std::size_t room = std::min(out.size() - have, kChunk);
    const int code = inflater.step(rest, to, room);
    have = static_cast<std::size_t>(to - out.data());
    if (have > limit) return fault(rest, "unpacks to more than " + std::to_string(limit) + " bytes");
    // Of what was read so far: the whole of a large bomb would let through much of what it unpacks to.
    if (have > std::max(kAlwaysUnpacked, (bytes.size() - rest.size()) * kMostUnpackedRatio))
      return fault(rest, "unpacks to more than " + std::to_string(kMostUnpackedRatio) + " times its size");
    if (code == Z_STREAM_END) {
      if (!is_gzip(rest)) {
        if (rest.find_first_not_of('\0') != std::string_view::npos)  // nulls are padding, as of tapes
          return fault(rest,
                       "the gzip data ends here, and " + std::to_string(rest.size()) + " bytes of no gzip follow");
        out.resize(have);
        if (is_gzip(out)) return fault(bytes, "is packed by gzip twice: unpack it once before");
        return out;
      }
      inflater.next_member();
    } else if (code == Z_BUF_ERROR && room > 0) {
      return fault(rest, "the gzip data is cut short");
    } else if (code != Z_OK && code != Z_BUF_ERROR) {
      return fault(rest, "the gzip data is damaged");
    }
    task.report(static_cast<double>(bytes.size() - rest.size()) / static_cast<double>(bytes.size()) / 4);
  }
}

}  // namespace stowage
