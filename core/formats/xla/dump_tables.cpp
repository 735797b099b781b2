// SPDX-License-Identifier: Apache-2.0
#include "core/formats/xla/dump_text.h"

#include <algorithm>
#include <unordered_set>

#include "core/base/bytes.h"
#include "core/formats/lines.h"
#include "core/formats/utf8.h"
#include "core/formats/xla/recognition.h"

namespace stowage::xla {
namespace {

/// A line without the blanks in front of it.
std::string_view without_indent(std::string_view line) {
  return line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
}

class AssignmentReader : LineReader {
 public:
  AssignmentReader(const std::string& file, ImportSummary& summary) : LineReader(file), summary_(summary) {}

  Result<BufferAssignment> read(std::string_view text, const Task& task) {
    STOWAGE_CHECK(each_line(text, task, [this](std::string_view line) { take(without_indent(line)); }));
    if (!ended_ && !faults_.any()) fault("the file ends before \"Total bytes used\"");
    if (!faults_.any() && buffers_.empty()) faults_.add("", "there are no values in the buffer assignment");
    if (faults_.any()) return tl::unexpected(std::move(faults_).error());
    summary_.count(Read::tr("allocations"), static_cast<std::size_t>(out_.buffer_allocations_size()));
    summary_.count(Read::tr("values of the buffer assignment"), buffers_.size());
    if (total_ && *total_ != sum_)
      summary_.say(
          Unknown::tr("the bytes used: the file says %1, its allocations add up to %2").with(*total_).with(sum_));
    std::ranges::sort(buffers_, {}, [](const LogicalBuffer& buffer) { return buffer.id(); });
    for (LogicalBuffer& buffer : buffers_) *out_.add_logical_buffers() = std::move(buffer);
    return std::move(out_);
  }

 private:
  void take(std::string_view line) {
    constexpr std::string_view kAllocation = "allocation ", kValue = "value: <", kEnd = "Total bytes used";
    if (ended_ || faults_.is_full()) return;
    if (line.starts_with(kEnd))
      ended_ = true, total_ = number(line, "used: ");
    else if (line.starts_with(kAllocation))
      allocation(line.substr(kAllocation.size()));
    else if (line.starts_with(kValue))
      value(line.substr(kValue.size() - 1));
    else if (!is_blank(line) && !line.starts_with(kAssignmentTitle))
      summary_.add(Unknown::tr("lines of the buffer assignment"), shown(line));
  }

  /// "3: size 579072256, color 1, preallocated-temp:"; older texts have an address after the number.
  void allocation(std::string_view text) {
    Allocation& made = *out_.add_buffer_allocations();
    allocation_ = &made;
    const auto size = number(text, "size ");
    if (!size) return fault("an allocation needs its size");
    made.set_size(*size);
    sum_ = std::min(sum_, kMaxTotalSize.count) + std::min(*size, kMaxTotalSize.count);
    // A shape between bars may contain any word: it is skipped.
    std::string_view rest = text.substr(text.find("size "));
    for (bool in_shape = false; !rest.empty(); in_shape = !in_shape) {
      const std::string_view part = rest.substr(0, rest.find('|'));
      rest.remove_prefix(std::min(part.size() + 1, rest.size()));
      if (!in_shape) words(made, part);
    }
  }

  static void words(Allocation& made, std::string_view text) {
    while (!text.empty()) {
      std::string_view word = text.substr(0, text.find(','));
      text.remove_prefix(std::min(word.size() + 1, text.size()));
      word.remove_prefix(std::min(word.find_first_not_of(" \t"), word.size()));
      while (word.ends_with(':') || word.ends_with(' ')) word.remove_suffix(1);
      if (word.starts_with("color ")) made.set_color(leading_number(word.substr(6)).value_or(0));
      if (word.starts_with("parameter ")) made.set_is_entry_computation_parameter(true);
      if (word == "constant") made.set_is_constant(true);
      if (word == "thread-local") made.set_is_thread_local(true);
    }
  }

