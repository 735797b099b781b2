// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace stowage {

/// The name of the file without ".gz" at its end.
[[nodiscard]] inline std::string_view without_gz(std::string_view file) {
  constexpr std::string_view kGz = ".gz";
  return file.ends_with(kGz) ? file.substr(0, file.size() - kGz.size()) : file;
}

/// "pangu_2.6B" from "data/pangu_2.6B.csv" (or "….csv.gz") and ".csv"; other endings stay.
[[nodiscard]] inline std::string stem_of(const std::string& file, std::string_view extension) {
  std::string name = file.substr(file.rfind('/') + 1);  // npos + 1 is 0
  const std::string_view plain = without_gz(name);
  if (plain.ends_with(extension)) name.resize(plain.size() - extension.size());
  return name;
}

}  // namespace stowage
