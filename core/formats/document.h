// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/formats.h"
#include "core/formats/import_summary.h"
#include "core/formats/sizes.h"
#include "core/graph/graph.h"
#include "core/insight/bodies/lay_out.h"
#include "core/insight/recorded/recorded_heap.h"
#include "core/plan/plan.h"

namespace stowage {

struct BuiltGraph;

/// A dimension that a model leaves open ("batch"). Sizes of tensors are unknown until ReadOptions::dimensions gives it,
/// unless the file stores a length all the same.
struct OpenDimension {
  std::string name;
  std::size_t tensors = 0;  ///< how many tensors depend on it
  std::size_t stored = 0;   ///< how many of these have the length that the file stores
};

/// One of the graphs of a file: a method, a module, a subgraph. A document has one of them.
struct GraphInFile {
  std::string name;
  std::size_t operators = 0;
};

/// A memory in which tensors of a file lie: an arena, a pool. Offsets of different spaces are independent of each
/// other, so a document shows one space at a time.
struct MemorySpace {
  std::string name;
  std::optional<Bytes> capacity{};  ///< bytes that it has, or that the file reserves
  std::size_t tensors = 0;          ///< how many lie in it and have bytes
  Bytes footprint{};                ///< of the file's plan of the space; 0 where there is none
};

/// The places of a file's tensors in all spaces.
struct SpacedTensors {
  static constexpr std::uint32_t kOutside = ~std::uint32_t{0};  ///< in none of the spaces: the caller's memory

