// SPDX-License-Identifier: Apache-2.0
#include "core/formats/xla/xla_text.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/formats/file_stem.h"
#include "core/formats/utf8.h"
#include "core/formats/xla/assignment_text.h"
#include "core/formats/xla/live_range_text.h"
#include "core/formats/xla/made_up.h"
#include "core/formats/xla/module_document.h"
#include "core/formats/xla/module_text.h"
#include "core/formats/xla/recognition.h"

namespace stowage {
namespace {

using namespace xla;

constexpr std::string_view kFormat = "xla-text", kModuleEnding = ".txt", kAssignmentEnding = "-buffer-assignment.txt",
                           kRangeEnding = "-live-range.txt", kReportEnding = "-memory-usage-report.txt";

/// One of the files of a dump.
struct Part {
  std::string file;
  std::string_view text;
  std::string held{};  ///< owns the text of a file that was found beside the opened one
};

/// The path without the ending of a file of a dump; none where it has another name.
std::optional<std::string_view> stem_of_dump(std::string_view file) {
  file = without_gz(file);
  for (const std::string_view ending : {kAssignmentEnding, kRangeEnding, kReportEnding, kModuleEnding})
    if (file.ends_with(ending)) return file.substr(0, file.size() - ending.size());
  return {};
}

/// The files of a dump; null where a file is missing.
struct Dump {
  std::unique_ptr<Part> module, assignment, ranges;
};

class DumpReader {
 public:
  DumpReader(std::string_view bytes, const std::string& file, const ReadOptions& options, const Task& task)
      : bytes_(bytes), file_(file), options_(options), task_(task) {}

  Result<Document> read() {
    find_parts();
    if (!dump_.module && !dump_.assignment) return refuse();
    if (dump_.module) return read_module();
    return dump_.ranges ? read_without_module() : read_table();
  }

 private:
  void find_parts() {
    auto own = std::make_unique<Part>(Part{file_, bytes_});
    if (looks_like_assignment(bytes_))
      dump_.assignment = std::move(own);
    else if (looks_like_live_range(bytes_))
      dump_.ranges = std::move(own);
    else if (find_module(bytes_) != std::string_view::npos)
      dump_.module = std::move(own);
    if (!options_.open_beside) return;
    const auto stem = stem_of_dump(file_);
    if (!stem) return;
    take_beside(dump_.module, *stem, kModuleEnding,
                [](std::string_view text) { return find_module(text) != std::string_view::npos; });
    take_beside(dump_.assignment, *stem, kAssignmentEnding, looks_like_assignment);
    take_beside(dump_.ranges, *stem, kRangeEnding, looks_like_live_range);
  }

  template <class Looks>
  void take_beside(std::unique_ptr<Part>& part, std::string_view stem, std::string_view ending, const Looks& looks) {
    if (part) return;
    for (const std::string_view packed : {"", ".gz"}) {
      const std::string path = std::string(stem) + std::string(ending) + std::string(packed);
      if (path == file_) continue;
      auto found = options_.open_beside(path);
      if (!found || !looks(*found)) continue;
      part = std::make_unique<Part>(Part{path, {}, *std::move(found)});
      part->text = part->held;
      summary_.add(ImportKind::read, "files beside the one that was opened", path.substr(path.rfind('/') + 1));
      return;
    }
  }

  [[nodiscard]] Result<Document> refuse() const {
    if (dump_.ranges)
      return tl::unexpected(Error::bad_input(
          file_, "",
          "live ranges have no sizes: put the module or the buffer assignment of the same name beside them"));
    if (without_gz(file_).ends_with(kReportEnding) || looks_like_report(bytes_))
      return tl::unexpected(Error::bad_input(
          file_, "",
          "this is XLA's report of memory usage, with sizes rounded for people: open the module or the buffer "
          "assignment of the same name instead (….txt, …-buffer-assignment.txt)"));
    return tl::unexpected(Error::bad_input(
        file_, "", "this is not a text dump of XLA: it is neither a module nor a buffer assignment nor live ranges"));
  }

