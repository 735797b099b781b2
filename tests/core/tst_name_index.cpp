// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <random>
#include <string>
#include <unordered_map>

#include "core/base/name_index.h"
#include "tests/start/test_entry.h"

using namespace stowage;

class NameIndexTest : public QObject {
  Q_OBJECT

 private slots:
  void an_empty_one_finds_nothing() {
    const NameTable names;
    QCOMPARE(NameIndex().find("x", names), NameIndex::kNone);
    QCOMPARE(NameIndex().find("", names), NameIndex::kNone);
  }

  void the_first_of_equal_names_stays() {
    NameTable names;
    NameIndex index;
    for (const char* name : {"a", "", "a", "b"}) {
      const bool is_new = index.add(name, names.size(), names);
      QCOMPARE(is_new, names.size() != 2);
      names.add(name);
    }
    QCOMPARE(index.find("a", names), 0u);
    QCOMPARE(index.find("", names), 1u);
    QCOMPARE(index.find("b", names), 3u);
    QCOMPARE(index.find("c", names), NameIndex::kNone);
  }

  /// Against the standard map, with and without room reserved.
  void agrees_with_a_map() {
    for (const std::size_t reserved : {0u, 7u, 5000u}) {
      std::mt19937_64 engine(reserved);
      NameTable names;
      NameIndex index;
      index.reserve(reserved);
      std::unordered_map<std::string, std::size_t> map;
      for (int i = 0; i < 20'000; ++i) {
        const std::string name = std::to_string(engine() % 8000) + std::string(engine() % 3, 'x');
        QCOMPARE(index.add(name, names.size(), names), map.try_emplace(name, names.size()).second);
        names.add(name);
      }
      for (const auto& [name, at] : map) QCOMPARE(index.find(name, names), at);
      for (const char* stranger : {"y", "8000", "-1", "12xxx"}) QCOMPARE(index.find(stranger, names), NameIndex::kNone);
    }
  }
};

STOWAGE_TEST(NameIndexTest);
#include "tst_name_index.moc"
