// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"

#include <algorithm>
#include <limits>

#include "core/formats/protobuf_wire.h"
#include "core/formats/utf8.h"
#include "core/formats/xla/module_document.h"
#include "core/formats/xla/recognition.h"

namespace stowage {
namespace {

/// The byte at which a message is damaged, and the path of its field.
struct Damage {
  const char* at;
  std::string path;
};

std::optional<Damage> damage_in(std::string_view message, const google::protobuf::Descriptor& type,
                                const std::string& path, int depth) {
  constexpr int kDeepest = 100;  // as deep as protocol buffers are read
  if (depth > kDeepest) return Damage{message.data(), path};
  WireReader reader(message);
  std::map<std::uint32_t, std::size_t> count;
  while (const auto field = reader.next()) {
    const auto* const known = type.FindFieldByNumber(static_cast<int>(field->number));
    if (known == nullptr) continue;
    std::string inside = path + "/" + std::string(known->name());
    if (known->is_repeated()) inside += "/" + std::to_string(count[field->number]++);
    if (known->message_type() == nullptr || !field->is_bytes) continue;
    if (auto found = damage_in(field->bytes, *known->message_type(), inside, depth + 1)) return found;
  }
  if (reader.damage() == nullptr) return {};
  // A message that is longer than the rest of the file may be damaged far behind its beginning.
  WireReader behind(message.substr(static_cast<std::size_t>(reader.damage() - message.data())));
  const std::uint64_t tag = behind.varint().value_or(0), length = (tag & 7) == 2 ? behind.varint().value_or(0) : 0;
  const std::string_view rest = behind.rest();
  const auto* const known = type.FindFieldByNumber(static_cast<int>(tag >> 3 & 0x7fffffff));
  if (known == nullptr || known->message_type() == nullptr || length <= rest.size())
    return Damage{reader.damage(), path};
  std::string inside = path + "/" + std::string(known->name());
  if (known->is_repeated()) inside += "/" + std::to_string(count[static_cast<std::uint32_t>(tag >> 3)]);
  auto found = damage_in(rest, *known->message_type(), inside, depth + 1);
  return found ? found : Damage{rest.data() + rest.size(), inside};
}

/// The error of a file that the parser refused. Finds the place, which the parser does not give.
Error damaged(std::string_view bytes, const std::string& file) {
  const auto damage = damage_in(bytes, *xla::Hlo::descriptor(), "", 0);
  const auto byte = damage ? static_cast<std::size_t>(damage->at - bytes.data()) : bytes.size();
  return Error::bad_input(file, "byte " + std::to_string(byte),
                          "this is not an HloProto, or it is damaged or cut short here" +
                              (damage && !damage->path.empty() ? ", in " + damage->path : std::string()));
}

constexpr std::string_view kModuleEnding = ".txt", kAssignmentEnding = "-buffer-assignment.txt",
                           kRangeEnding = "-live-range.txt", kReportEnding = "-memory-usage-report.txt";

bool is_assignment(std::string_view text) {
  return text.starts_with(xla::kAssignmentTitle);
}
bool is_ranges(std::string_view text) {
  return text.starts_with(xla::kLiveRangeTitle);
}
bool is_module(std::string_view text) {
  return !is_assignment(text) && !is_ranges(text) && xla::find_module(text) != std::string_view::npos;
}

/// The path without the ending of a file of a dump; none where it has another name.
std::optional<std::string_view> stem_of_dump(std::string_view file) {
  file = without_gz(file);
  for (const std::string_view ending : {kAssignmentEnding, kRangeEnding, kReportEnding, kModuleEnding})
    if (file.ends_with(ending)) return file.substr(0, file.size() - ending.size());
  return {};
}

class DumpReader {
 public:
  explicit DumpReader(const FileToRead& in) : in_(in) {}