  Result<Document> read_module() {
    STOWAGE_TRY(ModuleText module, read_module_text(dump_.module->text, dump_.module->file, task_));
    if (!module.is_scheduled)
      return tl::unexpected(Error::bad_input(
          dump_.module->file, "line 1",
          "the module is not scheduled, so nothing says in which order it runs: take the dump that XLA writes after "
          "its optimizations"));
    const Module& hlo = module.hlo->hlo_module();
    summary_.count(ImportKind::read, "computations of the module", static_cast<std::size_t>(hlo.computations_size()));
    summary_.count(ImportKind::read, "instructions in all computations", module.shapes.size());
    std::vector<MayOverwrite> overwrites;
    if (dump_.assignment) {
      STOWAGE_TRY(*module.hlo->mutable_buffer_assignment(),
                  read_assignment_text(dump_.assignment->text, dump_.assignment->file, summary_, task_));
      if (auto joined = join(module); !joined) return tl::unexpected(joined.error());
      summary_.say(ImportKind::unknown,
                   "the heap simulator's trace, which only the HloProto has: --xla_dump_hlo_as_proto");
    } else {
      STOWAGE_TRY(overwrites,
                  make_up_assignment(module, dump_.module->file, summary_, *module.hlo->mutable_buffer_assignment()));
      if (module.hlo->buffer_assignment().logical_buffers().empty())
        return tl::unexpected(Error::bad_input(dump_.module->file, "", "the module makes no arrays"));
    }
    ModuleSource source{.file = dump_.module->file,
                        .format = kFormat,
                        .extension = kXlaTextExtension,
                        .has_places = dump_.assignment != nullptr,
                        .overwrites = std::move(overwrites)};
    if (dump_.ranges) {
      STOWAGE_TRY(const LiveRangeText ranges, read_live_range_text(dump_.ranges->text, dump_.ranges->file, task_));
      source.ranges = ranges_of(ranges, module);
    }
    return document_of(*module.hlo, source, std::move(summary_), options_, task_);
  }

  /// Sets the ids of the instructions that make the buffers, which name them.
  Result<void> join(ModuleText& module) {
    std::size_t strangers = 0;
    for (LogicalBuffer& buffer : *module.hlo->mutable_buffer_assignment()->mutable_logical_buffers()) {
      Location& made = *buffer.mutable_defined_at();
      if (const auto at = module.ids.find(made.instruction_name()); at != module.ids.end())
        made.set_instruction_id(at->second);
      else
        ++strangers;
    }
    if (strangers == static_cast<std::size_t>(module.hlo->buffer_assignment().logical_buffers_size()))
      return tl::unexpected(Error::bad_input(dump_.assignment->file, "",
                                             "none of its values is made by an instruction of the file beside it, " +
                                                 in_quotes(dump_.module ? dump_.module->file : dump_.ranges->file)));
    summary_.count(ImportKind::unknown, "values of instructions that the file beside it does not have", strangers);
    return {};
  }

  /// The live ranges of buffers of the assignment, from instruction to instruction.
  std::vector<LiveRange> ranges_of(const LiveRangeText& text, const ModuleText& module) {
    const auto runs = [&](std::int64_t id) { return running_.contains(id); };
    for (const Computation& computation : module.hlo->hlo_module().computations())
      for (const Instruction& instruction : computation.instructions())
        if (instruction.opcode() != "parameter" && instruction.opcode() != "constant")
          running_.insert(instruction.id());
    // The instruction that runs at each place of the sequence, or the last one before it; 0 where there is none yet.
    std::vector<std::int64_t> at;
    std::int64_t latest = 0;
    std::size_t strangers = 0;
    for (const std::string_view name : text.sequence) {
      const auto known = module.ids.find(name);
      strangers += known == module.ids.end();
      if (known != module.ids.end() && runs(known->second)) latest = known->second;
      at.push_back(latest);
    }
    std::unordered_map<std::string, const LogicalBuffer*> buffers;
    for (const LogicalBuffer& buffer : module.hlo->buffer_assignment().logical_buffers())
      buffers.emplace(key_of(buffer), &buffer);
    const auto last = static_cast<std::int64_t>(at.size()) - 1;
    std::vector<LiveRange> out;
    for (const LiveRangeText::Range& range : text.ranges) {
      const auto known = buffers.find(std::string(range.name) + '{' + std::string(range.index) + '}');
      if (known == buffers.end() || range.first > last) {
        ++strangers;
        continue;
      }
      out.push_back({.buffer = known->second->id(),
                     .first = at[static_cast<std::size_t>(range.first)],
                     .last = at[static_cast<std::size_t>(std::min(range.last, last))],
                     .to_the_end = range.last > last});
    }
    summary_.count(ImportKind::unknown, "lines of live ranges that name nothing of the module or the assignment",
                   strangers);
    return out;
  }

  [[nodiscard]] static std::string key_of(const LogicalBuffer& buffer) {
    const Location& made = buffer.defined_at();
    std::string out = made.instruction_name() + '{';
    for (int k = 0; k < made.shape_index_size(); ++k) out += (k == 0 ? "" : ",") + std::to_string(made.shape_index(k));
    return out + '}';
  }

