// SPDX-License-Identifier: Apache-2.0
// Stands in for the readers that need protobuf, in a build without it (STOWAGE_XLA=OFF), so that their files are still
// recognized.
#include "core/formats/readers.h"

namespace stowage {
namespace {

Result<Document> not_in_this_build(const std::string& file, const std::string& what) {
  return tl::unexpected(Error{Error::Kind::unsupported,
                              {{file, "",
                                "this is " + what +
                                    "; this build of Stowage was made without protobuf "
                                    "(STOWAGE_XLA=OFF) and cannot read it"}}});
}

}  // namespace

Result<Document> read_xla(const FileToRead& in) {
  return not_in_this_build(in.file, "an XLA buffer assignment");
}

Result<Document> read_xla_text(const FileToRead& in) {
  return not_in_this_build(in.file, "an XLA text dump");
}

Result<Document> read_xplane(const FileToRead& in) {
  return not_in_this_build(in.file, "a JAX or TensorFlow profile");
}

}  // namespace stowage