  /// "<11 cudnn-conv.1{0} @0> (size=572026880,offset=256): bf16[1,5120,34,31,53]{4,3,2,1,0}"
  void value(std::string_view text) {
    if (allocation_ == nullptr) return fault("a value stands before the first allocation");
    const std::size_t end = text.find('>');
    std::string_view inside = text.substr(1, end == std::string_view::npos ? end : end - 1);
    const auto id = leading_number(inside);
    const std::size_t blank = inside.find(' '), at = inside.rfind(" @");
    if (end == std::string_view::npos || !id || *id < 0 || blank == std::string_view::npos ||
        at == std::string_view::npos || at <= blank)
      return fault("a value is written as <id name @color>");
    const auto size = number(text.substr(end), "size="), offset = number(text.substr(end), "offset=");
    if (!size || !offset) return fault("a value needs its size and its offset");
    std::string_view name = inside.substr(blank + 1, at - blank - 1);
    if (const std::size_t phi = name.find(" (phi)"); phi != std::string_view::npos) name = name.substr(0, phi);
    if (!known_.insert(*id).second) return fault("the value " + std::to_string(*id) + " stands twice");
    LogicalBuffer& buffer = buffers_.emplace_back();
    buffer.set_id(*id);
    buffer.set_size(*size);
    buffer.set_color(leading_number(inside.substr(at + 2)).value_or(0));
    Location& made = *buffer.mutable_defined_at();
    if (const std::size_t brace = name.rfind('{'); brace != std::string_view::npos && name.ends_with('}')) {
      for_each_item(name.substr(brace + 1, name.size() - brace - 2),
                    [&](std::string_view part) { made.add_shape_index(leading_number(part).value_or(0)); });
      name = name.substr(0, brace);
    }
    made.set_instruction_name(std::string(name));
    Assigned& assigned = *allocation_->add_assigned();
    assigned.set_buffer(*id);
    assigned.set_offset(*offset);
  }

  /// The number, 0 or more, behind a key.
  [[nodiscard]] static std::optional<std::int64_t> number(std::string_view text, std::string_view key) {
    const std::size_t at = text.find(key);
    const auto value = at == std::string_view::npos ? std::nullopt : leading_number(text.substr(at + key.size()));
    return value && *value >= 0 ? value : std::nullopt;
  }

  ImportSummary& summary_;
  BufferAssignment out_;
  Allocation* allocation_ = nullptr;
  std::vector<LogicalBuffer> buffers_;
  std::optional<std::int64_t> total_;  // as the file says
  std::int64_t sum_ = 0;
  std::unordered_set<std::int64_t> known_;
  bool ended_ = false;
};

class LiveRangeReader : LineReader {
 public:
  explicit LiveRangeReader(const std::string& file) : LineReader(file) {}

  Result<LiveRangeText> read(std::string_view text, const Task& task) {
    STOWAGE_CHECK(each_line(text, task, [this](std::string_view line) { take(without_indent(line)); }));
    if (out_.sequence.empty()) faults_.add("", "there is no sequence of instructions");
    if (faults_.any()) return tl::unexpected(std::move(faults_).error());
    return std::move(out_);
  }

 private:
  void take(std::string_view line) {
    if (line.empty() || line.starts_with(kLiveRangeTitle) || faults_.is_full()) return;
    if (line.starts_with("InstructionSequence:"))
      part_ = &LiveRangeReader::step;
    else if (line.starts_with("BufferLiveRange:"))
      part_ = &LiveRangeReader::range;
    else if (part_ != nullptr)
      (this->*part_)(line);
  }

  /// "7:fusion.3"
  void step(std::string_view line) {
    const auto number = leading_number(line);
    const std::size_t colon = line.find(':');
    if (!number || colon == std::string_view::npos || *number != static_cast<std::int64_t>(out_.sequence.size()))
      return fault("an instruction of the sequence is written as its number, from 0 on, and its name");
    out_.sequence.push_back(bare_name(line.substr(colon + 1)));
  }

  /// "fusion.3{0}:7-12"; a line of another form is the head of the next part.
  void range(std::string_view line) {
    const std::size_t colon = line.rfind(':');
    if (colon == std::string_view::npos || colon + 1 == line.size()) return void(part_ = nullptr);
    const std::string_view ends = line.substr(colon + 1);
    const std::size_t dash = ends.find('-');
    const auto first = leading_number(ends),
               last = dash == std::string_view::npos ? std::nullopt : leading_number(ends.substr(dash + 1));
    if (!first || !last || *first < 0 || *last < *first) return fault("a live range is written as name:first-last");
    std::string_view name = line.substr(0, colon), index;
    if (const std::size_t brace = name.find('{'); brace != std::string_view::npos) {
      index = name.substr(brace + 1, name.rfind('}') - brace - 1);
      name = name.substr(0, brace);
    }
    out_.ranges.push_back({bare_name(name), index, *first, *last});
  }

  LiveRangeText out_;
  void (LiveRangeReader::*part_)(std::string_view) = nullptr;  // reads a line of the part that has begun
};

}  // namespace

Result<BufferAssignment> read_assignment_text(std::string_view text, const std::string& file, ImportSummary& summary,
                                              const Task& task) {
  return AssignmentReader(file, summary).read(text, task);
}

Result<LiveRangeText> read_live_range_text(std::string_view text, const std::string& file, const Task& task) {
  return LiveRangeReader(file).read(text, task);
}

}  // namespace stowage::xla
