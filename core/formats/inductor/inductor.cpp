// SPDX-License-Identifier: Apache-2.0
#include "core/formats/inductor/inductor.h"

#include <optional>
#include <utility>
#include <vector>

#include "core/formats/file_stem.h"
#include "core/formats/inductor/program.h"
#include "core/formats/inductor/source.h"
#include "core/formats/unique_names.h"

namespace stowage {
namespace {

using namespace inductor;
using inductor::Program;  // beside the programs of other readers

void append(ImportSummary& to, const ImportSummary& from) {
  for (const ImportEntry& entry : from.entries()) {
    std::size_t named = 0;
    for (std::size_t k = 0; k < entry.names.size(); ++k)
      for (std::size_t n = 0; n < entry.times[k]; ++n, ++named) to.add(entry.kind, entry.what, entry.names[k]);
    to.count(entry.kind, entry.what, entry.count - named);
    if (entry.count == 0) to.say(entry.kind, entry.what);
  }
}

class SourcesReader {
 public:
  SourcesReader(Sources sources, ImportSummary summary, const std::string& file, const ReadOptions& options,
                const Task& task)
      : sources_(std::move(sources)), summary_(std::move(summary)), file_(file), options_(options), task_(task) {}

  Result<Document> read() {
    for (const bool is_turn_of_modules : {true, false})
      for (const Source& source : sources_.graphs) {
        if (is_module(source) != is_turn_of_modules) continue;
        auto program = is_turn_of_modules ? read_wrapper(source, file_, task_) : read_listing(source, file_, task_);
        if (!program && program.error().is_stop()) return tl::unexpected(std::move(program).error());
        if (program)
          take(source, *std::move(program));
        else
          refuse(source, std::move(program).error());
      }
    if (graphs_.empty()) {
      if (first_error_) return tl::unexpected(*std::move(first_error_));
      return tl::unexpected(
          Error::bad_input(file_, "", "there is no graph in this log: no inductor_output_code and no FX listing"));
    }
    if (!best_) return tl::unexpected(choose_graph(graphs_, options_.graph, file_).error());
    say_graphs();
    if (const auto json = sources_.estimates.find(best_source_->compilation);
        is_module(*best_source_) && json != sources_.estimates.end() && !best_source_->compilation.empty())
      add_estimates(*best_, json->second, file_, task_);
    append(summary_, best_->summary);
    best_->summary = std::move(summary_);
    STOWAGE_TRY(Document out, document_of(*std::move(best_), file_, options_, task_));
    out.graphs = std::move(graphs_);
    out.graph_index = chosen_;
    return out;
  }

 private:
  static bool is_module(const Source& source) { return source.kind != Source::Kind::listing; }

  /// Keeps the wanted graph, or the one with the most operators. Modules come first: listings count only where no
  /// module could be read.
  void take(const Source& source, Program program) {
    ++(is_module(source) ? modules_ : listings_);
    program.name = names_.add(source.name.empty() ? stem_of(file_, ".py") : source.name);
    graphs_.push_back({.name = program.name, .operators = program.operators.size()});
    const bool may_be_first = is_module(source) || modules_ == 0;
    const bool better = options_.graph ? program.name == *options_.graph
                                       : may_be_first && (!best_ || program.operators.size() > best_->operators.size());
    if (!better) return;
    chosen_ = graphs_.size() - 1;
    best_ = std::move(program);
    best_source_ = &source;
  }

  void refuse(const Source& source, Error error) {
    summary_.add(ImportKind::unknown, "graphs that cannot be read: " + error.faults.front().reason, source.name);
    if (!first_error_) first_error_ = std::move(error);
  }

  void say_graphs() {
    summary_.count(ImportKind::read, "modules of Inductor", modules_);
    summary_.count(ImportKind::read, "FX listings", listings_);
    for (const GraphInFile& graph : graphs_)
      if (&graph != &graphs_[chosen_])
        summary_.add(ImportKind::skipped, "other graphs of the file",
                     graph.name + " (" + std::to_string(graph.operators) + ")");
  }

  Sources sources_;
  ImportSummary summary_;
  const std::string& file_;
  const ReadOptions& options_;
  const Task& task_;
  UniqueNames names_;
  std::vector<GraphInFile> graphs_;
  std::size_t modules_ = 0, listings_ = 0;
  std::optional<Program> best_;
  const Source* best_source_ = nullptr;
  std::size_t chosen_ = 0;
  std::optional<Error> first_error_;
};

}  // namespace

bool looks_like_inductor(std::string_view bytes) {
  return looks_like_source(bytes);
}

Result<Document> read_inductor(std::string_view bytes, const std::string& file, const ReadOptions& options,
                               const Task& task) {
  ImportSummary summary;
  STOWAGE_TRY(Sources sources, find_sources(bytes, summary, task));
  return SourcesReader(std::move(sources), std::move(summary), file, options, task).read();
}

}  // namespace stowage
