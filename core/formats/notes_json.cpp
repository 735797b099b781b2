// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"

#include <utility>

#include "core/base/faults.h"
#include "core/formats/json_reader.h"
#include "core/formats/utf8.h"

namespace stowage {
namespace {

constexpr std::string_view kFields[] = {"format", "version", "notes"};

}  // namespace

Result<NotesFile> read_notes(std::string_view bytes, const std::string& file) {
  NotesFile out;
  Faults faults(file);
  const auto add = [&](const JsonItem& note) {
    const auto text = note.text("");
    if (!text) return;
    if (out.notes.size() == kMaxNotes) return note.fault("", "there are more than 100,000 notes");
    if (text->size() > kLongestNote) return note.fault("", "the note is longer than 64 KiB");
    if (!out.notes.emplace(note.key(), *text).second) note.fault("", "there are two notes on " + in_quotes(note.key()));
  };
  JsonItem document("", kFields, report_to(faults)), notes("/notes", {}, report_to(faults), add);
  const Task task;
  const JsonList lists[] = {{"notes", &notes, Json::value_t::object}};
  const auto accepts = [&] { return check_format(document, "stowage-notes"); };
  STOWAGE_CHECK(read_json_document({bytes, file, task}, document, lists, accepts));
  if (faults.any()) return tl::unexpected(std::move(faults).error());
  out.extra = document.extra();
  return out;
}

std::string write_notes(const NotesFile& notes) {
  std::string out = R"({"format": "stowage-notes", "version": 1)";
  if (notes.extra.size() > 2) out += ", " + notes.extra.substr(1, notes.extra.size() - 2);
  out += ",\n \"notes\": {";
  bool first = true;
  for (const auto& [tensor, text] : notes.notes) {
    out += std::exchange(first, false) ? "\n  " : ",\n  ";
    append_json_string(out, tensor);
    out += ": ";
    append_json_string(out, text);
  }
  return out + "}}\n";
}

std::string notes_path(const std::string& graph_path) {
  return graph_path + ".stowage-notes.json";
}

}  // namespace stowage
