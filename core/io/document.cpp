// SPDX-License-Identifier: Apache-2.0
#include "core/io/document.h"

#include <algorithm>
#include <array>

#include "core/io/alloc_trace.h"
#include "core/io/graph_json.h"
#include "core/io/interval_csv.h"
#include "core/io/lesson_json.h"
#include "core/io/plan_json.h"
#include "core/io/utf8.h"

namespace stowage {
namespace {

/// Whether the text is a JSON object that mentions `format` (its "format" may stand anywhere in it).
bool is_json_object_with(std::string_view bytes, std::string_view format) {
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && bytes[first] == '{' && bytes.find(format) != std::string_view::npos;
}

bool is_plan(std::string_view bytes) {
  return is_json_object_with(bytes, "\"stowage-plan\"") && !is_json_object_with(bytes, "\"stowage-graph\"");
}

constexpr std::array<Format, 3> kFormats = {{
    {.id = "stowage-graph",
     .title = "Stowage graph",
     .extension = ".stowage.json",
     .detect =
         [](std::string_view bytes, std::string_view file) {
           return is_json_object_with(bytes, "\"stowage-graph\"") || file.ends_with(".json");
         },
     .read = [](std::string_view bytes, const std::string& file, const ReadOptions&,
                const Task& task) { return read_graph_json(bytes, file, task); },
     .write = [](const Graph& graph, const Plan*) { return Result<std::string>(write_graph_json(graph)); }},
    {.id = "interval-csv",
     .title = "Interval CSV",
     .extension = ".csv",
     .detect = [](std::string_view bytes,
                  std::string_view file) { return looks_like_interval_csv(bytes) || file.ends_with(".csv"); },
     .read = read_interval_csv,
     .write = write_interval_csv,
     .carries_plan = true,
     .carries_only = "ids, lifetimes, sizes, alignments and offsets"},
    {.id = "alloc-trace",
     .title = "Allocation trace",
     .extension = kAllocTraceExtension,
     .detect = [](std::string_view bytes,
                  std::string_view file) { return looks_like_alloc_trace(bytes) || file.ends_with(".jsonl"); },
     .read = read_alloc_trace,
     .write = nullptr},
}};

/// By content; where no format knows it, by the name of the file.
const Format* detect(std::string_view bytes, std::string_view file) {
  for (const std::string_view name : {std::string_view(), file})
    for (const Format& format : kFormats)
      if (format.detect(bytes, name)) return &format;
  return nullptr;
}

std::string titles() {
  std::string out;
  for (const Format& format : kFormats) {
    if (!out.empty()) out += ", ";
    out.append(format.title).append(" (").append(format.extension).append(")");
  }
  return out;
}

}  // namespace

std::span<const Format> formats() {
  return kFormats;
}

const Format* find_format(std::string_view id) {
  const auto* const found = std::ranges::find(kFormats, id, &Format::id);
  return found == kFormats.end() ? nullptr : found;
}

const Format* format_for_path(std::string_view path) {
  const auto* const found = std::ranges::find_if(
      kFormats, [&](const Format& format) { return format.write != nullptr && path.ends_with(format.extension); });
  return found == kFormats.end() ? nullptr : found;
}

Result<Document> read_document(std::string_view bytes, const std::string& file, const ReadOptions& options,
                               const Task& task) {
  if (is_plan(bytes))
    return tl::unexpected(Error::bad_input(file, "", "this is a plan; it needs the graph that it is for beside it"));
  if (looks_like_lesson(bytes))
    return tl::unexpected(Error::bad_input(file, "", "this is a lesson; the window opens it"));
  const Format* format = detect(bytes, file);
  if (format == nullptr)
    return tl::unexpected(Error::bad_input(file, "",
                                           (bytes.empty() ? "the file is empty; " : "the format is not known; ") +
                                               std::string("these were tried: ") + titles()));
  return format->read(bytes, file, options, task);
}

Result<Plan> read_plan(std::string_view bytes, const std::string& file, const Graph& graph) {
  if (is_plan(bytes) || !looks_like_interval_csv(bytes)) return read_plan_json(bytes, file, graph);
  const Result<Document> document = read_interval_csv(bytes, file);
  if (!document) return tl::unexpected(document.error());
  if (!document->plan)
    return tl::unexpected(Error::bad_input(file, "line 1", "there is no offset column, so this is no plan"));
  return plan_for(graph, *document->graph, *document->plan, file);
}

std::string write_plan(const Graph& graph, const Plan& plan) {
  return write_plan_json(graph, plan);
}

}  // namespace stowage
