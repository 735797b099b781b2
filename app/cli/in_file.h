// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/error.h"

namespace stowage::cli {

/// Names the file in what is wrong with an input, or what it needs too much of, where nothing does yet.
[[nodiscard]] inline Error in_file(Error error, const std::string& file) {
  const bool of_file = !error.is_stop();
  for (Diagnostic& fault : error.faults)
    if (fault.file.empty() && of_file) fault.file = file;
  return error;
}

}  // namespace stowage::cli
