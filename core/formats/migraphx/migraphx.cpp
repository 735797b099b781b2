// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>

#include "core/formats/imported_program.h"
#include "core/formats/lines.h"
#include "core/formats/migraphx/listing.h"
#include "core/formats/utf8.h"

namespace stowage {
namespace {

using namespace migraphx;

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// Operators whose result is their first argument, or a part of it: no bytes move.
constexpr std::string_view kViews =
    " reshape multibroadcast broadcast transpose slice squeeze unsqueeze reshape_lazy step flatten get_tuple_elem "
    "identity as_shape hip::sync_stream gpu::sync_stream ";
/// Views whose result may begin elsewhere than their argument.
constexpr std::string_view kParts = " slice step get_tuple_elem ";

bool is_view(std::string_view op) {
  return has_word(kViews, op);
}
bool is_allocation(std::string_view op) {
  return op == "hip::hip_allocate_memory" || op == "hip::allocate" || op == "allocate";
}
bool is_constant(std::string_view op) {
  return op == "@literal" || op == "hip::hip_copy_literal";
}
bool is_event(std::string_view op) {
  return op == "gpu::record_event" || op == "gpu::wait_event";
}
/// Whether an instruction computes or copies, rather than serving memory, streams or names.
bool is_operator(std::string_view op) {
  return !op.starts_with('@') && !op.starts_with("check_context") && op != "gpu::set_stream" && op != "load" &&
         !is_event(op) && !is_constant(op) && !is_allocation(op) && !is_view(op);
}

std::string line_text(std::size_t line) {
  return "line " + std::to_string(line);
}

/// The value that a name of the listing stands for.
struct Value {
  enum class Kind { nothing, constant, parameter, region, tensor };
  Kind kind = Kind::nothing;
  std::uint32_t index = kNone;  ///< among the values of this kind
};

struct Parameter {
  std::string name;
  Shape shape;
  std::uint32_t tensor = kNone;
};

/// Memory of a program, allocated as a whole.
struct Arena {
  std::string name;
  std::int64_t bytes = 0;
  bool has_loads = false;
  std::uint32_t space = SpacedTensors::kOutside;
};

/// A whole arena, or a load: a part of an arena.
struct Region {
  std::uint32_t arena;
  std::int64_t begin, end;             ///< in the arena
  std::uint32_t holds = kNone;         ///< the tensor that was written there last
  std::vector<std::uint32_t> parts{};  ///< of a load: loads that are taken from it
  std::size_t line = 0;                ///< of a load; 0 for a whole arena
};

struct Made {
  std::string name;
  Shape shape{};
  bool output = false;
  std::uint32_t producer = kNone;
  std::vector<OperatorId> consumers{};
  std::uint32_t arena = kNone;
  std::int64_t offset = 0;
  std::uint32_t of = kNone;  ///< the tensor that owns the bytes of a view; both begin at the same place
};

/// One listing on its way to a graph.
class Reader {
 public:
  Reader(const Listing& listing, const FileToRead& in)
      : listing_(listing),
        in_(in),
        program_(
            "migraphx", in.file, [this](const InputItem& item) { return place_of(item); }, in.bytes.size()) {}

  Result<Document> read(ImportSummary summary, std::vector<GraphInFile> graphs, std::size_t chosen) {
    summary_ = std::move(summary);
    program_.graphs = std::move(graphs);
    program_.graph_index = chosen;
    std::size_t count = 0;
    for (const Instruction& instruction : listing_.instructions) {
      if (in_.task.poll(count++, 1 << 12)) return tl::unexpected(in_.task.why_stopped());
      take(instruction);
    }
    settle_ends();
    add_spaces();
    add_tensors();
    summarise();
    return document_of(std::move(program_), in_.options.space);
  }

