// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/formats/imported_program.h"
#include "core/formats/inductor/program.h"
#include "core/formats/lines.h"
#include "core/formats/utf8.h"

namespace stowage {
namespace {

using inductor::Program;
using inductor::Source;
using inductor::SourceLine;

/// The graphs of a file, and the estimates beside them.
struct Sources {
  std::vector<Source> graphs;
  std::unordered_map<std::string, std::vector<SourceLine>> estimates;  ///< by compilation: JSON
};

constexpr std::size_t kHead = 1 << 16;
constexpr std::string_view kOutputCode = "[__output_code] ", kId = "# AOT ID: ['",
                           kModule = "(torch.nn.Module):", kJson = "] {\"";

/// "V0822 14:00:48.899000 2354971 torch/_dynamo/utils.py:1946] {"
bool is_record(std::string_view line) {
  constexpr std::string_view kLevels = "VIWEC";
  if (line.size() < 10 || kLevels.find(line.front()) == std::string_view::npos || line[5] != ' ') return false;
  return line.substr(1, 4).find_first_not_of("0123456789") == std::string_view::npos &&
         line.find(kJson) != std::string_view::npos;
}

bool is_module_line(std::string_view line) {
  return line.starts_with(kId) || line.starts_with("async_compile = AsyncCompile()") ||
         line.starts_with("from torch._inductor");
}

bool is_cpp_line(std::string_view line) {
  return line.starts_with("#include <torch/csrc/inductor/");
}

bool is_listing_line(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line.starts_with("class ") && line.find(kModule) != std::string_view::npos;
}

/// The quoted text, or the number, behind the last `key` of a header.
std::string_view last_value(std::string_view header, std::string_view key) {
  const std::size_t at = header.rfind(key);
  if (at == std::string_view::npos) return {};
  header.remove_prefix(at + key.size());
  header.remove_prefix(std::min(header.find_first_not_of("\": "), header.size()));
  return header.substr(0, header.find_first_of("\",}"));
}

/// "0_inference" of "# AOT ID: ['0_inference']"
std::string_view id_in(std::string_view line) {
  line.remove_prefix(kId.size());
  return line.substr(0, line.find('\''));
}

/// Cuts a file into graphs: a module or a listing alone, a log of TORCH_LOGS, or a log of TORCH_TRACE. Graphs that a
/// log writes twice are one.
class Finder {
 public:
  explicit Finder(ImportSummary& summary) : summary_(summary) {}

  void take(std::string_view line, std::size_t number) {
    if (is_record(line)) return record(line);
    if (records_ > 0) return payload(line, number);
    if (const std::size_t at = line.find(kOutputCode); at != std::string_view::npos) {
      logged_ = true;
      return module_line({line.substr(at + kOutputCode.size()), number});
    }
    if (logged_) {
      if (!is_blank(line)) summary_.count(Skipped::tr("other lines of the log"), 1);
      return;
    }
    if (is_cpp_line(line) && now_ == nullptr && !in_module_)
      start(Source::Kind::cpp_wrapper, {});
    else if (is_listing_line(line) && !in_module_)
      start(Source::Kind::listing, {});
    else if (is_module_line(line))
      in_module_ = true;
    module_line({line, number});
  }

  Sources finish() {
    std::erase_if(out_.graphs, [](const Source& graph) { return graph.lines.empty(); });
    summary_.count(Read::tr("records of the trace"), records_);
    summary_.count(Skipped::tr("records of the trace without memory"), idle_);
    return std::move(out_);
  }

 private:
  void start(Source::Kind kind, std::string name) {
    now_ = &out_.graphs.emplace_back(Source{.kind = kind, .name = std::move(name)});
  }

