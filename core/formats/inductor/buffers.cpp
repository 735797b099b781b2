// SPDX-License-Identifier: Apache-2.0
#include "core/formats/inductor/buffers.h"

#include <algorithm>
#include <utility>

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/formats/inductor/element_types.h"
#include "core/formats/lines.h"
#include "core/formats/utf8.h"

namespace stowage::inductor {
namespace {

/// The memory of tensors without an allocation: results of operators, and buffers that take over an input.
constexpr std::string_view kUsualSpace = "cuda";
constexpr std::size_t kDeepestLoop = 16;  // loops inside of it count as part of it

/// The memory that a call allocates in: "cpu" of "empty_strided_cpu(…)" or of "empty(…, device='cpu:0')".
std::string_view space_of(const Call& call, const std::vector<std::string_view>& arguments) {
  constexpr std::string_view kStrided = "empty_strided_";
  if (call.callee.starts_with(kStrided)) return call.callee.substr(kStrided.size());
  std::string_view device = keyword(arguments, "device");
  if (const std::size_t quote = device.find_first_of(kQuotes); quote != std::string_view::npos)
    device.remove_prefix(quote + 1);
  return device.substr(0, device.find_first_of(":'\""));
}

}  // namespace

std::uint32_t Buffers::root(std::uint32_t t) const {
  while (more_[t].same_as != kNone) t = more_[t].same_as;
  return t;
}

std::optional<std::uint32_t> Buffers::find(std::string_view name) const {
  const auto at = names_.find(name);
  return at == names_.end() ? std::nullopt : std::optional(root(at->second));
}

std::vector<std::uint32_t> Buffers::named_in(std::string_view text) const {
  std::vector<std::uint32_t> out;
  for (const std::string_view each : names_in(text))
    if (const auto t = find(each)) out.push_back(*t);
  return out;
}

void Buffers::name(std::string_view name, std::uint32_t t) {
  ++more_[t].names;
  names_.insert_or_assign(std::string(name), t);
}

std::uint32_t Buffers::add(std::string_view name, std::uint32_t slot) {
  const auto t = static_cast<std::uint32_t>(program_.tensors.size());
  program_.tensors.push_back({.name = printable(name, "buffer"), .slot = slot});
  more_.emplace_back();
  this->name(name, t);
  return t;
}

void Buffers::add_input(std::string_view name, std::optional<std::int64_t> element_bytes) {
  const std::uint32_t t = add(name, kNone);
  program_.tensors[t].given = true;
  more_[t].is_written = true;
  more_[t].element_bytes = element_bytes;
}

std::uint32_t Buffers::new_slot(std::string_view space) {
  program_.slots.push_back({.space = printable(space, "memory")});
  held_.push_back({.begin = program_.operators.size()});
  return static_cast<std::uint32_t>(program_.slots.size() - 1);
}

void Buffers::set_shape(std::uint32_t t, const std::optional<std::vector<std::int64_t>>& sizes,
                        const std::optional<std::vector<std::int64_t>>& strides) {
  if (!sizes) return;
  more_[t].sizes = *sizes;
  if (strides) more_[t].elements = extent_of(*sizes, *strides);
}

void Buffers::allocate(std::string_view left, const Call& call) {
  const auto arguments = items_of(call.arguments);
  const std::string_view space = space_of(call, arguments);
  const std::uint32_t t = add(left, new_slot(space.empty() ? kUsualSpace : space));
  ++allocated_;
  const bool has_type = arguments.size() > 2 && !is_keyword(arguments[2]);
  more_[t].element_bytes = bytes_of_type(has_type ? arguments[2] : keyword(arguments, "dtype"));
  const auto sizes = arguments.empty() ? std::nullopt : numbers_of(arguments[0]);
  const bool has_strides = arguments.size() > 1 && !is_keyword(arguments[1]);
  if (sizes) set_shape(t, sizes, has_strides ? numbers_of(arguments[1]) : packed_strides(*sizes));
}

bool Buffers::allocate_from_pool(std::string_view left, const Call& call) {
  const auto arguments = items_of(call.arguments);
  const auto pool = arguments.empty() ? std::nullopt : find(arguments[0]);
  if (!pool || arguments.size() < 5 || program_.tensors[*pool].slot == kNone) return false;
  const std::uint32_t own = program_.tensors[*pool].slot;
  if (program_.slots[own].pool != kNone) return false;  // a part of a pool is not a pool
  program_.tensors[*pool].dropped = true;
  const std::uint32_t slot = new_slot(program_.slots[own].space);
  program_.slots[slot].pool = own;
  const std::uint32_t t = add(left, slot);
  ++pooled_;
  const auto offset = whole_number(arguments[1]);
  if (offset && *offset >= 0 && *offset <= kMaxTensorSize.count) {
    program_.slots[slot].offset = *offset;
  } else {
    program_.has_places = false;
    program_.summary.add(ImportKind::unknown, "offsets in pools that are not numbers, so that there is no plan",
                         program_.tensors[t].name);
  }
  more_[t].element_bytes = bytes_of_type(arguments[2]);
  set_shape(t, numbers_of(arguments[3]), numbers_of(arguments[4]));
  return true;
}

void Buffers::rename(std::string_view left, std::string_view right, bool reuse) {
  const auto old = find(right);
  if (!old) return;
  if (reuse) return take_over(left, *old);
  name(left, *old);
  ++renamed_;
}

void Buffers::take_over(std::string_view left, std::uint32_t old) {
  const std::uint32_t had = program_.tensors[old].slot, slot = had == kNone ? new_slot(kUsualSpace) : had;
  const std::uint32_t t = add(left, slot);
  held_[slot].last = t;
  held_[slot].end.reset();
  more_[t].sizes = more_[old].sizes;
  more_[t].elements = more_[old].elements;
  more_[t].element_bytes = more_[old].element_bytes;
  more_[t].over = old;
  ++taken_over_;
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
  take_over(left, *old);
  const std::uint32_t t = *find(left);
  more_[t].elements.reset();
  set_shape(t, numbers_of(arguments[1]), numbers_of(arguments[2]));
  return true;
}

bool Buffers::element(std::string_view left, std::string_view right) {
  const std::size_t open = right.find('[');
  if (open == std::string_view::npos || !right.ends_with(']')) return false;
  const auto list = find(right.substr(0, open));
  if (!list || !whole_number(right.substr(open + 1, right.size() - open - 2))) return false;
  const std::uint32_t by = more_[*list].made_by;
  if (by == kNone || (more_[*list].elements && !program_.tensors[*list].dropped)) {
    name(left, *list);  // a part of a tensor
    return true;
  }
  program_.tensors[*list].dropped = true;
  returned(left, by);
  return true;
}

void Buffers::returned(std::string_view name, std::uint32_t by) {
  const std::uint32_t t = add(name, new_slot(kUsualSpace));
  program_.tensors[t].producer = by;
  more_[t].is_written = true;
  more_[t].made_by = by;
  note_in_loops(t);
}

void Buffers::shape(std::string_view text) {
  const auto arguments = items_of(text);
  const auto t = arguments.size() < 3 ? std::nullopt : find(arguments[0]);
  if (t && !more_[*t].elements) set_shape(*t, numbers_of(arguments[1]), numbers_of(arguments[2]));
}

void Buffers::del(std::string_view names) {
  for (const std::string_view each : items_of(names)) {
    const auto t = find(each);
    if (!t || more_[*t].names == 0 || --more_[*t].names > 0 || program_.tensors[*t].slot == kNone) continue;
    Held& held = held_[program_.tensors[*t].slot];
    if (held.last == kNone || held.last == *t) held.end = program_.operators.size();
  }
}

bool Buffers::keep(std::uint32_t t) {
  // A tensor that took over a slot and was never written is the old tensor under a new name.
  if (const std::uint32_t old = written_under(t); old != kNone) t = old;
  if (program_.tensors[t].given) return false;
  program_.tensors[t].output = true;
  return true;
}

void Buffers::read(std::uint32_t t, std::uint32_t op) {
  t = root(t);
  if (!more_[t].is_written) {
    if (const std::uint32_t old = written_under(t); old != kNone) {  // the old tensor under a new name
      program_.tensors[t].dropped = true;
      more_[t].same_as = old;
      return read(more_[t].same_as, op);
    }
    program_.tensors[t].producer = op;  // read before any write: its bytes may hold anything
    more_[t].is_written = true;
  }
  auto& uses = program_.tensors[t].uses;
  if (uses.empty() || uses.back() != op) uses.push_back(op);
  note_in_loops(t);
}

void Buffers::write(std::uint32_t t, std::uint32_t op, bool in_place) {
  t = root(t);
  if (more_[t].is_written) return read(t, op);
  if (const std::uint32_t old = written_under(t); old != kNone && in_place) {
    read(old, op);
    if (!program_.tensors[old].given) program_.in_place.push_back({old, t});
  }
  more_[t].over = kNone;
  more_[t].is_written = true;
  program_.tensors[t].producer = op;
  note_in_loops(t);
}

/// The tensor that was last written in the slot of `t`, perhaps `t` itself; kNone where there is none.
std::uint32_t Buffers::written_under(std::uint32_t t) const {
  while (t != kNone && !more_[t].is_written) t = more_[t].over == kNone ? kNone : root(more_[t].over);
  return t;
}

void Buffers::begin_loop(std::size_t indent) {
  if (loops_.size() < kDeepestLoop) loops_.push_back({indent, {}});
}

void Buffers::note_in_loops(std::uint32_t t) {
  for (Loop& loop : loops_) loop.named.push_back(t);
}

void Buffers::end_loops(std::size_t indent) {
  while (!loops_.empty() && indent <= loops_.back().indent) {
    const Loop loop = std::move(loops_.back());
    loops_.pop_back();
    if (program_.operators.empty()) continue;
    const auto last = static_cast<std::uint32_t>(program_.operators.size() - 1);
    for (const std::uint32_t t : loop.named)
      if (auto& uses = program_.tensors[t].uses; uses.empty() || uses.back() != last) uses.push_back(last);
  }
}

void Buffers::finish() {
  for (std::size_t t = 0; t < program_.tensors.size(); ++t) {
    Program::Tensor& tensor = program_.tensors[t];
    tensor.bytes = bytes_in(more_[t].elements, more_[t].element_bytes);
    const bool is_named = tensor.given || tensor.producer != kNone || !tensor.uses.empty() || tensor.output;
    tensor.dropped |= !is_named;
  }
  ImportSummary& summary = program_.summary;
  summary.count(ImportKind::read, "buffers that are allocated", allocated_);
  summary.count(ImportKind::read, "buffers that are parts of a pool", pooled_);
  summary.count(ImportKind::read, "buffers that take over another's memory", taken_over_);
  summary.count(ImportKind::read, "views and second names", renamed_);
  say_peak();
}

/// Says the peak of Inductor's own allocations: each slot from its allocation to the del of the last name in it.
void Buffers::say_peak() {
  std::vector<std::int64_t> length(held_.size()), change(program_.operators.size() + 2);
  for (const Program::Tensor& tensor : program_.tensors)
    if (!tensor.dropped && tensor.slot != kNone)
      length[tensor.slot] = std::max(length[tensor.slot], tensor.bytes.value_or(0));
  const std::int64_t most_each = kMaxTotalSize.count / static_cast<std::int64_t>(held_.size() + 1);
  for (std::size_t slot = 0; slot < held_.size(); ++slot) {
    const std::size_t begin = held_[slot].begin, end = held_[slot].end.value_or(program_.operators.size() + 1);
    change[begin] += std::min(length[slot], most_each);
    change[std::max(begin, end)] -= std::min(length[slot], most_each);
  }
  std::int64_t now = 0, most = 0;
  for (const std::int64_t each : change) most = std::max(most, now += each);
  program_.summary.say(ImportKind::read,
                       "from allocation to del, buffers need " + grouped_digits(most) + " bytes at once, inputs aside");
}

}  // namespace stowage::inductor