 private:
  [[nodiscard]] std::string place_of(const InputItem& item) const {
    const bool node = item.section == InputItem::Section::nodes;
    const std::size_t op = node ? item.index : item.index < made_.size() ? made_[item.index].producer : InputItem::kAll;
    return op < lines_.size() ? line_text(lines_[op]) : "";
  }
  void fault(const Instruction& instruction, std::string reason) {
    program_.add_fault(line_text(instruction.line), std::move(reason));
  }
  /// The whole number of an attribute; none where it is missing or of another form.
  static std::optional<std::int64_t> number(const Instruction& instruction, std::string_view key) {
    return whole_number(attribute(instruction.attributes, key).value_or(""));
  }
  /// Adds a value to those of its kind.
  template <class T>
  static Value add(Value::Kind kind, std::vector<T>& all, T value) {
    all.push_back(std::move(value));
    return {kind, static_cast<std::uint32_t>(all.size() - 1)};
  }

  void take(const Instruction& instruction) {
    summary_.count(Skipped::tr("names of the model's nodes, after \"#\""), instruction.has_comment);
    std::vector<Value> arguments;
    for (const std::string_view argument : instruction.arguments) {
      const auto known = values_.find(argument);
      if (known == values_.end() && !argument.empty())
        fault(instruction, in_quotes(argument) + " is not defined before this line");
      arguments.push_back(known == values_.end() ? Value{} : known->second);
    }
    values_[instruction.name] = value_of(instruction, arguments);
  }

  Value value_of(const Instruction& instruction, const std::vector<Value>& arguments) {
    const std::string_view op = instruction.op;
    const std::string name = printable(instruction.name, "unnamed");
    if (op == "@return") return returned(arguments);
    if (op.starts_with("check_context")) return {};
    if (op == "gpu::set_stream") return set_stream(instruction);
    if (is_event(op)) return event(instruction);
    if (op == "@param") return add(Value::Kind::parameter, parameters_, {name, instruction.shape});
    if (is_constant(op)) {
      summary_.add(Skipped::tr("constants, which lie outside of the planned memory"), name);
      return {Value::Kind::constant};
    }
    if (is_allocation(op)) return allocation(instruction, name);
    if (op == "load") return load(instruction, arguments);
    if (is_view(op) && !arguments.empty()) return view(instruction, name, arguments.front());
    return run(instruction, name, arguments);
  }

  Value returned(const std::vector<Value>& arguments) {
    has_return_ = true;
    for (const Value& argument : arguments) for_tensors(argument, [&](std::uint32_t t) { made_[t].output = true; });
    return {};
  }

  // ---- streams
  Value set_stream(const Instruction& instruction) {
    const auto stream = number(instruction, "stream");
    if (!stream) fault(instruction, "set_stream does not tell a number of a stream");
    stream_ = stream.value_or(stream_);
    return {};
  }

  Value event(const Instruction& instruction) {
    const auto event = number(instruction, "event");
    if (!event) {
      fault(instruction, "the event has no number");
    } else if (instruction.op == "gpu::record_event") {
      const auto last = last_of_stream_.find(stream_);
      events_[*event] = last == last_of_stream_.end() ? kNone : last->second;
    } else if (const auto recorded = events_.find(*event); recorded == events_.end()) {
      summary_.add(Unknown::tr("waits for events that are never recorded before"), line_text(instruction.line));
    } else if (recorded->second != kNone) {
      waits_[stream_].push_back(recorded->second);
    }
    return {};
  }

  // ---- memory
  Value allocation(const Instruction& instruction, const std::string& name) {
    constexpr std::string_view kShape = "shape=";
    Arena arena{.name = name, .bytes = instruction.shape.bytes};
    if (const auto id = attribute(instruction.attributes, "id")) arena.name = printable(*id, name);
    // The value has commas of its own.
    if (const std::size_t at = instruction.attributes.find(kShape); at != std::string_view::npos) {
      std::string_view text = instruction.attributes.substr(at + kShape.size());
      if (const auto shape = take_shape(text); shape && shape->known) arena.bytes = shape->bytes;
    }
    arenas_.push_back(std::move(arena));
    const auto index = static_cast<std::uint32_t>(arenas_.size() - 1);
    return add(Value::Kind::region, regions_, {.arena = index, .begin = 0, .end = arenas_.back().bytes});
  }