  /// A line of a module that stands alone, or in a log of several modules.
  void module_line(SourceLine line) {
    if (line.text.starts_with(kId)) {
      in_module_ = true;
      const bool is_first =
          now_ != nullptr && now_->kind == Source::Kind::wrapper && now_->name.empty() && now_->lines.size() < 8;
      if (!is_first) start(Source::Kind::wrapper, {});
      now_->name = printable(id_in(line.text), "");
    }
    if (now_ == nullptr && !in_module_ && !logged_) return;  // lines in front of the first graph
    if (now_ == nullptr) start(Source::Kind::wrapper, {});
    now_->lines.push_back(line);
  }

  void record(std::string_view line) {
    now_ = nullptr;
    payload_ = nullptr;
    ++records_;
    const std::string_view header = line.substr(line.find(kJson) + kJson.size());
    const std::string_view key = header.substr(0, header.find('"'));
    const bool has_name = key == "artifact" || key == "graph_dump";
    const std::string_view name = has_name ? last_value(header.substr(0, header.find('}')), "\"name\"") : key;
    if (key == "artifact" && name == "inductor_runtime_and_tensor_meta") {
      payload_ = &out_.estimates[compilation_of(header)];
      payload_->clear();
    } else if (const auto kind = kind_of(key, name)) {
      graph(*kind, name, compilation_of(header), last_value(header, "\"has_payload\""));
    } else {
      ++idle_;
    }
  }

  /// The kind of graph in a record; `name` is its own, or its key.
  [[nodiscard]] static std::optional<Source::Kind> kind_of(std::string_view key, std::string_view name) {
    struct Row {
      std::string_view key, name;
      Source::Kind kind;
    };
    static constexpr Row kGraphs[] = {
        {"inductor_output_code", "inductor_output_code", Source::Kind::wrapper},
        {"inductor_aot_wrapper_code", "inductor_aot_wrapper_code", Source::Kind::cpp_wrapper},
        {"graph_dump", "inductor_aot_wrapper_code", Source::Kind::cpp_wrapper},
        {"inductor_post_grad_graph", "inductor_post_grad_graph", Source::Kind::listing},
        {"artifact", "before_post_grad_graph", Source::Kind::listing},
        {"artifact", "after_post_grad_graph", Source::Kind::listing}};
    for (const Row& row : kGraphs)
      if (row.key == key && row.name == name) return row.kind;
    if (key.starts_with("aot_") && key.ends_with("_graph")) return Source::Kind::listing;
    return {};
  }

  void graph(Source::Kind kind, std::string_view name, const std::string& compilation, std::string_view sum) {
    if (sum.empty()) return summary_.add(Unknown::tr("graphs of the trace that are not in it"), compilation);
    if (!seen_.insert(std::string(name) + ' ' + std::string(sum)).second)
      return summary_.add(Skipped::tr("graphs that the trace writes again"), compilation);
    start(kind, kind != Source::Kind::listing ? compilation : compilation + ' ' + printable(name, "graph"));
    now_->compilation = compilation;
    payload_ = &now_->lines;
  }

  /// "0/1": the frame and its compilation.
  [[nodiscard]] static std::string compilation_of(std::string_view header) {
    const std::string_view frame = last_value(header, "\"frame_id\""),
                           number = last_value(header, "\"frame_compile_id\""),
                           attempt = last_value(header, "\"attempt\"");
    if (frame.empty() || frame.size() > 20 || number.size() > 20 || attempt.size() > 20) return "graph";
    std::string out = printable(frame, "") + '/' + printable(number, "");
    if (!attempt.empty() && attempt != "0") out += '_' + printable(attempt, "");
    return out;
  }

  void payload(std::string_view line, std::size_t number) {
    if (!line.starts_with('\t')) {
      if (!is_blank(line)) summary_.add(Unknown::tr("lines of the trace"), shown(line));
    } else if (payload_ != nullptr) {
      payload_->push_back({line.substr(1), number});
    }
  }

