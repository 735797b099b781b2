// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/graph/graph.h"
#include "core/io/import_summary.h"
#include "core/plan/plan.h"

namespace stowage {

struct BuiltGraph;
struct RecordedHeap;

/// A dimension that a model leaves open ("batch"): sizes of tensors are unknown until somebody gives it, unless the
/// file stores a length all the same.
struct OpenDimension {
  std::string name;
  std::size_t tensors = 0;  ///< whose size depends on it
  std::size_t stored = 0;   ///< of these, whose size is counted by the length that the file stores
};

/// What a file held: a graph, perhaps a plan for it, and what had to be assumed.
struct Document {
  std::shared_ptr<const Graph> graph;
  std::optional<Plan> plan;  ///< where the format carries offsets
  std::string format;        ///< id of the format it came in
  std::vector<Diagnostic> warnings;
  ImportSummary summary{};                        ///< of files of other programs: what became of everything in them
  std::vector<OpenDimension> open_dimensions{};   ///< that ReadOptions::dimensions did not give
  std::vector<std::int64_t> devices{};            ///< numbers of those the file tells of, where one had to be chosen
  std::shared_ptr<const RecordedHeap> history{};  ///< of a recorded heap: what really happened in it; else null
};

/// A document of a graph that a reader built, or the graph's faults.
[[nodiscard]] Result<Document> make_document(Result<BuiltGraph> built, std::string format, ImportSummary summary = {});

/// How to read the ends of lifetimes in an interval CSV: [lower, upper), [lower, upper] or (lower, upper).
enum class IntervalMeaning { half_open, closed, open };

struct ReadOptions {
  std::optional<IntervalMeaning> intervals{};        ///< none: half-open, unless the header says "end" (inclusive)
  std::map<std::string, std::int64_t> dimensions{};  ///< sizes of a model's open dimensions, by name
  std::optional<std::int64_t> device{};              ///< none: the one with the most memory events
  /// A recorded heap's streams run in the order in which the host recorded them; else nothing orders them.
  bool serial_streams = false;
};

/// One file format: how to know it, read it, and (where it can carry our content) write it.
struct Format {
  std::string_view id;         ///< "stowage-graph", "interval-csv", "alloc-trace"
  std::string_view title;      ///< for file dialogs
  std::string_view extension;  ///< ".stowage.json"
  std::string_view patterns;   ///< further names of such files, for dialogs: "*.pickle *.pickle.gz"; may be empty
  /// Three lines: how to get such a file from the program that writes it.
  std::string_view how_to_get;
  /// Whether the content looks like this format; `file` is the name, for a last resort.
  bool (*detect)(std::string_view bytes, std::string_view file);
  Result<Document> (*read)(std::string_view bytes, const std::string& file, const ReadOptions& options,
                           const Task& task);
  /// Null where we only read it. bad_input where the format cannot carry the document, saying what it lacks.
  Result<std::string> (*write)(const Graph& graph, const Plan* plan);
  bool carries_plan = false;        ///< whether write() keeps the offsets of a plan
  bool is_read = true;              ///< false: read() only says that it is not
  std::string_view carries_only{};  ///< what write() keeps, where that is not all of a graph: "lifetimes and sizes"
};

/// The table of all formats, in the order in which they are tried.
[[nodiscard]] std::span<const Format> formats();
[[nodiscard]] const Format* find_format(std::string_view id);
/// The writable format whose extension `path` ends with, or null.
[[nodiscard]] const Format* format_for_path(std::string_view path);

/// The bytes of a file that read_document() or read_plan() is to be given, unpacked; what read_file() says, and
/// bad_input as soon as its first bytes show that no format reads it, however many follow.
[[nodiscard]] Result<std::string> read_document_file(const std::string& path, const Task& task = {});

/// Reads bytes in whichever format they are in; bad_input names the formats tried where none fits.
[[nodiscard]] Result<Document> read_document(std::string_view bytes, const std::string& file,
                                             const ReadOptions& options = {}, const Task& task = {});

/// A plan for `graph` from a plan file, or from an interval CSV with offsets. Every tensor of the graph must have an
/// offset, and every offset must be a tensor's.
[[nodiscard]] Result<Plan> read_plan(std::string_view bytes, const std::string& file, const Graph& graph);
[[nodiscard]] std::string write_plan(const Graph& graph, const Plan& plan);

}  // namespace stowage