  Result<Document> read() {
    find_part(module_, kModuleEnding, is_module);
    find_part(assignment_, kAssignmentEnding, is_assignment);
    find_part(ranges_, kRangeEnding, is_ranges);
    if (!module_ && !assignment_) return refuse();
    xla::ModuleText module;
    xla::ModuleSource source{.file = module_ ? module_->file : in_.file, .format = "xla-text"};
    if (module_) {
      STOWAGE_TRY(module, xla::read_module_text(module_->text, module_->file, in_.task));
      STOWAGE_CHECK(check(module));
    }
    if (ranges_) {
      STOWAGE_TRY(source.lives.ranges, xla::read_live_range_text(ranges_->text, ranges_->file, in_.task));
    }
    xla::BufferAssignment& assignment = *module.hlo->mutable_buffer_assignment();
    if (assignment_) {
      STOWAGE_TRY(assignment, xla::read_assignment_text(assignment_->text, assignment_->file, summary_, in_.task));
    } else {
      if (!ranges_) {
        source.lives.has_places = false;
        STOWAGE_TRY(auto document, document_with_bodies(module, source, summary_, in_));
        if (document) return *std::move(document);
      }
      std::size_t left = xla::kMostOfFusions;
      STOWAGE_TRY(source.lives.overwrites, make_up_assignment(module, xla::ModuleIndex(module.hlo->hlo_module()),
                                                              module_->file, summary_, left, assignment));
      if (assignment.logical_buffers().empty()) return bad_input(module_->file, "", "the module makes no arrays");
    }
    if (!module_) make_module(source.lives.ranges, module);
    source.lives.has_places = assignment_ && !module.ids.empty();
    if (source.lives.has_places) STOWAGE_CHECK(join(module));
    say_missing();
    source.lives.ids = std::move(module.ids);
    return document_of(*module.hlo, source, std::move(summary_), in_);
  }

 private:
  /// One of the files of a dump.
  struct Part {
    std::string file;
    std::string_view text{};
    std::string held{};  ///< owns the text of a file that was found beside the opened one
  };

  /// Finds a file of the dump: the opened one, or one beside it.
  void find_part(std::optional<Part>& part, std::string_view ending, bool (*looks)(std::string_view)) {
    if (looks(in_.bytes)) return void(part.emplace(in_.file, in_.bytes));
    const auto stem = stem_of_dump(in_.file);
    if (!in_.options.open_beside || !stem) return;
    for (const std::string_view packed : {"", ".gz"}) {
      const std::string path = std::string(*stem) + std::string(ending) + std::string(packed);
      if (path == in_.file) continue;
      auto found = in_.options.open_beside(path);
      if (!found || !looks(*found)) continue;
      part.emplace(path).held = *std::move(found);
      part->text = part->held;
      summary_.add(Read::tr("files beside the one that was opened"), path.substr(path.rfind('/') + 1));
      return;
    }
  }

  [[nodiscard]] tl::unexpected<Error> refuse() const {
    const char* reason =
        "this is not a text dump of XLA: it is neither a module nor a buffer assignment nor live ranges";
    if (ranges_)
      reason = "live ranges have no sizes: put the module or the buffer assignment of the same name beside them";
    else if (without_gz(in_.file).ends_with(kReportEnding) || xla::looks_like_report(in_.bytes))
      reason =
          "this is XLA's report of memory usage, with sizes rounded for people: open the module or the buffer "
          "assignment of the same name instead (….txt, …-buffer-assignment.txt)";
    return bad_input(in_.file, "", reason);
  }

  Result<void> check(const xla::ModuleText& module) {
    if (!module.is_scheduled)
      return bad_input(
          module_->file, "line 1",
          "the module is not scheduled, so nothing says in which order it runs: take the dump that XLA writes after "
          "its optimizations");
    summary_.count(Read::tr("computations of the module"),
                   static_cast<std::size_t>(module.hlo->hlo_module().computations_size()));
    summary_.count(Read::tr("instructions in all computations"), module.shapes.size());
    return {};
  }

  /// Sets the ids of the instructions that make the buffers, which name them.
  Result<void> join(xla::ModuleText& module) {
    std::size_t strangers = 0;
    xla::BufferAssignment& assignment = *module.hlo->mutable_buffer_assignment();
    for (xla::LogicalBuffer& buffer : *assignment.mutable_logical_buffers()) {
      xla::Location& made = *buffer.mutable_defined_at();
      if (const auto at = module.ids.find(made.instruction_name()); at != module.ids.end())
        made.set_instruction_id(at->second);
      else
        ++strangers;
    }
    if (strangers == static_cast<std::size_t>(assignment.logical_buffers_size()))
      return bad_input(assignment_->file, "",
                       "none of its values is made by an instruction of the file beside it, " +
                           in_quotes(module_ ? module_->file : ranges_->file));
    summary_.count(Unknown::tr("values of instructions that the file beside it does not have"), strangers);
    return {};
  }

