// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace stowage {

/// "pangu_2.6B" from "data/pangu_2.6B.csv" and ".csv"; other endings stay.
[[nodiscard]] inline std::string stem_of(const std::string& file, std::string_view extension) {
  std::string name = file.substr(file.rfind('/') + 1);  // npos + 1 is 0
  if (name.ends_with(extension)) name.resize(name.size() - extension.size());
  return name;
}

}  // namespace stowage
