// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/base/translated.h"

namespace stowage {

class Graph;
struct Document;
struct FileToRead;
struct Plan;

/// The purpose of a file: each format is listed under one of these.
enum class FormatUse : std::uint8_t {
  model,      ///< a graph to plan
  recording,  ///< the events of an allocator
  plan        ///< the decisions of a compiler or a planner
};

/// Marks what the table says of formats for translators.
struct FormatText {
  STOWAGE_TRANSLATED_AS(stowage::FileNames)
  [[nodiscard]] static constexpr const char* tr(const char* words) { return words; }
};

/// One file format: how to recognize it, read it, and (where it can carry our content) write it.
struct Format {
  std::string_view id;         ///< "stowage-graph", "interval-csv", "alloc-trace"
  std::string_view title;      ///< for file dialogs
  std::string_view extension;  ///< ".stowage.json"
  FormatUse use;
  bool (*looks_like)(std::string_view bytes);  ///< whether the content is of this format
  Result<Document> (*read)(const FileToRead& in);
  std::string_view endings{};   ///< of names, with blanks between: they decide where the content does not
  std::string_view patterns{};  ///< other names of such files, for dialogs: "*.pickle *.pickle.gz"
  bool is_read = true;          ///< false: read() only says that such files are not read
  /// Null where the format is only read. bad_input names what the format cannot carry.
  Result<std::string> (*write)(const Graph& graph, const Plan* plan) = nullptr;
  bool carries_plan = false;        ///< whether write() keeps the offsets of a plan
  std::string_view carries_only{};  ///< what write() keeps, where it is not a whole graph: "lifetimes and sizes"

  /// The endings, one by one.
  [[nodiscard]] std::vector<std::string_view> all_endings() const;
  /// Whether the content looks like this format, or the name `file` has one of its endings.
  [[nodiscard]] bool detect(std::string_view bytes, std::string_view file) const;
};

/// The table of all formats, in the order in which they are tried.
[[nodiscard]] std::span<const Format> formats();
[[nodiscard]] const Format* find_format(std::string_view id);
/// The writable format whose extension `path` ends with, or null.
[[nodiscard]] const Format* format_for_path(std::string_view path);

/// The name of the file without ".gz" at its end.
[[nodiscard]] inline std::string_view without_gz(std::string_view file) {
  constexpr std::string_view kGz = ".gz";
  return file.ends_with(kGz) ? file.substr(0, file.size() - kGz.size()) : file;
}

/// "pangu_2.6B" from "data/pangu_2.6B.csv" (or "….csv.gz") and ".csv"; other endings stay.
[[nodiscard]] inline std::string stem_of(const std::string& file, std::string_view extension) {
  std::string name = file.substr(file.rfind('/') + 1);  // npos + 1 is 0
  const std::string_view plain = without_gz(name);
  if (plain.ends_with(extension)) name.resize(plain.size() - extension.size());
  return name;
}
/// The stem of a file of a format, by its id: the name of a graph without one of its own.
[[nodiscard]] inline std::string graph_name(const std::string& file, std::string_view format) {
  return stem_of(file, find_format(format)->extension);
}

}  // namespace stowage