  /// Makes a module from the sequence of the live ranges.
  Result<Document> read_without_module() {
    STOWAGE_TRY(const LiveRangeText ranges, read_live_range_text(dump_.ranges->text, dump_.ranges->file, task_));
    ModuleText module;
    STOWAGE_TRY(*module.hlo->mutable_buffer_assignment(),
                read_assignment_text(dump_.assignment->text, dump_.assignment->file, summary_, task_));
    std::unordered_map<std::int64_t, const Allocation*> allocations;
    for (const Allocation& allocation : module.hlo->buffer_assignment().buffer_allocations())
      for (const Assigned& assigned : allocation.assigned()) allocations.emplace(assigned.buffer(), &allocation);
    std::unordered_map<std::string_view, const Allocation*> given;
    for (const LogicalBuffer& buffer : module.hlo->buffer_assignment().logical_buffers())
      if (const auto at = allocations.find(buffer.id());
          at != allocations.end() && (at->second->is_entry_computation_parameter() || at->second->is_constant()))
        given.emplace(buffer.defined_at().instruction_name(), at->second);
    Module& hlo = *module.hlo->mutable_hlo_module();
    hlo.set_name(std::string(stem_of_dump(file_).value_or(file_)));
    hlo.set_name(hlo.name().substr(hlo.name().rfind('/') + 1));
    Computation& entry = *hlo.add_computations();
    entry.set_id(1);
    hlo.set_entry_computation_id(1);
    Sequence& sequence = (*hlo.mutable_schedule()->mutable_sequences())[1];
    for (const std::string_view name : ranges.sequence) {
      Instruction& made = *entry.add_instructions();
      made.set_id(entry.instructions_size());
      made.set_name(std::string(name));
      const auto at = given.find(name);
      // Where results take over the memory of a parameter, the first buffer in it is the parameter.
      const bool is_given = at != given.end() && (at->second->is_constant() || is_first(*at->second, module, name));
      made.set_opcode(!is_given ? "instruction" : at->second->is_constant() ? "constant" : "parameter");
      sequence.add_instruction_ids(made.id());
      module.ids.try_emplace(name, made.id());
    }
    if (auto joined = join(module); !joined) return tl::unexpected(joined.error());
    summary_.say(ImportKind::unknown, "which instruction reads which buffer: the module is not beside the others");
    ModuleSource source{.file = file_, .format = kFormat, .extension = kXlaTextExtension};
    source.ranges = ranges_of(ranges, module);
    return document_of(*module.hlo, source, std::move(summary_), options_, task_);
  }

  [[nodiscard]] static bool is_first(const Allocation& allocation, const ModuleText& module, std::string_view name) {
    std::int64_t least = allocation.assigned(0).buffer();
    for (const Assigned& assigned : allocation.assigned()) least = std::min(least, assigned.buffer());
    const auto& buffers = module.hlo->buffer_assignment().logical_buffers();
    const auto found = std::ranges::lower_bound(buffers, least, {}, [](const LogicalBuffer& b) { return b.id(); });
    return found != buffers.end() && found->defined_at().instruction_name() == name;
  }

  /// Reads an assignment alone. Without lifetimes, every buffer is needed throughout.
  Result<Document> read_table() {
    ModuleText module;
    STOWAGE_TRY(*module.hlo->mutable_buffer_assignment(),
                read_assignment_text(dump_.assignment->text, dump_.assignment->file, summary_, task_));
    std::string name(stem_of_dump(file_).value_or(file_));
    module.hlo->mutable_hlo_module()->set_name(name.substr(name.rfind('/') + 1));
    (*module.hlo->mutable_hlo_module()->mutable_schedule()->mutable_sequences())[0];  // there is nothing to run
    summary_.say(
        ImportKind::unknown,
        "lifetimes: the buffer assignment has sizes and offsets alone, so every tensor lasts throughout and no "
        "plan is shown; put the module of the same name beside it");
    return document_of(*module.hlo,
                       {.file = file_, .format = kFormat, .extension = kXlaTextExtension, .has_places = false},
                       std::move(summary_), options_, task_);
  }

  std::string_view bytes_;
  const std::string& file_;
  const ReadOptions& options_;
  const Task& task_;
  ImportSummary summary_;
  Dump dump_;
  std::unordered_set<std::int64_t> running_;
};

}  // namespace

Result<Document> read_xla_text(std::string_view bytes, const std::string& file, const ReadOptions& options,
                               const Task& task) {
  return DumpReader(bytes, file, options, task).read();
}

}  // namespace stowage
