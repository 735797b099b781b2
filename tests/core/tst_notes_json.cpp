// SPDX-License-Identifier: Apache-2.0

#include "core/formats/notes_json.h"
#include "tests/support/checks.h"

using namespace stowage;

TEST_CASE("what is written is read") {
  NotesFile notes;
  notes.notes = {{"conv1.out", "why so large?\nsecond line"}, {"größe \"q\" \\", "\t☃"}, {"", "empty name"}};
  const std::string text = write_notes(notes);
  REQUIRE(text.ends_with("}\n"));
  REQUIRE_EQ(*read_notes(text, "n.json"), notes);
  REQUIRE_EQ(*read_notes(write_notes({}), "n.json"), NotesFile{});
}

TEST_CASE("unknown keys are kept") {
  const auto read = read_notes(
      R"({"author": {"name": "me", "x": [1, 2.50]}, "format": "stowage-notes", "version": 1, "notes": {"a": "b"}})",
      "n.json");
  REQUIRE(read.has_value());
  REQUIRE_EQ(read->notes.size(), std::size_t{1});
  NotesFile changed = *read;
  changed.notes["c"] = "d";
  const auto again = read_notes(write_notes(changed), "n.json");
  REQUIRE(again.has_value());
  REQUIRE_EQ(*again, changed);
  REQUIRE(again->extra.find("2.50") != std::string::npos);
  REQUIRE(again->extra.find("author") != std::string::npos);
}

TEST_CASE("faults") {
  struct Row {
    std::string name, text, place;
  };
  std::vector<Row> rows;
  rows.push_back({"no JSON", std::string("{"), "line 1"});
  rows.push_back({"a list", std::string("[]"), ""});
  rows.push_back({"other format", std::string(R"({"format": "stowage-plan", "version": 1})"), "/format"});
  rows.push_back({"no format", std::string(R"({"version": 1, "notes": {}})"), "/format"});
  rows.push_back({"newer", std::string(R"({"format": "stowage-notes", "version": 2, "notes": {}})"), "/version"});
  rows.push_back({"notes a list", std::string(R"({"format": "stowage-notes", "version": 1, "notes": []})"), "/notes"});
  rows.push_back(
      {"a number", std::string(R"({"format": "stowage-notes", "version": 1, "notes": {"a": 3}})"), "/notes/a"});
  rows.push_back(
      {"a note twice", std::string(R"({"format": "stowage-notes", "version": 1, "notes": {"a": "x", "a": "y"}})"), ""});
  rows.push_back(
      {"too long",
       std::string(R"({"format": "stowage-notes", "version": 1, "notes": {"a": ")") + std::string(70'000, 'x') + "\"}}",
       "/notes/a"});
  rows.push_back({"no UTF-8",
                  std::string("{\"format\": \"stowage-notes\", \"version\": 1, \"notes\": {\"a\": \"\xff\"}}"),
                  "line 1"});
  test::each_row(rows, [&](const Row& row) {
    const auto read = read_notes(row.text, "n.json");
    REQUIRE(!read.has_value());
    REQUIRE_EQ(read.error().kind, Error::Kind::bad_input);
    REQUIRE_EQ(read.error().faults.front().file, std::string("n.json"));
    REQUIRE_MESSAGE(read.error().faults.front().place.starts_with(row.place), read.error().faults.front().place);
  });
}

TEST_CASE("too many") {
  std::string text = R"({"format": "stowage-notes", "version": 1, "notes": {)";
  for (std::size_t k = 0; k <= kMostNotes; ++k) text += (k == 0 ? "\"" : ",\"") + std::to_string(k) + "\":\"x\"";
  REQUIRE(!read_notes(text + "}}", "n.json").has_value());
}

TEST_CASE("they lie beside the graph") {
  REQUIRE_EQ(notes_path("/some/where/net.stowage.json"),
             std::string("/some/where/net.stowage.json.stowage-notes.json"));
}
