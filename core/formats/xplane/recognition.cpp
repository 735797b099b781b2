// SPDX-License-Identifier: Apache-2.0
// In a file of its own, because a build without protobuf does not have the reader.
#include "core/formats/protobuf_wire.h"
#include "core/formats/xplane/xplane.h"

namespace stowage {

bool looks_like_xplane(std::string_view bytes) {
  WireReader reader(bytes);
  const auto plane = reader.next();
  // The bytes may be only the head of a large file, which may cut off the plane.
  std::string_view inside;
  if (plane && plane->number == 1 && plane->is_bytes) {
    inside = plane->bytes;
  } else if (!plane && bytes.starts_with('\x0a')) {
    WireReader length(bytes.substr(1));
    std::size_t passed = 1;
    while (passed < bytes.size() && passed < 11 && (static_cast<unsigned char>(bytes[passed]) & 0x80) != 0) ++passed;
    if (passed >= bytes.size() || !length.varint()) return false;
    inside = bytes.substr(passed + 1);
  } else {
    return false;
  }
  WireReader fields(inside);
  for (int k = 0; k < 2; ++k) {
    const auto each = fields.next();
    if (!each) return false;
    if (each->number == 1 && !each->is_bytes) continue;
    return each->number == 2 && each->is_bytes &&
           (each->bytes.starts_with("/host:") || each->bytes.starts_with("/device:") ||
            each->bytes == "Task Environment" || each->bytes.starts_with("#"));
  }
  return false;
}

}  // namespace stowage
