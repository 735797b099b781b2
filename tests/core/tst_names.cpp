// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "tests/folders.h"
#include "tests/support/checks.h"

namespace {

namespace fs = std::filesystem;

// What the headers under a folder define outside other classes, by name with its namespace, and where.
void collect_names(const fs::path& folder, std::map<std::string, std::vector<std::string>>& names) {
  static const std::regex kNamespace("^namespace ([a-z_:]+) \\{");
  static const std::regex kDefinition("^(?:class|struct|enum class|union) ([A-Za-z_0-9]+)(?!.*;\\s*$).*");
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".h") continue;
    std::ifstream in(entry.path());
    std::string line, space;
    for (std::smatch match; std::getline(in, line);) {
      if (std::regex_search(line, match, kNamespace)) space = match[1];
      if (std::regex_search(line, match, kDefinition)) names[space + "::" + match[1].str()].push_back(entry.path());
    }
  }
}

}  // namespace

// The linker keeps one of two inline functions of the same name: a search over orders once ran the destructor of
// another class, and no compiler said so.
TEST_CASE("no two headers define one name") {
  std::map<std::string, std::vector<std::string>> names;
  for (const char* folder : {"core", "widgets", "app"}) collect_names(fs::path(STOWAGE_SOURCE_DIR) / folder, names);
  REQUIRE_MESSAGE(names.contains("stowage::Graph"), "the headers were not read");
  for (const auto& [name, files] : names)
    REQUIRE_MESSAGE(files.size() == 1, (name + ": " + files.front() + ", " + files.back()));
}
