// SPDX-License-Identifier: Apache-2.0
#include "core/formats/document.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "core/formats/file.h"
#include "core/formats/interval_csv.h"
#include "core/formats/json_reader.h"
#include "core/formats/lesson_json.h"
#include "core/formats/readers.h"
#include "core/formats/utf8.h"
#include "core/graph/builder.h"
#include "core/graph/claims.h"
#include "core/graph/indexing.h"
#include "core/graph/laid_out.h"

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

/// Names the formats that are read.
tl::unexpected<Error> unknown_format(const std::string& file) {
  std::string titles;
  for (const Format& format : formats()) {
    if (!format.is_read) continue;
    if (!titles.empty()) titles += ", ";
    titles.append(format.title).append(" (").append(format.extension).append(")");
  }
  return bad_input(file, "", "the format is not known; these were tried: " + titles);
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
constexpr std::size_t kMaxByName = std::size_t{64} << 20;

/// How many bytes a file with this head may have (LimitByHead).
Result<std::size_t> limit_by_head(std::string_view head, const std::string& file, const Task& task) {
  const bool lines = looks_like_alloc_trace(head) || looks_like_interval_csv(head) || looks_like_migraphx(head) ||
                     looks_like_xla_text(head) || looks_like_inductor(head);
  if (lines && head.find('\n', head.size() / 2) == std::string_view::npos)
    return bad_input(file, "line " + std::to_string(1 + std::ranges::count(head, '\n')),
                     "the line is longer than " + std::to_string(head.size() / 2) + " bytes");
  if (lines) return kMaxFileSize;
  if (begins_as_json(head)) {
    Task quiet = task;
    quiet.progress = nullptr;
    return check_json_head({head, file, quiet}).map([] { return kMaxFileSize; });
  }
  if (detect(head, "") != nullptr) return kMaxFileSize;
  if (detect(head, file) != nullptr) return kMaxByName;
  return unknown_format(file);
}

constexpr std::size_t kMaxSpaces = 256;  // each has a plan of its own

/// Bytes of the tensors of each space.
std::vector<Bytes> count_tensors(std::vector<MemorySpace>& spaces, const SpacedTensors& tensors, const Graph& graph) {
  std::vector<Bytes> totals(spaces.size());
  for (std::size_t t = 0; t < tensors.space.size(); ++t) {
    if (tensors.space[t] == SpacedTensors::kOutside || tensors.sizes[t] == Bytes{}) continue;
    if (graph.is_view(TensorId(t))) continue;
    ++spaces[tensors.space[t]].tensors;
    totals[tensors.space[t]] += tensors.sizes[t];
  }
  for (std::size_t k = 0; k < spaces.size() && !tensors.offsets.empty(); ++k)
    if (const auto plan = plan_in_space(graph_in_space(graph, tensors, k), tensors, k))
      spaces[k].footprint = plan->footprint;
  return totals;
}

/// The plan of a file for its graph with bodies laid out; none where a tensor has no offset.
std::optional<Plan> with_bodies(const Plan& plan, const std::map<std::string, std::vector<Offset>>& in_bodies,
                                const Graph& graph) {
  std::unordered_map<const Graph*, const std::vector<Offset>*> of{{nullptr, &plan.offsets}};
  for (const BodyTable& table : graph.laid_out()->tables)
    if (const auto found = in_bodies.find(table.path); found != in_bodies.end()) of.emplace(table.body, &found->second);
  std::vector<Offset> offsets;
  for (const auto& [body, id] : graph.laid_out()->tensor_origins) {
    const auto found = of.find(body);
    if (found == of.end() || id.index() >= found->second->size()) return std::nullopt;
    offsets.push_back((*found->second)[id.index()]);
  }
  Plan out = imported_plan(graph, std::move(offsets));
  out.assumed = plan.assumed;
  return out;
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
  return bad_input(file, "",
                   "there is no graph " + in_quotes(*wanted) + " in the file; its graphs are " + some_names(graphs));
}

Result<std::string> read_document_file(const std::string& path, const Task& task) {
  return read_file(path, kMaxFileSize, task, [&](std::string_view head) { return limit_by_head(head, path, task); });
}

Result<Document> read_document(std::string_view bytes, const std::string& file, const ReadOptions& options,
                               const Task& task) {
  if (bytes.empty()) return bad_input(file, "", "the file is empty");
  if (is_plan(bytes))
    return bad_input(file, "", "this is a plan, not a graph; check and render take the graph first and then the plan");
  if (looks_like_lesson(bytes)) return bad_input(file, "", "this is a lesson; the window opens it");
  const Format* format = detect(bytes, file);
  if (format == nullptr) return tl::unexpected(why_not_read(bytes, file, task));
  STOWAGE_TRY(Document out, format->read({bytes, file, options, task}));
  STOWAGE_CHECK(give_sizes(out, options.sizes, file));
  return out;
}

Result<Document> lay_out(Document document, const std::string& file, const BodyRuns& runs, const Task& task,
                         const BodyTurns& turns) {
  auto graph = lay_out_bodies(document.graph, runs, task, turns);
  if (!graph) {
    for (Diagnostic& fault : graph.error().faults)
      if (fault.file.empty()) fault.file = file;
    return tl::unexpected(graph.error());
  }
  if ((*graph)->laid_out() != nullptr && document.plan &&
      !(document.plan = with_bodies(*document.plan, document.body_offsets, **graph)))
    document.warnings.push_back(
        {file, "", "the plan in the file does not say where the tensors of loops and branches lie; it is left out"});
  document.graph = *std::move(graph);
  return document;
}

Result<Document> open_space(Document document, std::vector<MemorySpace> spaces, SpacedTensors tensors,
                            const std::optional<std::string>& wanted, const std::string& file) {
  if (spaces.size() > kMaxSpaces)
    return bad_input(file, "",
                     "it tells of " + std::to_string(spaces.size()) + " memory spaces; more than " +
                         std::to_string(kMaxSpaces) + " are not read");
  assert(!spaces.empty() && tensors.space.size() == document.graph->tensor_count());
  tensors.views = document.graph->data().views;
  tensors.in_place = document.graph->data().in_place;
  tensors.at_least = document.graph->data().tensor_at_least;
  const std::vector<Bytes> totals = count_tensors(spaces, tensors, *document.graph);
  std::size_t chosen = 0;
  for (std::size_t k = 0; k < spaces.size(); ++k)
    if (wanted ? spaces[chosen].name != *wanted && spaces[k].name == *wanted
               : std::pair(spaces[k].footprint, totals[k]) > std::pair(spaces[chosen].footprint, totals[chosen]))
      chosen = k;
  if (wanted && spaces[chosen].name != *wanted)
    return bad_input(
        file, "",
        "there is no memory space " + in_quotes(*wanted) + " in the file; its spaces are " + some_names(spaces));
  document.spaces = std::move(spaces);
  document.spaced = std::make_shared<const SpacedTensors>(std::move(tensors));
  return in_space(document, chosen);
}

Graph graph_in_space(const Graph& graph, const SpacedTensors& tensors, std::size_t space) {
  Graph::Data data = graph.data();
  for (std::size_t t = 0; t < data.tensor_size.size(); ++t)
    data.tensor_size[t] = tensors.space[t] == space ? tensors.sizes[t] : Bytes{};
  const auto here = [&](TensorId t) { return tensors.space[t.index()] == space; };
  if (graph.has_alignments()) {  // the largest alignment that all tensors of the space share
    std::int64_t common = 0;
    for (std::size_t t = 0; t < data.tensor_size.size(); ++t)
      if (data.tensor_size[t] > Bytes{}) common = std::gcd(common, std::int64_t{data.tensor_alignment[t]});
    data.alignment = Bytes{std::max<std::int64_t>(common, 1)};
  }
  // The space of a tensor outside of all spaces is not known: its unknown size counts in each.
  data.tensor_at_least = tensors.at_least;
  for (std::size_t t = 0; t < data.tensor_at_least.size(); ++t)
    if (tensors.space[t] != space && tensors.space[t] != SpacedTensors::kOutside) data.tensor_at_least[t] = false;
  data.views.clear();
  for (const View& view : tensors.views)
    if (here(view.tensor) && here(view.of)) data.views.push_back(view);
  data.in_place.clear();
  for (const InPlace& pair : tensors.in_place)
    if (here(pair.output) && here(pair.input)) data.in_place.push_back(pair);
  index_views(data);
  return Graph(std::move(data));
}

std::optional<Plan> plan_in_space(const Graph& graph, const SpacedTensors& tensors, std::size_t space) {
  if (tensors.offsets.empty()) return std::nullopt;
  std::vector<Offset> offsets(graph.tensor_count());
  for (std::size_t t = 0; t < offsets.size(); ++t) {
    if (tensors.space[t] != space) continue;
    if (tensors.offsets[t] < Offset{}) return std::nullopt;
    offsets[t] = tensors.offsets[t];
  }
  Plan plan = imported_plan(graph, std::move(offsets));
  plan.assumed = tensors.assumed;
  return plan;
}

Document in_space(const Document& document, std::size_t space) {
  Document out = document;
  out.space = space;
  out.graph = std::make_shared<const Graph>(graph_in_space(*document.graph, *document.spaced, space));
  out.plan = plan_in_space(*out.graph, *document.spaced, space);
  return out;
}

SpacedTensors with_edits(SpacedTensors tensors, const Graph& graph, std::size_t space) {
  const auto here = static_cast<std::uint32_t>(space);
  const std::size_t known = tensors.space.size();
  tensors.space.resize(graph.tensor_count(), here);
  tensors.sizes.resize(graph.tensor_count());
  tensors.at_least.resize(graph.tensor_count());
  if (!tensors.offsets.empty()) tensors.offsets.resize(graph.tensor_count(), kNotPlaced);
  for (TensorId t : graph.tensors()) {
    const Bytes size = graph.size(t);
    if (tensors.space[t.index()] != here && size == Bytes{}) continue;
    const bool came = t.index() >= known || tensors.space[t.index()] != here;
    if (came && !tensors.offsets.empty()) tensors.offsets[t.index()] = kNotPlaced;
    tensors.space[t.index()] = here;
    tensors.sizes[t.index()] = size;
    tensors.at_least[t.index()] = has_unknown_size(graph, t);
  }
  const auto is_here = [&](TensorId t) { return tensors.space[t.index()] == here; };
  std::erase_if(tensors.views, [&](const View& view) { return is_here(view.tensor) && is_here(view.of); });
  std::erase_if(tensors.in_place, [&](const InPlace& pair) { return is_here(pair.output) && is_here(pair.input); });
  std::ranges::copy(graph.data().views, std::back_inserter(tensors.views));
  std::ranges::copy(graph.data().in_place, std::back_inserter(tensors.in_place));
  return tensors;
}

Result<SpacedTensors> moved_to_space(SpacedTensors tensors, const Graph& graph, std::span<const TensorId> moved,
                                     std::size_t space) {
  const auto to = static_cast<std::uint32_t>(space);
  if (moved.empty()) return bad_input("", "", "no tensor is selected");
  if (!std::ranges::all_of(moved, [&](TensorId t) { return t.index() < tensors.space.size(); }))
    return bad_input("", "", "the tensor no longer exists");
  // Views of views have one owner in the end; all tensors that share its bytes move with it.
  auto owner = numbers_below<std::size_t>(tensors.space.size());
  const auto root = [&](std::size_t t) {
    while (owner[t] != t) t = owner[t] = owner[owner[t]];
    return t;
  };
  for (const View& view : tensors.views) owner[root(view.tensor.index())] = root(view.of.index());
  std::vector<bool> wanted(tensors.space.size());
  for (const TensorId t : moved) wanted[root(t.index())] = true;
  bool any = false;
  for (std::size_t t = 0; t < tensors.space.size(); ++t) {
    if (!wanted[root(t)] || tensors.space[t] == to) continue;
    any = true;
    tensors.space[t] = to;
    if (!tensors.offsets.empty()) tensors.offsets[t] = kNotPlaced;
  }
  if (!any)
    return bad_input("", "",
                     in_quotes(graph.name(moved.front())) + (moved.size() > 1 ? " and the others lie" : " lies") +
                         " in that memory space already");
  return tensors;
}

}  // namespace stowage
