// SPDX-License-Identifier: Apache-2.0

#include <zlib.h>

#include "core/formats/file.h"
#include "core/formats/gzip.h"
#include "tests/support/checks.h"
#include "tests/support/files.h"
#include "tests/support/outcome.h"
#include "tests/support/says.h"

using namespace stowage;

namespace {

std::string packed(const std::string& text) {
  z_stream state{};
  deflateInit2(&state, Z_BEST_COMPRESSION, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&state, static_cast<uLong>(text.size())) + 100, '\0');
  state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  state.avail_in = static_cast<uInt>(text.size());
  state.next_out = reinterpret_cast<Bytef*>(out.data());
  state.avail_out = static_cast<uInt>(out.size());
  deflate(&state, Z_FINISH);
  out.resize(state.total_out);
  deflateEnd(&state);
  return out;
}

std::string noise(std::size_t size) {
  std::string out(size, '\0');
  std::uint32_t seed = 1;
  for (char& c : out) c = static_cast<char>((seed = seed * 1664525 + 1013904223) >> 24);
  return out;
}

void verify_fault(const std::string& bytes, const std::string& words, std::size_t limit = kMaxFileSize) {
  REQUIRE_EQ(test::error_of(unpack_gzip(bytes, "x.gz", limit)).text(), test::says("x.gz:byte " + words));
}

}  // namespace

// Files that are gzipped: unpacked whole, or refused with the place; and never more than an honest file unpacks to.
TEST_CASE("what was packed, by us or by zlib, comes back") {
  for (const std::string& text :
       {std::string(), std::string("a"), noise(5'000'000), std::string(5'000'000, 'x'), noise(std::size_t{1} << 20)}) {
    const std::string small = pack_gzip(text);
    REQUIRE((is_gzip(small) && small == pack_gzip(text)));
    for (const std::string& bytes : {small, packed(text)})
      REQUIRE(unpack_gzip(bytes, "", kMaxFileSize).value() == text);
  }
}

TEST_CASE("files named so are packed and unpacked") {
  const test::TemporaryFolder folder;
  const std::string text = noise(3'000'000);
  for (const char* name : {"a.csv", "a.csv.gz"}) {
    const std::string path = folder.file(name);
    REQUIRE(write_file_atomically(path, text));
    REQUIRE(read_file(path).value() == text);
    REQUIRE_EQ(is_gzip(test::bytes_of(path)), path.ends_with(".gz"));
  }
}

TEST_CASE("all members come one after the other") {
  const std::string one = noise(3'000'000), two = "and this";
  REQUIRE(unpack_gzip(packed(one) + packed("") + packed(two), "", kMaxFileSize).value() == one + two);
}

TEST_CASE("padding after the end is left out") {
  REQUIRE(unpack_gzip(packed("abc") + std::string(512, '\0'), "", kMaxFileSize).value() == "abc");
}

TEST_CASE("what is not whole is refused, by its place") {
  const std::string whole = packed("abc");
  for (const std::string& rest : {std::string("x"), std::string(512, '\0') + "x"})  // other bytes after the end
    verify_fault(whole + rest, test::text(whole.size(), ": ", rest.size()));
  verify_fault(packed(packed("abc")), "gzip");  // packed twice
  const std::string larger = packed(noise(400) + std::string(400, 'x'));
  for (std::size_t length = 3; length < larger.size(); ++length) verify_fault(larger.substr(0, length), "cut");
  std::string damaged = packed(noise(1000));
  damaged[damaged.size() - 6] = static_cast<char>(damaged[damaged.size() - 6] ^ 1);  // the checksum
  verify_fault(damaged, "damaged");
  verify_fault(packed(noise(3'000'000)), "2000000", 2'000'000);  // more than the limit
}

/// However large it is, and whatever honest bytes follow.
TEST_CASE("a bomb is refused early") {
  verify_fault(packed(std::string(200 << 20, '\0')), "times its size");
  REQUIRE_EQ(unpack_gzip(packed(std::string(60 << 20, '\0')), "", kMaxFileSize).value().size(), std::size_t{60} << 20);
  verify_fault(packed(std::string(100 << 20, '\0')) + packed(noise(4 << 20)), "");
}

TEST_CASE("it stops when asked") {
  REQUIRE_EQ(test::error_of(unpack_gzip(packed("abc"), "", kMaxFileSize, test::cancelled_task())).kind,
             Error::Kind::cancelled);
}
