// SPDX-License-Identifier: Apache-2.0

#include <random>
#include <string>
#include <unordered_map>

#include "core/base/name_index.h"
#include "tests/support/checks.h"

using namespace stowage;

TEST_CASE("an empty one finds nothing") {
  const NameTable names;
  REQUIRE_EQ(NameIndex().find("x", names), NameIndex::kNone);
  REQUIRE_EQ(NameIndex().find("", names), NameIndex::kNone);
}

TEST_CASE("the first of equal names stays") {
  NameTable names;
  NameIndex index;
  for (const char* name : {"a", "", "a", "b"}) {
    const bool is_new = index.add(name, names.size(), names);
    REQUIRE_EQ(is_new, names.size() != 2);
    names.add(name);
  }
  REQUIRE_EQ(index.find("a", names), 0u);
  REQUIRE_EQ(index.find("", names), 1u);
  REQUIRE_EQ(index.find("b", names), 3u);
  REQUIRE_EQ(index.find("c", names), NameIndex::kNone);
}

/// Against the standard map, with and without room reserved.
TEST_CASE("agrees with a map") {
  for (const std::size_t reserved : {0u, 7u, 5000u}) {
    std::mt19937_64 engine(reserved);
    NameTable names;
    NameIndex index;
    index.reserve(reserved);
    std::unordered_map<std::string, std::size_t> map;
    for (int i = 0; i < 20'000; ++i) {
      const std::string name = std::to_string(engine() % 8000) + std::string(engine() % 3, 'x');
      REQUIRE_EQ(index.add(name, names.size(), names), map.try_emplace(name, names.size()).second);
      names.add(name);
    }
    for (const auto& [name, at] : map) REQUIRE_EQ(index.find(name, names), at);
    for (const char* stranger : {"y", "8000", "-1", "12xxx"}) REQUIRE_EQ(index.find(stranger, names), NameIndex::kNone);
  }
}
