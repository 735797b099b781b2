// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"
#include "tests/support/core_test.h"

TEST_CASE("what is written is read") {
  NotesFile notes;
  notes.notes = {{"conv1.out", "why so large?\nsecond line"}, {"größe \"q\" \\", "\t☃"}, {"", "empty name"}};
  const std::string text = write_notes(notes);
  REQUIRE(text.ends_with("}\n"));
  REQUIRE_EQ(*read_notes(text, "n.json"), notes);
  REQUIRE_EQ(*read_notes(write_notes({}), "n.json"), NotesFile{});
}

TEST_CASE("unknown keys are kept") {
  const auto read = must(read_notes(
      R"({"author": {"name": "me", "x": [1, 2.50]}, "format": "stowage-notes", "version": 1, "notes": {"a": "b"}})",
      "n.json"));
  REQUIRE_EQ(read.notes.size(), std::size_t{1});
  NotesFile changed = read;
  changed.notes["c"] = "d";
  const auto again = must(read_notes(write_notes(changed), "n.json"));
  REQUIRE_EQ(again, changed);
  REQUIRE(again.extra.find("2.50") != std::string::npos);
  REQUIRE(again.extra.find("author") != std::string::npos);
}

TEST_CASE("faults") {
  const auto notes = [](const std::string& value) {
    return R"({"format": "stowage-notes", "version": 1, "notes": )" + value + "}";
  };
  const Rows<std::string, std::string> rows = {
      {"no JSON", "{", "line 1"},
      {"a list", "[]", ""},
      {"other format", R"({"format": "stowage-plan", "version": 1})", "/format"},
      {"no format", R"({"version": 1, "notes": {}})", "/format"},
      {"newer", R"({"format": "stowage-notes", "version": 2, "notes": {}})", "/version"},
      {"notes a list", notes("[]"), "/notes"},
      {"a number", notes(R"({"a": 3})"), "/notes/a"},
      {"a note twice", notes(R"({"a": "x", "a": "y"})"), ""},
      {"too long", notes("{\"a\": \"" + std::string(70'000, 'x') + "\"}"), "/notes/a"},
      {"no UTF-8", notes("{\"a\": \"\xff\"}"), "line 1"}};
  each_row(rows, [&](const std::string& text, const std::string& place) {
    const Error error = error_of(read_notes(text, "n.json"));
    REQUIRE_EQ(error.kind, Error::Kind::bad_input);
    REQUIRE_EQ(error.faults.front().file, "n.json");
    REQUIRE_MESSAGE(error.faults.front().place.starts_with(place), error.faults.front().place);
  });
}

TEST_CASE("too many") {
  std::string text = R"({"format": "stowage-notes", "version": 1, "notes": {)";
  for (std::size_t k = 0; k <= kMaxNotes; ++k) text += (k == 0 ? "\"" : ",\"") + std::to_string(k) + "\":\"x\"";
  REQUIRE(!read_notes(text + "}}", "n.json").has_value());
}

TEST_CASE("they lie beside the graph") {
  REQUIRE_EQ(notes_path("/some/where/net.stowage.json"), "/some/where/net.stowage.json.stowage-notes.json");
}
