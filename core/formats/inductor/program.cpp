// SPDX-License-Identifier: Apache-2.0
#include "core/formats/inductor/program.h"

#include <algorithm>
#include <cmath>

#include "core/base/bytes.h"
#include "core/base/faults.h"
#include "core/base/text.h"
#include "core/formats/imported_program.h"
#include "core/formats/json_reader.h"
#include "core/formats/utf8.h"
#include "core/papers/papers.h"

namespace stowage::inductor {
namespace {

constexpr std::string_view kDocumentFields[] = {"ops"};
constexpr std::string_view kFields[] = {"name", "estimated_runtime_ns"};
constexpr double kSlowest = 1e12;     // operations a second: each device that Triton knows is faster
constexpr double kLargeEnough = 1e8;  // operations, beside which a launch does not matter

class Maker {
 public:
  Maker(Program program, const std::string& file)
      : p_(std::move(program)), program_("inductor", file, [this](const InputItem& item) {
          const bool is_operator = item.section == InputItem::Section::nodes && item.index < p_.operators.size();
          return is_operator ? "line " + std::to_string(p_.operators[item.index].line)
                             : "tensor " + std::to_string(item.index);
        }) {}

  Result<Document> make(const std::optional<std::string>& wanted_space) {
    program_.set_name(p_.name);
    for (const auto& [number, name] : p_.streams) program_.add_stream(number, name);
    UniqueNames names;
    for (const Program::Operator& op : p_.operators)
      program_.add_operator({.name = names.add(op.name),
                             .stream = program_.find_stream(op.stream),
                             .kind = op.kind,
                             .duration = op.duration});
    for (const auto& [before, after] : p_.control) program_.add_control(OperatorId(before), OperatorId(after));
    find_spaces();
    settle_alignment();
    lay_slots();
    add_tensors();
    std::erase_if(p_.in_place, [this](const auto& p) { return !ids_[p.input].valid() || !ids_[p.output].valid(); });
    for (const auto& [input, output] : p_.in_place)
      program_.add_in_place({.output = ids_[output], .input = ids_[input]});
    p_.summary.count(Read::tr("operators that may write their result over an input"), p_.in_place.size());
    program_.summary = std::move(p_.summary);
    program_.has_plan = p_.has_places && program_.tensor_count() > 0;
    if (spaces_.size() > 1) program_.spaces = std::move(spaces_);
    return document_of(std::move(program_), wanted_space);
  }

 private:
  /// Finds the memories that hold bytes.
  void find_spaces() {
    for (const Program::Tensor& tensor : p_.tensors) {
      if (tensor.dropped || tensor.given || tensor.slot == Program::kNone || tensor.shape.bytes().value_or(0) == 0)
        continue;
      const std::string& name = p_.slots[tensor.slot].space;
      if (numbers_.emplace(name, static_cast<std::uint32_t>(spaces_.size())).second) spaces_.push_back({.name = name});
    }
    if (spaces_.size() > 1) p_.summary.count(Read::tr("memory spaces"), spaces_.size());
  }

  /// The alignment: torch.compile's planner (for pools) or CUDA's allocator rounds sizes up to its multiples.
  void settle_alignment() {
    const bool pools = std::ranges::any_of(p_.slots, [](const Program::Slot& s) { return s.pool != Program::kNone; });
    alignment_ = pools ? 64 : numbers_.contains("cuda") ? 512 : 1;
    program_.set_alignment(alignment_);
    if (alignment_ > 1)
      p_.summary.say(pools
                         ? Assumed::tr("an alignment of 64 bytes, to which torch.compile rounds sizes up within a pool")
                         : Assumed::tr("an alignment of 512 bytes, to which CUDA's caching allocator rounds sizes up"));
  }

  /// Slots of a pool lie in it, others one behind the other.
  void lay_slots() {
    std::vector<std::int64_t> length = p_.slot_lengths();
    for (std::size_t s = 0; s < p_.slots.size(); ++s)
      if (const Program::Slot& slot = p_.slots[s]; slot.pool != Program::kNone)
        length[slot.pool] = std::max(length[slot.pool], std::min(slot.offset + length[s], kMaxTotalSize.count));
    std::map<std::string_view, std::int64_t> ends;
    bases_.resize(p_.slots.size());
    for (std::size_t s = 0; s < p_.slots.size(); ++s) {
      if (p_.slots[s].pool != Program::kNone) continue;
      std::int64_t& end = ends[p_.slots[s].space];
      bases_[s] = end;
      program_.is_plan_assumed |= end > 0 && length[s] > 0;
      end = std::min(end + round_up(length[s], alignment_), kMaxTotalSize.count);
    }
    for (std::size_t s = 0; s < p_.slots.size(); ++s)
      if (const Program::Slot& slot = p_.slots[s]; slot.pool != Program::kNone)
        bases_[s] = bases_[slot.pool] + slot.offset;
    if (p_.has_places && program_.is_plan_assumed)
      p_.summary.say(Assumed::tr("buffers that are allocated lie one behind the other"));
  }

