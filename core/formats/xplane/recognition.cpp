// SPDX-License-Identifier: Apache-2.0
// In a file of its own, because a build without protobuf does not have the reader.
#include "core/formats/xla/recognition.h"
#include "core/formats/protobuf_wire.h"
#include "core/formats/readers.h"

namespace stowage {

bool looks_like_xplane(std::string_view bytes) {
  if (!bytes.starts_with('\x0a')) return false;  // the tag of a plane
  bytes.remove_prefix(1);
  const std::uint64_t length = xla::take_varint(bytes);
  // The bytes may be only the head of a large file, which may cut off the plane.
  WireReader fields(bytes.substr(0, static_cast<std::size_t>(length)));
  auto field = fields.next();
  if (field && field->number == 1 && !field->is_bytes) field = fields.next();  // the plane's id
  if (!field || field->number != 2 || !field->is_bytes) return false;
  const std::string_view name = field->bytes;
  return name.starts_with("/host:") || name.starts_with("/device:") || name == "Task Environment" ||
         name.starts_with('#');
}

}  // namespace stowage
