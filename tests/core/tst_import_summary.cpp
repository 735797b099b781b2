// SPDX-License-Identifier: Apache-2.0
#include "tests/support/core_test.h"

// What a summary says of names, and what a user is told who opens a file that nobody knows.
TEST_CASE("a name stands once with its number") {
  ImportSummary summary;
  for (int k = 0; k < 2000; ++k) summary.add(Skipped::tr("events of other categories"), "user_annotation");
  for (const char* name : {"python", "user_annotation", ""})
    summary.add(Skipped::tr("events of other categories"), name);
  const ImportEntry& entry = summary.entries()[0];
  REQUIRE_EQ(entry.count, std::size_t{2003});
  REQUIRE_EQ(entry.names, (std::vector<std::string>{"user_annotation", "python"}));
  REQUIRE_EQ(entry.times, (std::vector<std::size_t>{2001, 1}));
  REQUIRE_EQ(entry.more_than(0), std::size_t{2003});
  REQUIRE_EQ(entry.more_than(1), std::size_t{2});
  REQUIRE_EQ(entry.more_than(2), std::size_t{1});
}

TEST_CASE("of many names the first are kept") {
  ImportSummary summary;
  for (int round = 0; round < 2; ++round)
    for (int k = 0; k < 150; ++k) {
      summary.add(Read::tr("tensors"), "t" + std::to_string(k));
      summary.add(Unknown::tr("tensors"), "u");  // another entry of the same words
    }
  REQUIRE_EQ(summary.entries().size(), std::size_t{2});
  const ImportEntry& entry = summary.entries()[0];
  REQUIRE_EQ(entry.count, std::size_t{300});
  REQUIRE_EQ(entry.names.size(), ImportSummary::kMaxNames);
  REQUIRE(std::ranges::all_of(entry.times, [](std::size_t times) { return times == 2; }));
  REQUIRE_EQ(entry.more_than(ImportSummary::kMaxNames), std::size_t{100});
}

TEST_CASE("values stand in their places") {
  const ImportWords words = Read::tr("%2 of %1: 50 %").with("%2").with("b");
  REQUIRE_EQ(words.text(), "b of %2: 50 %");
  REQUIRE_EQ(std::string(words.pattern()), "%2 of %1: 50 %");
  ImportSummary summary;
  for (const char* name : {"a", "b", "a"}) summary.count(Read::tr("events: %1").with(name), 1);
  REQUIRE_EQ(summary.entries().size(), std::size_t{2});
  REQUIRE_EQ(summary.entries()[0].what, "events: a");
  REQUIRE_EQ(summary.entries()[0].count, std::size_t{2});
}

TEST_CASE("only formats that are read are offered") {
  const std::string text = error_of(read_document("what is this?\n", "x.txt")).text();
  for (const Format& format : formats())
    REQUIRE_EQ(text.find("(" + std::string(format.extension) + ")") != std::string::npos, format.is_read);
  for (const Format& format : formats())
    if (!format.is_read) REQUIRE(!format.read({"digraph {}", "x.dot", {}, {}}));
  REQUIRE(!find_format("dot")->is_read);
}
