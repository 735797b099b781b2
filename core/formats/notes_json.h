// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace stowage {

/// A user's notes on the tensors of a graph, in a file beside that of the graph:
/// `{"format":"stowage-notes","version":1,"notes":{TENSOR:TEXT,…}}`. Unknown keys are kept and written back.
struct NotesFile {
  std::map<std::string, std::string> notes;  ///< by the tensor's name; also of tensors that the graph lost
  std::string extra;                         ///< the unknown keys as the text of a JSON object, or ""

  friend bool operator==(const NotesFile&, const NotesFile&) = default;
};

/// The most notes of a file, and the most bytes of a note; more are a fault.
inline constexpr std::size_t kMostNotes = 100'000;
inline constexpr std::size_t kLongestNote = 64 * 1024;

/// bad_input with every fault and its place.
[[nodiscard]] Result<NotesFile> read_notes(std::string_view bytes, const std::string& file);
/// The text of a file of notes, sorted by name; ends with a line break.
[[nodiscard]] std::string write_notes(const NotesFile& notes);

/// The path of the notes on a graph's file: "FILE.stowage-notes.json".
[[nodiscard]] std::string notes_path(const std::string& graph_path);

}  // namespace stowage