  std::vector<std::uint32_t> space;  ///< by TensorId: the number of its space, or kOutside
  std::vector<Bytes> sizes;          ///< by TensorId
  /// By TensorId, in its space; empty where the file has no plan. kNotPlaced: an edit put the tensor into the space,
  /// and the file's plan of the space does not have it.
  std::vector<Offset> offsets;
  bool assumed = false;             ///< the offsets are not in the file: Plan::assumed
  std::vector<View> views{};        ///< of all spaces; open_space() takes them from the document
  std::vector<InPlace> in_place{};  ///< the same
  std::vector<bool> at_least{};     ///< the same: Graph::Data::tensor_at_least
};

/// The contents of a file: a graph, perhaps a plan for it, and the assumptions of the reader.
struct Document {
  std::shared_ptr<const Graph> graph;
  std::optional<Plan> plan;  ///< where the format carries offsets
  std::string format;        ///< id of the file's format
  std::vector<Diagnostic> warnings;
  ImportSummary summary{};                          ///< of files of other programs: what was read, assumed and skipped
  std::vector<OpenDimension> open_dimensions{};     ///< that ReadOptions::dimensions did not give
  std::vector<RecordedDevice> devices{};            ///< devices of the file, where one had to be chosen; ascending
  std::optional<std::int64_t> measured_makespan{};  ///< of a trace: from its first to its last operator, in nanoseconds
  std::shared_ptr<const RecordedHeap> history{};    ///< the events of a recorded heap, or null
  std::vector<GraphInFile> graphs{};                ///< of the file, where the format can have several
  std::size_t graph_index = 0;                      ///< place of this graph in `graphs`
  std::vector<MemorySpace> spaces{};                ///< of the file; empty where all is one memory
  std::size_t space = 0;                            ///< place in `spaces` of the space whose tensors have bytes here
  std::shared_ptr<const SpacedTensors> spaced{};    ///< tensors of all spaces, for in_space(); null without spaces
  std::map<std::string, std::vector<Offset>> body_offsets{};  ///< of `plan`: by path of a body, of its tensors
};

/// Makes a document of a graph that a reader built, or returns the graph's faults.
[[nodiscard]] Result<Document> make_document(Result<BuiltGraph> built, std::string format, ImportSummary summary = {});

/// Returns the place of the graph named `wanted`, or of the first graph with the most operators. bad_input lists the
/// names where there is no graph of the wanted name. `graphs` may not be empty.
[[nodiscard]] Result<std::size_t> choose_graph(std::span<const GraphInFile> graphs,
                                               const std::optional<std::string>& wanted, const std::string& file);

/// Makes a document of all tensors one of a space. Tensors of other spaces, and those outside of all, stay for their
/// dependencies, but have 0 bytes and share no bytes with any tensor; the plan is that of the space. Counts the tensors
/// (without views) and the footprint of each space. `wanted` is the name of the space; none: the first with the largest
/// footprint, then the most bytes.
///
/// bad_input lists the names where no space has the wanted name, and refuses more than 256 spaces. `document` has all
/// sizes, and `spaces` may not be empty.
[[nodiscard]] Result<Document> open_space(Document document, std::vector<MemorySpace> spaces, SpacedTensors tensors,
                                          const std::optional<std::string>& wanted, const std::string& file);

/// The same document for another space; `space` is a place in Document::spaces.
[[nodiscard]] Document in_space(const Document& document, std::size_t space);

/// Returns `graph` with the bytes, views and in-place pairs of the tensors of a space instead of its own. It may not
/// have more tensors than `tensors`.
[[nodiscard]] Graph graph_in_space(const Graph& graph, const SpacedTensors& tensors, std::size_t space);
/// The file's plan of a space, for its graph; none where the file has no plan, or a tensor of the space has no offset.
[[nodiscard]] std::optional<Plan> plan_in_space(const Graph& graph, const SpacedTensors& tensors, std::size_t space);
/// Takes the edits of `graph`, which is of `space`, into the tensors of all spaces: sizes, views, in-place pairs, and
/// tensors that are new or got bytes, which then lie in `space`.
[[nodiscard]] SpacedTensors with_edits(SpacedTensors tensors, const Graph& graph, std::size_t space);
/// Puts tensors, with their owners and all views of these, into another space. bad_input: no tensor, a tensor that does
/// not exist, or tensors that all lie there already.
[[nodiscard]] Result<SpacedTensors> moved_to_space(SpacedTensors tensors, const Graph& graph,
                                                   std::span<const TensorId> moved, std::size_t space);

/// How to read the ends of lifetimes in an interval CSV: [lower, upper), [lower, upper] or (lower, upper).
enum class IntervalMeaning { half_open, closed, open };

struct ReadOptions {
  std::optional<IntervalMeaning> intervals{};        ///< none: half-open, unless the header says "end" (inclusive)
  std::map<std::string, std::int64_t> dimensions{};  ///< sizes of a model's open dimensions, by name
  TensorSizes sizes{};                               ///< of tensors, instead of the file's sizes (give_sizes())
  std::optional<std::int64_t> device{};  ///< none: the reader chooses (for a heap: one that failed, most events)
  /// Whether a recorded heap's streams run in the order in which the host recorded them. If not, nothing orders them.
  bool serial_streams = false;
  std::optional<std::string> graph{};  ///< name of a graph of the file; none: the largest (choose_graph)
  std::optional<std::string> space{};  ///< name of a memory space; none: the largest (open_space)
  /// Returns the content of another file of the same dump, by its path. Null: only the one file is read.
  std::function<Result<std::string>(const std::string& path)> open_beside{};
};

/// A file for the reader of its format. All that it refers to must outlive the reader.
struct FileToRead {
  std::string_view bytes;
  const std::string& file;  ///< its name, for faults
  const ReadOptions& options;
  const Task& task;
};

/// Reads the unpacked bytes of a file for read_document() or read_plan(). Errors as read_file(), and bad_input as soon
/// as the first bytes show that no format reads the file.
[[nodiscard]] Result<std::string> read_document_file(const std::string& path, const Task& task = {});

/// Reads bytes in the format that they have. bad_input: names the known formats where none fits, or what is damaged.
[[nodiscard]] Result<Document> read_document(std::string_view bytes, const std::string& file,
                                             const ReadOptions& options = {}, const Task& task = {});

/// The document with the bodies of its graph laid out. A plan in its file that does not say where the tensors of bodies
/// lie is left out with a warning. Errors as lay_out_bodies(), with the name of the file.
[[nodiscard]] Result<Document> lay_out(Document document, const std::string& file, const BodyRuns& runs = {},
                                       const Task& task = {}, const BodyTurns& turns = {});
/// The turns of loops in a plan file; empty where the file has none, or read_plan() does not take it.
[[nodiscard]] BodyTurns turns_in_plan(std::string_view bytes);

/// Reads a plan for `graph` from a plan file, version 1, or from a file of another format that carries one, which the
/// options are for. bad_input has all faults at once with their places: a tensor of the graph has no offset, or an
/// offset is not of a tensor. Where names of tensors do not match and the plan names another graph, the first fault
/// says so. Footprint and bound are taken as claimed: core/check compares them.
[[nodiscard]] Result<Plan> read_plan(std::string_view bytes, const std::string& file, const Graph& graph,
                                     const ReadOptions& options = {});
/// A plan that may be of another version of a graph.
struct PlanInPart {
  Plan plan;                ///< kNotPlaced: tensors that it lacks; its claims are of the graph that it was made for
  std::size_t lacking = 0;  ///< tensors of the graph that it lacks
  std::size_t extra = 0;    ///< tensors that only the plan has
  std::size_t lacking_operators = 0, extra_operators = 0;  ///< of its sequence, which is left out without any
};
/// As read_plan(), but tensors and operators that only the plan or only the graph has are no faults. Operators that the
/// plan's sequence lacks come right after what they wait for. bad_input where no tensor matches.
[[nodiscard]] Result<PlanInPart> read_plan_in_part(std::string_view bytes, const std::string& file, const Graph& graph,
                                                   const ReadOptions& options = {});
/// Writes a plan file, with the offsets in the order of the graph's tensors, one a line.
[[nodiscard]] std::string write_plan(const Graph& graph, const Plan& plan);

}  // namespace stowage
