// SPDX-License-Identifier: Apache-2.0
#include "core/formats/xla/recognition.h"

#include <algorithm>
#include <string>

#include "core/formats/readers.h"
#include "core/formats/utf8.h"

namespace stowage {
namespace {

constexpr char kFirstText = 0x0a, kSecondText = 0x12;  // tags of fields 1 and 2, with a length
constexpr std::size_t kMostBefore = 1 << 16;           // bytes of a log, or of a page, before the module

bool take_identifier(std::string_view& bytes, char tag) {
  if (!bytes.starts_with(tag)) return false;
  bytes.remove_prefix(1);
  const std::uint64_t length = xla::take_varint(bytes);
  if (length == 0 || length > bytes.size()) return false;
  const std::string_view text = bytes.substr(0, length);
  bytes.remove_prefix(length);
  return std::ranges::all_of(text, [](char c) { return c > ' ' && c < 0x7f; });
}

}  // namespace

namespace xla {

std::uint64_t take_varint(std::string_view& bytes) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; !bytes.empty() && shift < 64; shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    value |= std::uint64_t{byte & 0x7fU} << shift;
    if (byte < 0x80) return value;
  }
  return 0;
}

std::size_t find_module(std::string_view text) {
  if (text.starts_with(kByteOrderMark) && text.substr(kByteOrderMark.size()).starts_with(kModuleTitle))
    return kByteOrderMark.size();
  if (text.starts_with(kModuleTitle)) return 0;
  const std::string_view head = text.substr(0, kMostBefore);
  const std::size_t found = head.find('\n' + std::string(kModuleTitle));
  const bool is_text = found != std::string_view::npos && head.substr(0, found).find('\0') == std::string_view::npos;
  return is_text ? found + 1 : std::string_view::npos;
}

bool looks_like_report(std::string_view text) {
  return text.starts_with("Total bytes") &&
         text.substr(0, kMostBefore).find("\nAllocations sorted by size:") != std::string_view::npos;
}

}  // namespace xla

bool looks_like_hlo(std::string_view bytes) {
  if (!bytes.starts_with(kFirstText)) return false;
  bytes.remove_prefix(1);
  return xla::take_varint(bytes) > 0 && take_identifier(bytes, kFirstText) && take_identifier(bytes, kSecondText);
}

bool looks_like_xla_text(std::string_view bytes) {
  return bytes.starts_with(xla::kAssignmentTitle) || bytes.starts_with(xla::kLiveRangeTitle) ||
         xla::looks_like_report(bytes) || xla::find_module(bytes) != std::string_view::npos;
}

}  // namespace stowage