  Value load(const Instruction& instruction, const std::vector<Value>& arguments) {
    const auto offset = number(instruction, "offset"), end = number(instruction, "end");
    if (arguments.empty() || arguments.front().kind != Value::Kind::region)
      return fault(instruction, "it loads from no allocated memory"), Value{};
    Region& from = regions_[arguments.front().index];
    const std::int64_t room = from.end - from.begin;
    if (!offset || !end || *offset < 0 || *end < *offset || *end > room)
      return fault(instruction,
                   "offset and end are not within the " + std::to_string(room) + " bytes that it loads from"),
             Value{};
    if (instruction.shape.known && instruction.shape.bytes > *end - *offset)
      return fault(instruction, "its shape has " + std::to_string(instruction.shape.bytes) + " bytes, but " +
                                    std::to_string(*end - *offset) + " are loaded"),
             Value{};
    arenas_[from.arena].has_loads = true;
    if (from.line > 0) from.parts.push_back(static_cast<std::uint32_t>(regions_.size()));
    return add(
        Value::Kind::region, regions_,
        {.arena = from.arena, .begin = from.begin + *offset, .end = from.begin + *end, .line = instruction.line});
  }

  Value view(const Instruction& instruction, const std::string& name, const Value& of) {
    summary_.add(of.kind == Value::Kind::constant
                     ? Read::tr("views of constants")
                     : Read::tr("views: their operator moves no bytes, so they are their first argument"),
                 name);
    if (instruction.milliseconds) ++other_times_;
    if (of.kind != Value::Kind::tensor || has_word(kParts, instruction.op) || !instruction.shape.known) return of;
    const Made& whole = made_[of.index];  // its producer is that of the view, too
    return add(Value::Kind::tensor, made_,
               {.name = name,
                .shape = {whole.shape.known, std::min(instruction.shape.bytes, whole.shape.bytes)},
                .producer = whole.producer,
                .arena = whole.arena,
                .offset = whole.offset,
                .of = owner(of.index)});
  }

  /// Calls `each` for every tensor that a reader of the value reads.
  template <class Each>
  void for_tensors(const Value& value, const Each& each) {
    if (value.kind == Value::Kind::tensor) return each(value.index);
    if (value.kind == Value::Kind::parameter) return each(tensor_of_parameter(value.index));
    if (value.kind != Value::Kind::region) return;
    std::vector<std::uint32_t> open{value.index};
    while (!open.empty()) {
      const Region& region = regions_[open.back()];
      open.pop_back();
      if (!program_.take(1 + region.parts.size(), "", "its loads overlap too often")) return;
      if (region.holds != kNone) each(region.holds);
      open.insert(open.end(), region.parts.begin(), region.parts.end());
    }
  }

  std::uint32_t tensor_of_parameter(std::uint32_t index) {
    Parameter& parameter = parameters_[index];
    if (parameter.tensor == kNone)
      parameter.tensor = add(Value::Kind::tensor, made_, {.name = parameter.name, .shape = parameter.shape}).index;
    return parameter.tensor;
  }

  // ---- operators
  Value run(const Instruction& instruction, const std::string& name, const std::vector<Value>& arguments) {
    const std::uint32_t op = add_operator(instruction, name);
    const std::size_t target = target_of(instruction, arguments);
    std::vector<std::uint32_t> inputs;
    for (std::size_t k = 0; k < arguments.size(); ++k)
      if (k != target) for_tensors(arguments[k], [&](std::uint32_t t) { inputs.push_back(t); });
    for (const std::uint32_t t : inputs) made_[t].consumers.emplace_back(op);
    Made made{.name = name, .shape = instruction.shape, .producer = op};
    const auto index = static_cast<std::uint32_t>(made_.size());
    const Value into = target < arguments.size() ? arguments[target] : Value{};
    if (into.kind == Value::Kind::region) {
      Region& region = regions_[into.index];
      made.shape = {.bytes = region.end - region.begin};  // all of it, also where the shape has fewer bytes
      made.arena = region.arena;
      made.offset = region.begin;
      region.holds = index;
    } else if (into.kind == Value::Kind::tensor) {
      made.arena = made_[into.index].arena;
      made.offset = made_[into.index].offset;
    } else if (into.kind == Value::Kind::parameter) {
      parameters_[into.index].tensor = index;
      made.output = true;
    }
    find_in_place(made, index, std::move(inputs));
    return add(Value::Kind::tensor, made_, std::move(made));
  }

