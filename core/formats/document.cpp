// SPDX-License-Identifier: Apache-2.0
#include "core/formats/document.h"

#include <algorithm>

#include "core/formats/file.h"
#include "core/formats/interval_csv.h"
#include "core/formats/json_reader.h"
#include "core/formats/lesson_json.h"
#include "core/formats/readers.h"
#include "core/formats/utf8.h"
#include "core/graph/builder.h"

namespace stowage {
namespace {

bool is_plan(std::string_view bytes) {
  return is_json_object_with(bytes, "\"stowage-plan\"") && !is_json_object_with(bytes, "\"stowage-graph\"");
}

/// Finds the format by content, or, where no format knows it, by the name of the file, if given.
const Format* detect(std::string_view bytes, std::string_view file) {
  for (const std::string_view name : {std::string_view(), file})
    for (const Format& format : formats())
      if (format.detect(bytes, name)) return &format;
  return nullptr;
}

/// Titles of the formats that are read.
std::string titles() {
  std::string out;
  for (const Format& format : formats()) {
    if (!format.is_read) continue;
    if (!out.empty()) out += ", ";
    out.append(format.title).append(" (").append(format.extension).append(")");
  }
  return out;
}

tl::unexpected<Error> unknown_format(const std::string& file) {
  return tl::unexpected(Error::bad_input(file, "", "the format is not known; these were tried: " + titles()));
}

/// A JSON file of a known program that has nothing to plan.
struct Stranger {
  std::string_view one, other;  ///< texts that such a file has
  const char* reason;
};
constexpr Stranger kStrangers[] = {
    {"[pytorch|profiler|execution_trace|", "\"nodes\"",
     "this is a PyTorch execution trace alone, without kernels and streams; join it with the profiler's trace of the "
     "same step to a linked execution trace"},
    {"\"c_arrays\"", "\"c_layers\"",
     "this is a C graph of X-CUBE-AI, without lifetimes and offsets; open the …_c_info.json that ST Edge AI writes"},
};

/// Why no format reads a file: a fault of its syntax, the kind of file that it is, or an unknown format.
Error why_not_read(std::string_view bytes, const std::string& file, const Task& task) {
  if (!begins_as_json(bytes)) return unknown_format(file).value();
  constexpr std::string_view kFields[] = {"format"};
  JsonItem document(
      "", kFields, [](const std::string&, const std::string&) {}, {}, JsonItem::Rest::skipped);
  if (auto read = read_json_document({bytes, file, task}, document); !read) return std::move(read.error());
  if (const auto format = text_of(document.at("format")))
    return Error::bad_input(file, "/format", "the format " + in_quotes(*format) + " is not known");
  for (const Stranger& stranger : kStrangers)
    if (is_json_object_with(bytes, stranger.one) && is_json_object_with(bytes, stranger.other))
      return Error::bad_input(file, "", stranger.reason);
  return unknown_format(file).value();
}

/// The most bytes of a file whose format is known only by its name.
constexpr std::size_t kMostByName = std::size_t{64} << 20;

/// For formats that are read line by line: whether the second half of a head has no end of a line.
bool has_endless_line(std::string_view head) {
  return head.find('\n', head.size() / 2) == std::string_view::npos;
}

/// How many bytes a file with this head may have (LimitByHead).
Result<std::size_t> limit_by_head(std::string_view head, const std::string& file, const Task& task) {
  const bool lines = looks_like_alloc_trace(head) || looks_like_interval_csv(head) || looks_like_migraphx(head) ||
                     looks_like_xla_text(head) || looks_like_inductor(head);
  if (lines && has_endless_line(head))
    return tl::unexpected(Error::bad_input(file, "line " + std::to_string(1 + std::ranges::count(head, '\n')),
                                           "the line is longer than " + std::to_string(head.size() / 2) + " bytes"));
  if (lines) return kMaxFileSize;
  if (begins_as_json(head)) {
    Task quiet = task;
    quiet.progress = nullptr;
    return check_json_head({head, file, quiet}).map([] { return kMaxFileSize; });
  }
  if (detect(head, "") != nullptr) return kMaxFileSize;
  if (detect(head, file) != nullptr) return kMostByName;
  return unknown_format(file);
}

}  // namespace

Result<Document> make_document(Result<BuiltGraph> built, std::string format, ImportSummary summary) {
  if (!built) return tl::unexpected(std::move(built.error()));
  return Document{.graph = std::make_shared<const Graph>(std::move(built->graph)),
                  .plan = {},
                  .format = std::move(format),
                  .warnings = std::move(built->warnings),
                  .summary = std::move(summary)};
}

Result<std::size_t> choose_graph(std::span<const GraphInFile> graphs, const std::optional<std::string>& wanted,
                                 const std::string& file) {
  const auto chosen = wanted ? std::ranges::find(graphs, *wanted, &GraphInFile::name)
                             : std::ranges::max_element(graphs, {}, &GraphInFile::operators);
  if (chosen != graphs.end()) return static_cast<std::size_t>(chosen - graphs.begin());
  std::vector<std::string_view> names;
  for (const GraphInFile& graph : graphs) names.push_back(graph.name);
  return tl::unexpected(Error::bad_input(
      file, "", "there is no graph " + in_quotes(*wanted) + " in the file; its graphs are " + some_in_quotes(names)));
}

Result<std::string> read_document_file(const std::string& path, const Task& task) {
  return read_file(path, kMaxFileSize, task, [&](std::string_view head) { return limit_by_head(head, path, task); });
}

Result<Document> read_document(std::string_view bytes, const std::string& file, const ReadOptions& options,
                               const Task& task) {
  if (bytes.empty()) return tl::unexpected(Error::bad_input(file, "", "the file is empty"));
  if (is_plan(bytes))
    return tl::unexpected(Error::bad_input(
        file, "", "this is a plan, not a graph; check and render take the graph first and then the plan"));
  if (looks_like_lesson(bytes))
    return tl::unexpected(Error::bad_input(file, "", "this is a lesson; the window opens it"));
  const Format* format = detect(bytes, file);
  if (format == nullptr) return tl::unexpected(why_not_read(bytes, file, task));
  return format->read(bytes, file, options, task);
}

}  // namespace stowage
