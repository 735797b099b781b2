// SPDX-License-Identifier: Apache-2.0
#include "core/formats/xla/flow.h"

#include <tuple>

#include "core/base/csr.h"
#include "core/formats/lines.h"

namespace stowage::xla {
namespace {

constexpr unsigned kDeepestCall = 64;
constexpr std::size_t kEntriesEach = 64, kEntries = 1'000'000;  // of values; real modules have far fewer

/// Whether an instruction only names other values.
bool reads_nothing(std::string_view opcode) {
  return has_word(" bitcast tuple parameter constant opt-barrier ", opcode);
}
bool is_start(std::string_view opcode) {
  return opcode.ends_with("-start") || opcode == "send" || opcode == "recv";
}
void append(std::vector<std::uint32_t>& into, const std::vector<std::uint32_t>& from) {
  into.insert(into.end(), from.begin(), from.end());
}

}  // namespace

bool is_element_wise(std::string_view opcode) {
  static constexpr std::string_view kAll =
      " abs add and cbrt ceil clamp compare convert copy cosine divide exponential exponential-minus-one floor log "
      "log-plus-one logistic maximum minimum multiply negate not or power remainder round-nearest-afz "
      "round-nearest-even rsqrt select sign sine sqrt subtract tan tanh xor ";
  return has_word(kAll, opcode);
}

bool is_update(std::string_view opcode) {
  return opcode == "dynamic-update-slice" || opcode == "scatter";
}

bool runs_called(const Instruction& instruction) {
  return has_word(" while conditional call async-start ", instruction.opcode());
}

bool has_bodies(const Instruction& instruction) {
  return has_word(" while conditional call ", instruction.opcode());
}

ModuleIndex::ModuleIndex(const Module& of) : module(of) {
  std::size_t count = 0;
  for (const Computation& computation : module.computations())
    count += static_cast<std::size_t>(computation.instructions_size());
  instructions.reserve(count);
  for (const Computation& computation : module.computations()) {
    computations.emplace(computation.id(), &computation);
    const bool entry = computation.id() == module.entry_computation_id();
    if (entry) by_name.reserve(static_cast<std::size_t>(computation.instructions_size()));
    for (const Instruction& instruction : computation.instructions()) {
      instructions.emplace(instruction.id(), Place{&instruction, computation.id()});
      if (entry) by_name.emplace(instruction.name(), &instruction);
      if (is_update(instruction.opcode())) updating.insert(computation.id());
    }
  }
}

bool ModuleIndex::passes_on(const Instruction& loop, std::int64_t part) const {
  if (loop.opcode() != "while" || part < 0 || loop.called_computation_ids().empty()) return false;
  const auto body = computations.find(loop.called_computation_ids(0));
  if (body == computations.end()) return false;
  const auto root = instructions.find(body->second->root_id());
  if (root == instructions.end()) return false;
  const Instruction& tuple = *root->second.instruction;
  if (tuple.opcode() != "tuple" || part >= tuple.operand_ids_size()) return false;
  const auto element = instructions.find(tuple.operand_ids(static_cast<int>(part)));
  if (element == instructions.end()) return false;
  const Instruction& got = *element->second.instruction;
  if (got.opcode() != "get-tuple-element" || got.tuple_index() != part || got.operand_ids().empty()) return false;
  const auto from = instructions.find(got.operand_ids(0));
  return from != instructions.end() && from->second.instruction->opcode() == "parameter";
}

Flow::Flow(const ModuleIndex& index, const BufferAssignment& assignment, const Task& task,
           std::optional<std::int64_t> alone)
    : index_(index),
      task_(task),
      is_alone_(alone.has_value()),
      computation_(alone.value_or(index.module.entry_computation_id())) {
  const auto computation = index.computations.find(computation_);
  const std::size_t count = !is_alone_ ? index.instructions.size()
                            : computation == index.computations.end()
                                ? 0
                                : static_cast<std::size_t>(computation->second->instructions_size());
  uses_.resize(static_cast<std::size_t>(assignment.logical_buffers_size()));
  left_ = (computation_ == module_.entry_computation_id() ? kEntries : kEntriesEach) +
          kEntriesEach * (count + uses_.size());
  for (std::uint32_t b = 0; b < uses_.size(); ++b) {
    const Location& location = assignment.logical_buffers(static_cast<int>(b)).defined_at();
    const Instruction* const making = maker(location);
    if (making == nullptr) continue;
    const bool whole = location.shape_index_size() == 0;
    definitions_.push_back({making->id(), whole ? kWhole : location.shape_index(0), b});
  }
  std::ranges::sort(definitions_, {}, [](const Definition& d) { return std::tuple(d.instruction, d.part, d.buffer); });
  if (!is_alone_) {
    steps_.reserve(index.by_name.size());
    step_.reserve(index.by_name.size());
    values_.reserve(index.by_name.size());
  }
  visit(computation_, 0);
  if (computation != index.computations.end())
    for (const std::uint32_t b : all_of(known(computation->second->root_id()))) result_.insert(b);
  for (auto& list : uses_) sort_distinct(list);
}

std::span<const Flow::Definition> Flow::made_by(std::int64_t instruction) const {
  const auto found = std::ranges::equal_range(definitions_, instruction, {}, &Definition::instruction);
  return {found.begin(), found.end()};
}

std::uint32_t Flow::step_of(std::int64_t id, const std::string& name) const {
  if (const auto at = step_.find(id); at != step_.end()) return at->second;
  const auto named = index_.by_name.find(name);
  const auto at = named == index_.by_name.end() ? step_.end() : step_.find(named->second->id());
  return at == step_.end() ? kNone : at->second;
}

bool Flow::updates_in_place(std::uint32_t step) const {
  const Instruction& instruction = *steps_[step];
  if (instruction.opcode() != "fusion") return !is_element_wise(instruction.opcode());
  const auto& fused = instruction.called_computation_ids();
  return fused.empty() || std::ranges::any_of(fused, [this](std::int64_t id) { return index_.updating.contains(id); });
}

const Instruction* Flow::maker(const Location& location) const {
  if (const auto at = index_.instructions.find(location.instruction_id());
      at != index_.instructions.end() && (location.instruction_id() != 0 || location.instruction_name().empty()))
    return at->second.instruction;
  const auto named = index_.by_name.find(location.instruction_name());
  return named == index_.by_name.end() ? nullptr : named->second;
}

bool Flow::is_parameter(const Location& location) const {
  const Instruction* const making = maker(location);
  return making != nullptr && making->opcode() == "parameter" &&
         index_.instructions.at(making->id()).computation == computation_;
}

bool Flow::is_given_away(const Location& location) const {
  if (!is_parameter(location)) return false;
  if (computation_ != module_.entry_computation_id()) return true;  // nobody needs it behind the body
  const std::int64_t number = maker(location)->parameter_number();
  const auto is_it = [&](const auto& entry) {
    return entry.parameter_number() == number &&
           std::ranges::equal(entry.parameter_shape_index(), location.shape_index());
  };
  return std::ranges::any_of(module_.input_output_alias().entries(), is_it) ||
         std::ranges::any_of(module_.buffer_donor().entries(), is_it);
}

/// Visits the instructions of a computation in the order of its schedule, or of the file: operands come first in both.
void Flow::visit(std::int64_t id, unsigned depth) {
  const auto computation = index_.computations.find(id);
  if (computation == index_.computations.end() || depth > kDeepestCall || !visited_.insert(id).second) return;
  const auto step_into = [&](const Instruction& instruction) {
    if (task_.should_stop() || values_.contains(instruction.id())) return;
    const auto first = static_cast<std::uint32_t>(steps_.size());
    if (runs_inside(instruction))
      for (int k = 0; k < instruction.called_computation_ids_size(); ++k) {
        callers_.try_emplace(instruction.called_computation_ids(k), Caller{&instruction, k});
        visit(instruction.called_computation_ids(k), depth + 1);
      }
    follow(instruction);
    if (steps_.size() > first + std::size_t{1}) first_inside_.emplace(steps_.size() - 1, first);
  };
  const auto sequence = module_.schedule().sequences().find(id);
  if (sequence == module_.schedule().sequences().end()) {
    for (const Instruction& instruction : computation->second->instructions()) step_into(instruction);
    return;
  }
  for (const std::int64_t each : sequence->second.instruction_ids())
    if (const auto at = index_.instructions.find(each); at != index_.instructions.end() && at->second.computation == id)
      step_into(*at->second.instruction);
}

void Flow::follow(const Instruction& instruction) {
  if (instruction.opcode() != "parameter" && instruction.opcode() != "constant") {
    const auto step = static_cast<std::uint32_t>(steps_.size());
    step_.emplace(instruction.id(), step);
    steps_.push_back(&instruction);
    if (!reads_nothing(instruction.opcode()))
      for (const std::uint32_t b : read_by(instruction)) uses_[b].push_back(step);
  }
  values_.insert_or_assign(instruction.id(), value_of(instruction));
}

Flow::Buffers Flow::read_by(const Instruction& instruction) {
  Buffers out;
  const bool element = instruction.opcode() == "get-tuple-element";
  for (const std::int64_t operand : instruction.operand_ids())
    if (element)
      append(out, known(operand).whole);  // the instruction reads only the tuple's table
    else
      add_all(out, known(operand));
  sort_distinct(out);
  return out;
}

const Flow::Value& Flow::known(std::int64_t id) const {
  static const Value kNothing;
  const auto at = values_.find(id);
  return at == values_.end() ? kNothing : at->second;
}

/// Appends all buffers of a value; they may repeat.
void Flow::add_all(Buffers& into, const Value& value) {
  if (left_ == 0) return;
  const std::size_t before = into.size();
  append(into, value.whole);
  for (const auto& [part, buffers] : value.parts) append(into, buffers);
  spend(into.size() - before + value.parts.size());
}

Flow::Buffers Flow::all_of(const Value& value) {
  Buffers out;
  add_all(out, value);
  sort_distinct(out);
  return out;
}

/// Joins two values of the same shape; one of them holds at run time. `carries`: notes their buffers in carried_.
void Flow::merge(Value& into, const Value& from, bool carries) {
  const auto join = [&](Buffers& a, const Buffers& b) {
    if (carries && !a.empty() && !b.empty())
      for (const std::uint32_t each : b) carried_.emplace_back(a.front(), each);
    append(a, b);
    sort_distinct(a);
    spend(a.size());
  };
  if (left_ == 0) return;
  join(into.whole, from.whole);
  for (const auto& [part, buffers] : from.parts) {
    const auto at = std::ranges::lower_bound(into.parts, part, {}, [](const auto& each) { return each.first; });
    if (at != into.parts.end() && at->first == part)
      join(at->second, buffers);
    else
      spend(static_cast<std::size_t>(into.parts.end() - at)), into.parts.insert(at, {part, buffers});
    if (left_ == 0) return;
  }
}

/// The value of a parameter of a called computation: the operand of its caller.
Flow::Value Flow::parameter(const Instruction& instruction) const {
  const auto caller = callers_.find(index_.instructions.at(instruction.id()).computation);
  if (caller == callers_.end()) return {};
  const auto& [by, position] = caller->second;
  std::int64_t operand = instruction.parameter_number();
  if (by->opcode() == "while") operand = 0;
  if (by->opcode() == "conditional") operand = position + 1;
  if (operand < 0 || operand >= by->operand_ids_size()) return {};
  return known(by->operand_ids(static_cast<int>(operand)));
}

/// The value of a call: the results of its computations, and for a loop, which may run 0 times, also its operands.
Flow::Value Flow::carried_by(const Instruction& instruction) {
  Value out;
  const bool loop = instruction.opcode() == "while";
  if (loop)
    for (const std::int64_t operand : instruction.operand_ids()) merge(out, known(operand), false);
  for (const std::int64_t called : instruction.called_computation_ids())
    if (const auto at = index_.computations.find(called); at != index_.computations.end())
      merge(out, known(at->second->root_id()), true);
  return out;
}

/// Gives elements of a tuple for which the instruction makes no buffer the buffers of its operands.
void Flow::add_missing_parts(const Instruction& instruction, Value& value) {
  const auto elements = static_cast<std::size_t>(instruction.shape().tuple_shapes_size());
  if (!value.whole.empty() && value.parts.size() >= elements) return;
  Buffers operands;
  for (const std::int64_t operand : instruction.operand_ids()) append(operands, all_of(known(operand)));
  append(value.whole, operands);
  sort_distinct(value.whole);
}

/// Adds the parts that the instruction declares to be parts of an operand.
void Flow::add_aliases(const Instruction& instruction, Value& value) {
  for (const Aliasing& alias : instruction.output_operand_aliasing()) {
    if (alias.operand_index() < 0 || alias.operand_index() >= instruction.operand_ids_size()) continue;
    const Value& operand = known(instruction.operand_ids(static_cast<int>(alias.operand_index())));
    Buffers buffers =
        alias.operand_shape_index().empty() ? all_of(operand) : part_of(operand, alias.operand_shape_index(0));
    if (alias.output_shape_index().empty())
      merge(value, {std::move(buffers), {}}, false);
    else
      merge(value, {{}, {{alias.output_shape_index(0), std::move(buffers)}}}, false);
  }
}

Flow::Buffers Flow::part_of(const Value& value, std::int64_t part) {
  const auto at = std::ranges::find(value.parts, part, [](const auto& each) { return each.first; });
  return at != value.parts.end() ? at->second : all_of(value);
}

std::uint32_t Flow::buffer_at(std::int64_t instruction, std::int64_t part) const {
  const Value& value = known(instruction);
  if (part == kWhole) return value.whole.size() == 1 && value.parts.empty() ? value.whole.front() : kNone;
  const auto at = std::ranges::lower_bound(value.parts, part, {}, [](const auto& each) { return each.first; });
  return at != value.parts.end() && at->first == part && at->second.size() == 1 ? at->second.front() : kNone;
}

/// Adds the operands of a start to its value: the work needs them until it is done.
void Flow::add_handed_over(const Instruction& start, Value& value) {
  if (start.opcode() == "async-start")
    for (const std::int64_t called : start.called_computation_ids())
      if (const auto at = index_.computations.find(called); at != index_.computations.end())
        merge(value, {{}, {{1, all_of(known(at->second->root_id()))}}}, false);
  for (const std::int64_t operand : start.operand_ids()) append(value.whole, all_of(known(operand)));
  sort_distinct(value.whole);
}

/// The value of a done instruction: the result among the elements of the tuple of its start.
Flow::Value Flow::result_of(const Instruction& done) {
  Value out;
  if (done.operand_ids_size() == 0) return out;
  const Instruction* start = start_of(done);
  const Value& value = known(done.operand_ids(0));
  if (start == nullptr) return {all_of(value), {}};
  const std::string& opcode = start->opcode();
  if (opcode == "send") return out;
  if (opcode == "all-reduce-start") {
    for (const auto& [by, part, buffer] : made_by(start->id()))
      merge(out, part == kWhole ? Value{{buffer}, {}} : Value{{}, {{part, {buffer}}}}, false);
    return out;
  }
  out.whole = part_of(value, opcode == "copy-start" || opcode == "recv" ? 0 : 1);
  return out;
}

const Instruction* Flow::start_of(const Instruction& done) const {
  constexpr int kMaxUpdates = 64;
  const Instruction* at = &done;
  for (int k = 0; k < kMaxUpdates && at->operand_ids_size() > 0; ++k) {
    const auto operand = index_.instructions.find(at->operand_ids(0));
    if (operand == index_.instructions.end()) return nullptr;
    at = operand->second.instruction;
    if (is_start(at->opcode())) return at;
    if (at->opcode() != "async-update") return nullptr;
  }
  return nullptr;
}

Flow::Value Flow::value_of(const Instruction& instruction) {
  Value out;
  if (left_ == 0) return out;
  const std::string& opcode = instruction.opcode();
  for (const auto& [by, part, buffer] : made_by(instruction.id())) {
    if (part == kWhole)
      out.whole.push_back(buffer);
    else
      merge(out, {{}, {{part, {buffer}}}}, false);
  }
  if (opcode == "constant") return out;
  if (opcode == "parameter") {
    merge(out, parameter(instruction), false);
  } else if (opcode == "tuple") {
    for (int k = 0; k < instruction.operand_ids_size(); ++k)
      merge(out, {{}, {{k, all_of(known(instruction.operand_ids(k)))}}}, false);
  } else if (opcode == "get-tuple-element" && instruction.operand_ids_size() > 0) {
    append(out.whole, part_of(known(instruction.operand_ids(0)), instruction.tuple_index()));
  } else if (is_start(opcode)) {
    add_handed_over(instruction, out);
  } else if (is_done(instruction)) {
    merge(out, result_of(instruction), false);
  } else if (runs_inside(instruction)) {
    merge(out, carried_by(instruction), false);
  } else if (has_bodies(instruction)) {
    // What a loop passes on is the operand's.
    if (instruction.opcode() == "while" && instruction.operand_ids_size() > 0)
      for (const auto& [part, buffers] : known(instruction.operand_ids(0)).parts)
        if (index_.passes_on(instruction, part)) merge(out, {{}, {{part, buffers}}}, false);
  } else {
    add_aliases(instruction, out);
    add_missing_parts(instruction, out);
  }
  spend(out.whole.size());
  return out;
}

}  // namespace stowage::xla