  std::uint32_t add_operator(const Instruction& instruction, const std::string& name) {
    StreamId stream = program_.find_stream(stream_);
    if (!stream.valid()) stream = program_.add_stream(stream_);
    std::string kind = printable(instruction.op, "unknown");
    if (const auto symbol = attribute(instruction.attributes, "symbol_name")) kind = printable(*symbol, kind);
    const auto op = static_cast<std::uint32_t>(program_.operator_count());
    program_.add_operator(
        {.name = names_.add(kind + ' ' + name), .stream = stream, .kind = kind, .duration = duration_of(instruction)});
    lines_.push_back(instruction.line);
    for (const std::uint32_t before : waits_[stream_])
      if (before != op) program_.add_control(OperatorId(before), OperatorId(op));
    syncs_ += waits_[stream_].size();
    waits_[stream_].clear();
    last_of_stream_[stream_] = op;
    return op;
  }

  Duration duration_of(const Instruction& instruction) {
    if (!instruction.milliseconds) return {};
    const double nanoseconds = *instruction.milliseconds * 1e6;
    if (nanoseconds > static_cast<double>(kMaxDuration))
      return fault(instruction, "the time is beyond 2^53 ns"), Duration{};
    ++times_;
    return {std::llround(nanoseconds), Duration::From::measured};
  }

  /// Which argument is the memory that an operator writes; kNobody where the result has its own memory. Only operators
  /// of a target ("gpu::…") write over a tensor or into a parameter.
  [[nodiscard]] static std::size_t target_of(const Instruction& instruction, const std::vector<Value>& arguments) {
    if (arguments.empty()) return kNobody;
    const auto named = number(instruction, "output_arg");
    const bool in_range = named && *named >= 0 && *named < std::ssize(arguments);
    const std::size_t last = in_range ? static_cast<std::size_t>(*named) : arguments.size() - 1;
    const Value::Kind kind = arguments[last].kind;
    const bool writes_over = arguments.size() > 1 && instruction.op.find("::") != std::string_view::npos;
    const bool is_memory =
        kind == Value::Kind::region || (writes_over && (kind == Value::Kind::tensor || kind == Value::Kind::parameter));
    return is_memory ? last : kNobody;
  }

  /// Notes the tensors that the operator reads and that begin where its result does.
  void find_in_place(const Made& made, std::uint32_t index, std::vector<std::uint32_t> inputs) {
    if (made.arena == kNone || made.shape.bytes == 0) return;
    for (std::uint32_t& t : inputs) t = owner(t);
    sort_distinct(inputs);
    for (const std::uint32_t t : inputs)
      if (made_[t].arena == made.arena && made_[t].offset == made.offset && made_[t].shape.bytes > 0) {
        made_[t].consumers.emplace_back(made.producer);  // the operator may read only a view of it
        in_place_.emplace_back(index, t);
      }
  }

  [[nodiscard]] std::uint32_t owner(std::uint32_t t) const { return made_[t].of == kNone ? t : made_[t].of; }

  // ---- the whole
  /// Without @return, the result is the tensor of the last operator.
  void settle_ends() {
    if (has_return_ || program_.operator_count() == 0) return;
    const auto last = static_cast<std::uint32_t>(program_.operator_count() - 1);
    for (Made& made : made_)
      if (made.producer == last) {
        made.output = true;
        summary_.add(Assumed::tr("results: the listing has no @return, so the last operator gives them"), made.name);
      }
  }