  void add_tensors() {
    UniqueNames names;
    std::int64_t given = 0;
    std::size_t count = 0;
    for (const Program::Tensor& tensor : p_.tensors) {
      ids_.emplace_back();
      if (tensor.dropped) continue;
      const auto bytes = tensor.shape.bytes();
      if (tensor.given) {
        p_.summary.add(Skipped::tr("inputs, which are the caller's memory and have 0 bytes here"), tensor.name);
        given = std::min(given + bytes.value_or(0), kMaxTotalSize.count);
      } else if (!bytes) {
        p_.summary.add(Unknown::tr("tensors whose size the text does not give"), tensor.name);
      } else {
        ++count;
      }
      std::vector<OperatorId> consumers;
      for (const std::uint32_t use : tensor.uses)
        if (use != tensor.producer) consumers.emplace_back(use);
      ImportedProgram::Place place;
      if (!tensor.given && tensor.slot != Program::kNone) {
        if (const auto at = numbers_.find(p_.slots[tensor.slot].space); at != numbers_.end()) place.space = at->second;
        if (bytes) place.offset = bases_[tensor.slot];
      }
      ids_.back() = program_.add_tensor({.name = names.add(tensor.name),
                                         .size = {tensor.given ? 0 : bytes.value_or(0)},
                                         .at_least = !tensor.given && !bytes,
                                         .producer = OperatorId(tensor.producer),
                                         .consumers = consumers,
                                         .output = tensor.output},
                                        place);
    }
    p_.summary.count(Read::tr("operators"), p_.operators.size());
    p_.summary.count(Read::tr("tensors"), count);
    if (given > 0)
      p_.summary.say(Skipped::tr("bytes of inputs, as far as they are known: %1").with(grouped_digits(given)));
  }

  Program p_;
  ImportedProgram program_;
  std::vector<MemorySpace> spaces_;               // that hold bytes
  std::map<std::string, std::uint32_t> numbers_;  // of spaces, by name
  std::int64_t alignment_ = 1;
  std::vector<std::int64_t> bases_;  // by slot, within its space
  std::vector<TensorId> ids_;        // by tensor; none: dropped
};

}  // namespace

std::optional<std::int64_t> Program::Shape::bytes() const {
  std::int64_t out = 0;
  if (!elements || !element_bytes || __builtin_mul_overflow(*elements, *element_bytes, &out)) return {};
  return out <= kMaxTensorSize.count ? std::optional(out) : std::nullopt;
}

std::vector<std::int64_t> Program::slot_lengths() const {
  std::vector<std::int64_t> out(slots.size());
  for (const Tensor& tensor : tensors)
    if (!tensor.dropped && tensor.slot != kNone)
      out[tensor.slot] = std::max(out[tensor.slot], tensor.shape.bytes().value_or(0));
  return out;
}

Result<Document> document_of(Program program, const FileToRead& in) {
  if (in.task.should_stop()) return tl::unexpected(in.task.why_stopped());
  return Maker(std::move(program), in.file).make(in.options.space);
}

void add_estimates(Program& program, const std::vector<SourceLine>& json, const std::string& file, const Task& task) {
  std::string text;
  for (const SourceLine& line : json) text.append(line.text).append("\n");
  Faults faults(file);
  std::vector<std::optional<double>> times;
  JsonItem document("", kDocumentFields, report_to(faults), {}, JsonItem::Rest::skipped);
  JsonItem op(
      "/ops", kFields, report_to(faults),
      [&](const JsonItem& item) {
        auto time = item.is_object_with({}) ? real_of(item.at("estimated_runtime_ns")) : std::nullopt;
        if (time && !(*time >= 0 && *time <= static_cast<double>(kMaxDuration))) time.reset();
        times.push_back(time);
      },
      JsonItem::Rest::skipped);
  const JsonList lists[] = {{"ops", &op}};
  const auto read = read_json_document({text, file, task}, document, lists);
  if (!read || times.size() != program.operators.size()) {
    program.summary.say(read ? Unknown::tr("estimated times: there are %1 for %2 operators")
                                   .with(times.size())
                                   .with(program.operators.size())
                             : Unknown::tr("estimated times: their record is damaged"));
    return;
  }
  std::size_t products = 0;
  const bool thousandfold = std::ranges::all_of(program.products, [&](const auto& product) {
    const auto& [op_index, count] = product;
    if (count < kLargeEnough || !times[op_index] || *times[op_index] <= 0) return true;
    ++products;
    return count / (*times[op_index] * 1e-9) < kSlowest;
  });
  if (thousandfold && products > 0) {
    for (const auto& [op_index, count] : program.products)
      if (times[op_index]) *times[op_index] /= 1000;
    program.summary.count(
        Assumed::tr(
            "estimated times of matrix products are divided by 1,000: as written, no product is faster than 1 TFLOP/s"),
        program.products.size());
  }
  std::size_t count = 0;
  for (std::size_t o = 0; o < times.size(); ++o)
    if (times[o] && std::llround(*times[o]) > 0) {
      program.operators[o].duration = {std::llround(*times[o]), Duration::From::estimated};
      ++count;
    }
  program.summary.count(Read::tr("times that Inductor estimated"), count);
}

}  // namespace stowage::inductor