  ImportSummary& summary_;
  Sources out_;
  Source* now_ = nullptr;
  std::vector<SourceLine>* payload_ = nullptr;
  std::unordered_set<std::string> seen_;
  std::size_t records_ = 0, idle_ = 0;
  bool logged_ = false, in_module_ = false;
};

void append(ImportSummary& to, const ImportSummary& from) {
  for (const ImportEntry& entry : from.entries()) {
    std::size_t named = 0;
    for (std::size_t k = 0; k < entry.names.size(); ++k)
      for (std::size_t n = 0; n < entry.times[k]; ++n, ++named) to.add(entry.words, entry.names[k]);
    to.count(entry.words, entry.count - named);
    if (entry.count == 0) to.say(entry.words);
  }
}

bool is_module(const Source& source) {
  return source.kind != Source::Kind::listing;
}

/// Reads all graphs of a file, modules first, and keeps the wanted one, or the one with the most operators.
Result<Document> read_sources(Sources sources, ImportSummary summary, const FileToRead& in) {
  std::ranges::stable_partition(sources.graphs, is_module);
  UniqueNames names;
  std::vector<GraphInFile> graphs;
  std::optional<Program> best;
  std::optional<Error> first_error;
  const Source* best_source = nullptr;
  std::size_t chosen = 0, modules = 0;
  for (const Source& source : sources.graphs) {
    auto program = is_module(source) ? read_wrapper(source, in) : read_listing(source, in);
    if (!program) {
      if (program.error().is_stop()) return tl::unexpected(std::move(program).error());
      const std::string& reason = program.error().faults.front().reason;
      summary.add(Unknown::tr("graphs that cannot be read: %1").with(reason), source.name);
      if (!first_error) first_error = std::move(program).error();
      continue;
    }
    modules += is_module(source);
    program->name = names.add(source.name.empty() ? graph_name(in.file, "inductor") : source.name);
    graphs.push_back({.name = program->name, .operators = program->operators.size()});
    // Listings count only where no module could be read.
    const bool may_be_first = is_module(source) || modules == 0;
    if (in.options.graph ? program->name != *in.options.graph
                         : !may_be_first || (best && program->operators.size() <= best->operators.size()))
      continue;
    chosen = graphs.size() - 1;
    best = *std::move(program);
    best_source = &source;
  }
  if (graphs.empty())
    return tl::unexpected(first_error.value_or(
        Error::bad_input(in.file, "", "there is no graph in this log: no inductor_output_code and no FX listing")));
  if (!best) return tl::unexpected(choose_graph(graphs, in.options.graph, in.file).error());
  summary.count(Read::tr("modules of Inductor"), modules);
  summary.count(Read::tr("FX listings"), graphs.size() - modules);
  for (const GraphInFile& graph : graphs)
    if (&graph != &graphs[chosen])
      summary.add(Skipped::tr("other graphs of the file"), graph.name + " (" + std::to_string(graph.operators) + ")");
  if (const auto json = sources.estimates.find(best_source->compilation);
      is_module(*best_source) && json != sources.estimates.end())
    add_estimates(*best, json->second, in.file, in.task);
  append(summary, best->summary);
  best->summary = std::move(summary);
  STOWAGE_TRY(Document out, document_of(*std::move(best), in));
  out.graphs = std::move(graphs);
  out.graph_index = chosen;
  return out;
}

}  // namespace

bool looks_like_inductor(std::string_view bytes) {
  std::string_view head = bytes.substr(0, kHead);
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || head[first] == '{' || head[first] == '[') return false;
  if (head.find('\0') != std::string_view::npos) return false;
  while (!head.empty()) {
    const std::string_view line = take_line(head);
    if (is_record(line) || line.find(kOutputCode) != std::string_view::npos || is_module_line(line) ||
        is_listing_line(line) || is_cpp_line(line))
      return true;
  }
  return false;
}

Result<Document> read_inductor(const FileToRead& in) {
  ImportSummary summary;
  Finder finder(summary);
  STOWAGE_CHECK(
      for_each_line(in.bytes, in.task, [&](std::string_view line, std::size_t number) { finder.take(line, number); }));
  Sources sources = finder.finish();
  return read_sources(std::move(sources), std::move(summary), in);
}

}  // namespace stowage