  void add_spaces() {
    UniqueNames names;
    for (Arena& arena : arenas_) {
      if (!arena.has_loads) continue;
      arena.space = static_cast<std::uint32_t>(program_.spaces.size());
      program_.spaces.push_back({.name = names.add(arena.name), .capacity = Bytes{arena.bytes}});
    }
    program_.has_plan = !program_.spaces.empty();
  }

  void add_tensors() {
    // In a program that is not compiled for a target, the parameters' memory is to be planned, too.
    if (program_.spaces.empty())
      for (std::uint32_t p = 0; p < parameters_.size(); ++p) tensor_of_parameter(p);
    UniqueNames names;
    for (Made& made : made_) {
      made.name = names.add(made.name);
      if (!made.shape.known)
        summary_.add(Unknown::tr("tensors of a type or shape without a known size, which are not counted"), made.name);
      tensors_.push_back(program_.add_tensor(
          {.name = made.name,
           .size = {made.shape.known ? made.shape.bytes : 0},
           .at_least = !made.shape.known,
           .producer = OperatorId(made.producer),
           .consumers = made.consumers,
           .output = made.output},
          {.space = made.arena == kNone ? SpacedTensors::kOutside : arenas_[made.arena].space, .offset = made.offset}));
    }
    for (std::size_t t = 0; t < made_.size(); ++t)
      if (made_[t].of != kNone) program_.add_view({.tensor = tensors_[t], .of = tensors_[made_[t].of]});
    for (const auto& [output, input] : in_place_)
      program_.add_in_place({.output = tensors_[output], .input = tensors_[input]});
    for (const Region& region : regions_) add_group(region);
    if (made_.empty() && program_.operator_count() == 0)
      program_.add_fault(listing_.instructions.empty() ? "" : line_text(listing_.instructions.front().line),
                         "the listing has no operators and no tensors");
  }

  /// Keeps tensors end to end that are written part by part into one load.
  void add_group(const Region& load) {
    if (load.parts.empty()) return;
    std::vector<TensorId> members;
    std::vector<std::uint32_t> parts = load.parts;
    std::ranges::sort(parts, {}, [&](std::uint32_t part) { return std::pair(regions_[part].begin, part); });
    std::int64_t at = load.begin;
    bool whole = load.holds == kNone;
    for (const std::uint32_t p : parts) {
      const Region& part = regions_[p];
      whole =
          whole && part.begin == at && part.holds != kNone && part.parts.empty() && grouped_.insert(part.holds).second;
      at = part.end;
      if (whole) members.push_back(tensors_[part.holds]);
    }
    whole = whole && at == load.end;
    if (whole && members.size() > 1) program_.add_group(members);
    summary_.add(
        whole
            ? Read::tr("tensors that are written in parts: the parts lie end to end")
            : Unknown::tr(
                  "tensors that are written in parts with gaps, or as a whole, too: nothing keeps the parts together"),
        line_text(load.line));
  }

  void summarise() {
    summary_.count(Read::tr("operators, in their order"), program_.operator_count());
    summary_.count(Read::tr("control edges, from events to the operators that wait for them"), syncs_);
    summary_.count(Read::tr("durations: each operator was measured alone, so their sum exceeds the real time"), times_);
    summary_.count(Skipped::tr("times of instructions that are not operators"), other_times_);
    if (program_.operator_count() > 0 && times_ == 0)
      summary_.say(Unknown::tr("durations: migraphx-driver perf prints them"));
    for (const Made& made : made_) {
      if (made.arena != kNone || program_.spaces.empty()) continue;
      summary_.add(Skipped::tr("tensors outside of the planned memory, the caller's: they have 0 bytes (unplanned)"),
                   made.name);
    }
    const auto planned =
        std::ranges::count_if(made_, [](const Made& made) { return made.arena != kNone && made.of == kNone; });
    summary_.count(Read::tr("tensors, with the offsets of their loads"), static_cast<std::size_t>(planned));
    if (program_.spaces.empty())
      summary_.say(Unknown::tr("a plan: the program was printed before its memory was planned"));
    for (const auto& [output, input] : in_place_)
      summary_.add(Read::tr("results that lie where their operator last reads: written in place"),
                   made_[output].name + " over " + made_[input].name);
  }

