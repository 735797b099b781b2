// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/base/id.h"

// How two tensors of a graph may, or must, have bytes in common.
namespace stowage {

/// `tensor` owns no bytes: it lies in those of `of`, from byte `offset` of it on.
struct View {
  TensorId tensor, of;
  std::int64_t offset = 0;
  std::string extra{};  ///< unknown keys of the file, a JSON object's text
  friend bool operator==(const View&, const View&) = default;
};

/// `output` may be written over `input` if its producer consumes `input` and is the last to use those bytes in every
/// run: `output` then begins `low` to `high` bytes after the begin of `input`.
struct InPlace {
  TensorId output, input;
  std::int64_t low = 0, high = 0;
  bool must = false;  ///< a duty, not a permission
  std::string extra{};
  friend bool operator==(const InPlace&, const InPlace&) = default;
};

}  // namespace stowage
