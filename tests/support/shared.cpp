// SPDX-License-Identifier: Apache-2.0
#include "tests/support/shared.h"
#include "tests/folders.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace stowage::test {
namespace fs = std::filesystem;

std::string shared_dir() {
  const auto has_data = [](const fs::path& folder) { return fs::is_directory(folder / "data"); };
  if (const char* named = std::getenv("STOWAGE_SHARED")) return has_data(named) ? named : "";
  const fs::path sources = STOWAGE_SOURCE_DIR;
  for (const fs::path& folder : {sources / ".." / "shared", sources / ".." / ".." / "shared"})
    if (has_data(folder)) return folder.lexically_normal().string();
  return {};
}

std::string shared_path(const std::string& relative) {
  const std::string folder = shared_dir();
  if (folder.empty()) return {};
  const fs::path path = fs::path(folder) / relative;
  return fs::exists(path) ? path.string() : std::string();
}

std::vector<std::string> shared_files(const std::string& relative, const std::string& suffix) {
  std::vector<std::string> out;
  const std::string folder = shared_path(relative);
  if (folder.empty()) return out;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().string().ends_with(suffix)) out.push_back(entry.path().string());
  std::ranges::sort(out);
  return out;
}

}  // namespace stowage::test
