// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/formats.h"
#include "core/formats/graphs_in_file.h"
#include "core/formats/import_summary.h"
#include "core/formats/memory_spaces.h"
#include "core/graph/graph.h"
#include "core/insight/recorded/recorded_device.h"
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
  ImportSummary summary{};                          ///< of files of other programs: what became of everything in them
  std::vector<OpenDimension> open_dimensions{};     ///< that ReadOptions::dimensions did not give
  std::vector<RecordedDevice> devices{};            ///< those the file tells of, where one had to be chosen; ascending
  std::optional<std::int64_t> measured_makespan{};  ///< of a trace: what its operators took in all, in nanoseconds
  std::shared_ptr<const RecordedHeap> history{};    ///< of a recorded heap: what really happened in it; else null
  std::vector<GraphInFile> graphs{};                ///< that the file holds, where the format can hold several
  std::size_t graph_index = 0;                      ///< of `graphs`: the one that this is
  std::vector<MemorySpace> spaces{};                ///< that the file tells apart; empty: all is one memory
  std::size_t space = 0;                            ///< of `spaces`: the one whose tensors have bytes here
  std::shared_ptr<const SpacedTensors> spaced{};    ///< of all spaces, for in_space(); null without spaces
};

/// A document of a graph that a reader built, or the graph's faults.
[[nodiscard]] Result<Document> make_document(Result<BuiltGraph> built, std::string format, ImportSummary summary = {});

/// How to read the ends of lifetimes in an interval CSV: [lower, upper), [lower, upper] or (lower, upper).
enum class IntervalMeaning { half_open, closed, open };

struct ReadOptions {
  std::optional<IntervalMeaning> intervals{};        ///< none: half-open, unless the header says "end" (inclusive)
  std::map<std::string, std::int64_t> dimensions{};  ///< sizes of a model's open dimensions, by name
  std::optional<std::int64_t> device{};              ///< none: one that failed, else the one with the most events
  /// A recorded heap's streams run in the order in which the host recorded them; else nothing orders them.
  bool serial_streams = false;
  std::optional<std::string> graph{};  ///< of several graphs in a file; none: the largest (choose_graph)
  std::optional<std::string> space{};  ///< of several memory spaces; none: the largest (open_space)
  /// The content of a file that belongs to the one being read, by its path: of a dump in several files. Null: the one
  /// is all there is.
  std::function<Result<std::string>(const std::string& path)> open_beside{};
};

/// The bytes of a file that read_document() or read_plan() is to be given, unpacked; what read_file() says, and
/// bad_input as soon as its first bytes show that no format reads it, however many follow.
[[nodiscard]] Result<std::string> read_document_file(const std::string& path, const Task& task = {});

/// Reads bytes in whichever format they are in; bad_input names the formats tried where none fits.
[[nodiscard]] Result<Document> read_document(std::string_view bytes, const std::string& file,
                                             const ReadOptions& options = {}, const Task& task = {});

/// A plan for `graph` from a plan file, or from an interval CSV with offsets. Every tensor of the graph must have an
/// offset, and every offset must be a tensor's.
[[nodiscard]] Result<Plan> read_plan(std::string_view bytes, const std::string& file, const Graph& graph);
/// A plan file, offsets in the order of the graph's tensors, one a line.
[[nodiscard]] std::string write_plan(const Graph& graph, const Plan& plan);

}  // namespace stowage