  /// Makes a module from the sequence of the live ranges. Without them, there is nothing to run.
  void make_module(const xla::LiveRangeText& ranges, xla::ModuleText& module) const {
    xla::Module& hlo = *module.hlo->mutable_hlo_module();
    const std::string stem(stem_of_dump(in_.file).value_or(in_.file));
    hlo.set_name(stem.substr(stem.rfind('/') + 1));
    xla::Sequence& sequence = (*hlo.mutable_schedule()->mutable_sequences())[ranges.sequence.empty() ? 0 : 1];
    if (ranges.sequence.empty()) return;
    const auto opcodes = opcodes_of_given(module.hlo->buffer_assignment());
    xla::Computation& entry = *hlo.add_computations();
    entry.set_id(1);
    hlo.set_entry_computation_id(1);
    for (const std::string_view name : ranges.sequence) {
      xla::Instruction& made = *entry.add_instructions();
      made.set_id(entry.instructions_size());
      made.set_name(std::string(name));
      const auto given = opcodes.find(name);
      made.set_opcode(given == opcodes.end() ? "instruction" : given->second);
      sequence.add_instruction_ids(made.id());
      module.ids.try_emplace(name, made.id());
    }
  }

  /// The opcodes of constants and parameters, by name. Where results take over the memory of a parameter, the first
  /// buffer in it is the parameter.
  [[nodiscard]] static std::unordered_map<std::string_view, const char*> opcodes_of_given(
      const xla::BufferAssignment& assignment) {
    std::unordered_map<std::int64_t, const char*> opcodes;  // by buffer
    for (const xla::Allocation& allocation : assignment.buffer_allocations()) {
      std::int64_t first = std::numeric_limits<std::int64_t>::max();
      for (const xla::Assigned& assigned : allocation.assigned()) {
        first = std::min(first, assigned.buffer());
        if (allocation.is_constant()) opcodes.emplace(assigned.buffer(), "constant");
      }
      if (allocation.is_entry_computation_parameter()) opcodes.emplace(first, "parameter");
    }
    std::unordered_map<std::string_view, const char*> out;
    for (const xla::LogicalBuffer& buffer : assignment.logical_buffers())
      if (const auto at = opcodes.find(buffer.id()); at != opcodes.end())
        out.emplace(buffer.defined_at().instruction_name(), at->second);
    return out;
  }

  void say_missing() {
    if (module_ && assignment_)
      summary_.say(Unknown::tr("the heap simulator's trace, which only the HloProto has: --xla_dump_hlo_as_proto"));
    else if (ranges_ && !module_)
      summary_.say(Unknown::tr("which instruction reads which buffer: the module is not beside the others"));
    else if (!module_)
      summary_.say(
          Unknown::tr("lifetimes: the buffer assignment has sizes and offsets alone, so every tensor lasts throughout "
                      "and no plan is shown; put the module of the same name beside it"));
  }

  const FileToRead& in_;
  ImportSummary summary_;
  std::optional<Part> module_, assignment_, ranges_;
};

}  // namespace

Result<Document> read_xla(const FileToRead& in) {
  STOWAGE_TRY(const auto hlo, xla::parse_hlo(in.bytes, in.file));
  return xla::document_of(*hlo, {.file = in.file, .format = "xla-hlo"}, {}, in);
}

Result<std::unique_ptr<xla::Hlo>> xla::parse_hlo(std::string_view bytes, const std::string& file) {
  auto hlo = std::make_unique<xla::Hlo>();
  if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    return bad_input(file, "", "a protocol buffer has less than 2 GiB");
  if (!hlo->ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return tl::unexpected(damaged(bytes, file));
  if (hlo->buffer_assignment().logical_buffers().empty())
    return bad_input(file, "/buffer_assignment",
                     "there is no buffer assignment in it: take the dump that XLA writes after its optimizations");
  return hlo;
}

Result<Document> read_xla_text(const FileToRead& in) {
  return DumpReader(in).read();
}

}  // namespace stowage
