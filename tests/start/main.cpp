// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <filesystem>
#include <map>
#include <string>

#include "tests/start/test_entry.h"

namespace stowage::test {

namespace {

std::map<std::string, TestEntry::Run>& entries() {
  static std::map<std::string, TestEntry::Run> all;
  return all;
}

}  // namespace

TestEntry::TestEntry(const char* file, Run run) {
  const std::string name = std::filesystem::path(file).stem().string();
  if (!entries().emplace(name, run).second) std::fprintf(stderr, "error: two tests are named %s\n", name.c_str());
}

}  // namespace stowage::test

int main(int argc, char** argv) {
  const auto& entries = stowage::test::entries();
  const auto entry = argc > 1 ? entries.find(argv[1]) : entries.end();
  if (entry == entries.end()) {
    std::fprintf(stderr, "usage: %s TEST [ARGUMENT OF QT TEST…]\n\nTests:\n", argv[0]);
    for (const auto& [name, run] : entries) std::fprintf(stderr, "  %s\n", name.c_str());
    return 2;
  }
  argv[1] = argv[0];
  return entry->second(argc - 1, argv + 1);
}