  static constexpr std::size_t kNobody = std::numeric_limits<std::size_t>::max();

  const Listing& listing_;
  const FileToRead& in_;
  ImportedProgram program_;
  ImportSummary& summary_ = program_.summary;
  UniqueNames names_;
  bool has_return_ = false;
  std::unordered_map<std::string_view, Value> values_;
  std::vector<Parameter> parameters_;
  std::vector<Arena> arenas_;
  std::vector<Region> regions_;
  std::vector<Made> made_;
  std::vector<TensorId> tensors_;   // by made
  std::vector<std::size_t> lines_;  // by operator
  std::int64_t stream_ = 0;
  std::unordered_map<std::int64_t, std::uint32_t> last_of_stream_, events_;
  std::unordered_map<std::int64_t, std::vector<std::uint32_t>> waits_;  // of a stream's next operator
  std::size_t syncs_ = 0, times_ = 0, other_times_ = 0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> in_place_;  // output, input
  std::unordered_set<std::uint32_t> grouped_;
};

/// The listing to read of each module: the last undamaged one with times, or the last undamaged one, or the last.
std::vector<const Listing*> best_listings(const std::vector<Listing>& all) {
  std::vector<const Listing*> out;
  std::unordered_map<std::string_view, std::size_t> by_module;
  const auto rank = [](const Listing& listing) { return std::pair(listing.damage.empty(), listing.timed); };
  for (const Listing& listing : all) {
    const auto [at, fresh] = by_module.emplace(listing.module, out.size());
    if (fresh)
      out.push_back(&listing);
    else if (rank(listing) >= rank(*out[at->second]))
      out[at->second] = &listing;
  }
  return out;
}

constexpr std::size_t kLooked = std::size_t{1} << 20;

}  // namespace

bool looks_like_migraphx(std::string_view bytes) {
  bytes = bytes.substr(0, kLooked);
  for (const std::string_view start : {"@0 = ", "@1 = "})
    for (std::size_t at = bytes.find(start); at != std::string_view::npos; at = bytes.find(start, at + 1)) {
      const std::string_view line = bytes.substr(at, bytes.find('\n', at) - at);
      if (line.find(" -> ") != std::string_view::npos && line.find("_type, {") != std::string_view::npos) return true;
    }
  return false;
}

Result<Document> read_migraphx(const FileToRead& in) {
  std::size_t other_lines = 0;
  STOWAGE_TRY(const std::vector<Listing> all, read_listings(in.bytes, in.task, other_lines));
  const std::vector<const Listing*> modules = best_listings(all);
  if (modules.empty()) return bad_input(in.file, "", "there is no listing in it that begins with \"@0 = \"");
  std::vector<GraphInFile> graphs;
  for (const Listing* listing : modules) {
    const auto count = std::ranges::count_if(listing->instructions, is_operator, &Instruction::op);
    graphs.push_back({printable(listing->module, "unnamed"), static_cast<std::size_t>(count)});
  }
  STOWAGE_TRY(const std::size_t chosen, choose_graph(graphs, in.options.graph, in.file));
  const Listing& listing = *modules[chosen];
  if (!listing.damage.empty()) return bad_input(in.file, line_text(listing.damaged_line), listing.damage);
  ImportSummary summary;
  summary.count(Skipped::tr("other listings: the last whole one of a module is taken, with times if it has any"),
                all.size() - modules.size());
  for (std::size_t k = 0; k < graphs.size(); ++k)
    if (k != chosen) summary.add(Skipped::tr("other modules"), graphs[k].name);
  summary.count(Skipped::tr("other lines"), other_lines);
  return Reader(listing, in).read(std::move(summary), std::move(graphs), chosen);
}

}  // namespace stowage
