// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/error.h"

namespace stowage::cli {

/// Names the file in what is wrong with an input, where nothing does yet.
[[nodiscard]] inline Error in_file(Error error, const std::string& file) {
  for (Diagnostic& fault : error.faults)
    if (fault.file.empty() && error.kind == Error::Kind::bad_input) fault.file = file;
  return error;
}

}  // namespace stowage::cli
