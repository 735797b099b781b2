// SPDX-License-Identifier: Apache-2.0
#include "core/formats/xla/recognition.h"

#include <algorithm>

#include "core/formats/protobuf_wire.h"
#include "core/formats/readers.h"
#include "core/formats/utf8.h"

namespace stowage {
namespace {

constexpr char kFirstText = 0x0a, kSecondText = 0x12;  // tags of fields 1 and 2, with a length
constexpr std::size_t kMaxBefore = 1 << 16;            // bytes of a log, or of a page, before the module

bool take_identifier(std::string_view& bytes, char tag) {
  if (!bytes.starts_with(tag)) return false;
  WireReader reader(bytes);
  const auto text = reader.next();
  bytes = reader.rest();
  return text && !text->bytes.empty() && std::ranges::all_of(text->bytes, [](char c) { return c > ' ' && c < 0x7f; });
}

}  // namespace

namespace xla {

std::size_t find_module(std::string_view text) {
  if (text.starts_with(kByteOrderMark) && text.substr(kByteOrderMark.size()).starts_with(kModuleTitle))
    return kByteOrderMark.size();
  if (text.starts_with(kModuleTitle)) return 0;
  const std::string_view head = text.substr(0, kMaxBefore);
  const std::size_t found = head.find('\n' + std::string(kModuleTitle));
  const bool is_text = found != std::string_view::npos && head.substr(0, found).find('\0') == std::string_view::npos;
  return is_text ? found + 1 : std::string_view::npos;
}

bool looks_like_report(std::string_view text) {
  return text.starts_with("Total bytes") &&
         text.substr(0, kMaxBefore).find("\nAllocations sorted by size:") != std::string_view::npos;
}

}  // namespace xla

bool looks_like_hlo(std::string_view bytes) {
  if (!bytes.starts_with(kFirstText)) return false;
  WireReader module(bytes.substr(1));
  if (module.varint().value_or(0) == 0) return false;
  bytes = module.rest();
  return take_identifier(bytes, kFirstText) && take_identifier(bytes, kSecondText);
}

bool looks_like_xla_text(std::string_view bytes) {
  return bytes.starts_with(xla::kAssignmentTitle) || bytes.starts_with(xla::kLiveRangeTitle) ||
         xla::looks_like_report(bytes) || xla::find_module(bytes) != std::string_view::npos;
}

bool looks_like_xplane(std::string_view bytes) {
  if (!bytes.starts_with(kFirstText)) return false;  // the tag of a plane
  WireReader plane(bytes.substr(1));
  const std::uint64_t length = plane.varint().value_or(0);
  // The bytes may be only the head of a large file, which may cut off the plane.
  WireReader fields(plane.rest().substr(0, static_cast<std::size_t>(length)));
  auto field = fields.next();
  if (field && field->number == 1 && !field->is_bytes) field = fields.next();  // the plane's id
  if (!field || field->number != 2 || !field->is_bytes) return false;
  const std::string_view name = field->bytes;
  return name.starts_with("/host:") || name.starts_with("/device:") || name == "Task Environment" ||
         name.starts_with('#');
}

}  // namespace stowage
