// SPDX-License-Identifier: Apache-2.0
#include "core/formats/inductor/buffers.h"

#include <algorithm>
#include <utility>

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/formats/lines.h"
#include "core/formats/utf8.h"
#include "core/graph/lifetimes.h"

namespace stowage::inductor {
namespace {

/// The memory that a call allocates in: "cpu" of "empty_strided_cpu(…)" or of "empty(…, device='cpu:0')".
std::string_view space_of(const Call& call, const std::vector<std::string_view>& arguments) {
  constexpr std::string_view kStrided = "empty_strided_";
  if (call.callee.starts_with(kStrided)) return call.callee.substr(kStrided.size());
  std::string_view device = keyword(arguments, "device");
  if (const std::size_t quote = device.find_first_of(kQuotes); quote != std::string_view::npos)
    device.remove_prefix(quote + 1);
  return device.substr(0, device.find_first_of(":'\""));
}

/// Takes sizes and strides as far as they are numbers.
void set_shape(Program::Shape& shape, const std::optional<std::vector<std::int64_t>>& sizes,
               const std::optional<std::vector<std::int64_t>>& strides) {
  if (!sizes) return;
  shape.sizes = *sizes;
  if (strides) shape.elements = extent_of(*sizes, *strides);
}

void use(Program::Tensor& tensor, std::uint32_t op) {
  if (tensor.uses.empty() || tensor.uses.back() != op) tensor.uses.push_back(op);
}

}  // namespace

std::vector<std::uint32_t> Buffers::named_in(std::string_view text) const {
  std::vector<std::uint32_t> out;
  for (const std::string_view each : names_in(text))
    if (const auto t = find(each)) out.push_back(*t);
  return out;
}

std::uint32_t Buffers::add(std::string_view name, std::uint32_t slot) {
  const auto t = static_cast<std::uint32_t>(program_.tensors.size());
  program_.tensors.push_back({.name = printable(name, "tensor"), .slot = slot});
  this->name(name, t);
  return t;
}

void Buffers::add_input(std::string_view name, Program::Shape shape) {
  Program::Tensor& tensor = at(add(name, kNone));
  tensor.given = tensor.is_written = true;
  tensor.shape = std::move(shape);
}

std::uint32_t Buffers::new_slot(std::string_view space) {
  program_.slots.push_back({.space = printable(space, "memory"), .begin = program_.operators.size()});
  return static_cast<std::uint32_t>(program_.slots.size() - 1);
}

void Buffers::allocate(std::string_view left, const Call& call) {
  const auto arguments = items_of(call.arguments);
  const std::string_view space = space_of(call, arguments);
  Program::Shape& shape = at(add(left, new_slot(space.empty() ? kUsualSpace : space))).shape;
  ++allocated_;
  const bool has_type = arguments.size() > 2 && !is_keyword(arguments[2]);
  shape.element_bytes = bytes_of_type(has_type ? arguments[2] : keyword(arguments, "dtype"));
  const auto sizes = arguments.empty() ? std::nullopt : numbers_of(arguments[0]);
  const bool has_strides = arguments.size() > 1 && !is_keyword(arguments[1]);
  if (sizes) set_shape(shape, sizes, has_strides ? numbers_of(arguments[1]) : packed_strides(*sizes));
}

bool Buffers::allocate_from_pool(std::string_view left, const Call& call) {
  const auto arguments = items_of(call.arguments);
  const auto pool = arguments.empty() ? std::nullopt : find(arguments[0]);
  if (!pool || arguments.size() < 5 || at(*pool).slot == kNone) return false;
  const std::uint32_t own = at(*pool).slot;
  if (program_.slots[own].pool != kNone) return false;  // a part of a pool is not a pool
  at(*pool).dropped = true;
  const std::uint32_t slot = new_slot(program_.slots[own].space);
  program_.slots[slot].pool = own;
  Program::Tensor& tensor = at(add(left, slot));
  ++pooled_;
  const auto offset = whole_number(arguments[1]);
  if (offset && *offset >= 0 && *offset <= kMaxTensorSize.count) {
    program_.slots[slot].offset = *offset;
  } else {
    program_.has_places = false;
    program_.summary.add(Unknown::tr("offsets in pools that are not numbers, so that there is no plan"), tensor.name);
  }
  tensor.shape.element_bytes = bytes_of_type(arguments[2]);
  set_shape(tensor.shape, numbers_of(arguments[3]), numbers_of(arguments[4]));
  return true;
}

void Buffers::rename(std::string_view left, std::string_view right, bool reuse) {
  const auto old = find(right);
  if (!old) return;
  if (reuse) return void(take_over(left, *old));
  name(left, *old);
  ++renamed_;
}

std::uint32_t Buffers::take_over(std::string_view left, std::uint32_t old) {
  const std::uint32_t had = at(old).slot, slot = had == kNone ? new_slot(kUsualSpace) : had;
  const std::uint32_t t = add(left, slot);
  program_.slots[slot].last = t;
  program_.slots[slot].end.reset();
  at(t).shape = at(old).shape;
  at(t).over = old;
  ++taken_over_;
  return t;
}

bool Buffers::reinterpret(std::string_view left, const Call& call, bool reuse) {
  const auto arguments = items_of(call.arguments);
  const auto old = arguments.size() < 3 ? std::nullopt : find(arguments[0]);
  if (!old) return false;
  if (!reuse) {
    name(left, *old);
    ++renamed_;
    return true;
  }
  Program::Shape& shape = at(take_over(left, *old)).shape;
  shape.elements.reset();
  set_shape(shape, numbers_of(arguments[1]), numbers_of(arguments[2]));
  return true;
}

bool Buffers::element(std::string_view left, std::string_view right) {
  const std::size_t open = right.find('[');
  if (open == std::string_view::npos || !right.ends_with(']')) return false;
  const auto list = find(right.substr(0, open));
  if (!list || !whole_number(right.substr(open + 1, right.size() - open - 2))) return false;
  const std::uint32_t by = at(*list).made_by;
  if (by == kNone || (at(*list).shape.elements && !at(*list).dropped)) {
    name(left, *list);  // a part of a tensor
    return true;
  }
  at(*list).dropped = true;
  returned(left, by);
  return true;
}

Program::Tensor& Buffers::returned(std::string_view name, std::uint32_t by, std::string_view space) {
  const std::uint32_t t = add(name, new_slot(space));
  at(t).producer = at(t).made_by = by;
  at(t).is_written = true;
  note_in_loops(t);
  return at(t);
}

void Buffers::shape(std::string_view text) {
  const auto arguments = items_of(text);
  const auto t = arguments.size() < 3 ? std::nullopt : find(arguments[0]);
  if (t && !at(*t).shape.elements) set_shape(at(*t).shape, numbers_of(arguments[1]), numbers_of(arguments[2]));
}

void Buffers::del(std::string_view names) {
  for (const std::string_view each : items_of(names)) {
    const auto t = find(each);
    if (!t || at(*t).names == 0 || --at(*t).names > 0 || at(*t).slot == kNone) continue;
    Program::Slot& slot = program_.slots[at(*t).slot];
    if (slot.last == kNone || slot.last == *t) slot.end = program_.operators.size();
  }
}

bool Buffers::keep(std::uint32_t t) {
  // A tensor that took over a slot and was never written is the old tensor under a new name.
  if (const std::uint32_t old = written_under(t); old != kNone) t = old;
  if (at(t).given) return false;
  return at(t).output = true;
}

void Buffers::read(std::uint32_t t, std::uint32_t op) {
  t = root(t);
  if (!at(t).is_written) {
    if (const std::uint32_t old = written_under(t); old != kNone) {  // the old tensor under a new name
      at(t).dropped = true;
      at(t).same_as = old;
      return read(old, op);
    }
    at(t).producer = op;  // read before any write: its bytes may hold anything
    at(t).is_written = true;
  }
  use(at(t), op);
  note_in_loops(t);
}

void Buffers::write(std::uint32_t t, std::uint32_t op, bool in_place) {
  t = root(t);
  if (at(t).is_written) return read(t, op);
  if (const std::uint32_t old = written_under(t); old != kNone && in_place) {
    read(old, op);
    if (!at(old).given) program_.in_place.push_back({old, t});
  }
  at(t).over = kNone;
  at(t).is_written = true;
  at(t).producer = op;
  note_in_loops(t);
}

void Buffers::end_loops(std::size_t indent) {
  while (!loops_.empty() && indent <= loops_.back().indent) {
    const Loop loop = std::move(loops_.back());
    loops_.pop_back();
    if (program_.operators.empty()) continue;
    const auto last = static_cast<std::uint32_t>(program_.operators.size() - 1);
    for (const std::uint32_t t : loop.named) use(at(t), last);
  }
}

void Buffers::finish() {
  for (Program::Tensor& tensor : program_.tensors)
    tensor.dropped |= !tensor.given && tensor.producer == kNone && tensor.uses.empty() && !tensor.output;
  ImportSummary& summary = program_.summary;
  summary.count(Read::tr("buffers that are allocated"), allocated_);
  summary.count(Read::tr("buffers that are parts of a pool"), pooled_);
  summary.count(Read::tr("buffers that take over another's memory"), taken_over_);
  summary.count(Read::tr("views and second names"), renamed_);
  // The peak of Inductor's own allocations: each slot from its allocation to the del of the last name in it.
  const std::vector<std::int64_t> length = program_.slot_lengths();
  const std::size_t steps = program_.operators.size() + 1;
  std::vector<Bytes> sizes;
  std::vector<BasicInterval<std::size_t>> lives;
  for (const Program::Slot& slot : program_.slots) {
    const std::int64_t most_each = kMaxTotalSize.count / static_cast<std::int64_t>(length.size());
    sizes.push_back({std::min(length[sizes.size()], most_each)});
    lives.push_back({slot.begin, std::max(slot.begin, slot.end.value_or(steps))});
  }
  const std::int64_t most = std::ranges::max(curve_of<std::size_t>(sizes, lives, steps)).count;
  summary.say(
      Read::tr("from allocation to del, buffers need %1 bytes at once, inputs aside").with(grouped_digits(most)));
}

}  // namespace stowage::inductor
