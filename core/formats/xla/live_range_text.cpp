// SPDX-License-Identifier: Apache-2.0
#include "core/formats/xla/live_range_text.h"

#include <algorithm>
#include <utility>

#include "core/base/faults.h"
#include "core/formats/lines.h"
#include "core/formats/nested_text.h"
#include "core/formats/utf8.h"

namespace stowage::xla {
namespace {

constexpr std::string_view kTitle = "HloLiveRange", kSequence = "InstructionSequence:", kRanges = "BufferLiveRange:";

class LiveRangeReader {
 public:
  LiveRangeReader(const std::string& file, const Task& task) : task_(task), faults_(file) {}

  Result<LiveRangeText> read(std::string_view text) {
    const auto all = for_each_line(text, task_, [this](std::string_view line, std::size_t number) {
      line_ = number;
      line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
      take(line);
    });
    if (!all) return tl::unexpected(all.error());
    if (out_.sequence.empty()) faults_.add("", "there is no sequence of instructions");
    if (faults_.any()) return tl::unexpected(std::move(faults_).error());
    return std::move(out_);
  }

 private:
  enum class Part { before, sequence, ranges, after };

  void take(std::string_view line) {
    if (line.empty() || line.starts_with(kTitle) || faults_.is_full()) return;
    if (line.starts_with(kSequence)) return void(part_ = Part::sequence);
    if (line.starts_with(kRanges)) return void(part_ = Part::ranges);
    if (part_ == Part::sequence) return step(line);
    if (part_ == Part::ranges) return range(line);
  }

  /// "7:fusion.3"
  void step(std::string_view line) {
    const auto number = leading_number(line);
    const std::size_t colon = line.find(':');
    if (!number || colon == std::string_view::npos || *number != static_cast<std::int64_t>(out_.sequence.size()))
      return faults_.add(place(), "an instruction of the sequence is written as its number, from 0 on, and its name");
    out_.sequence.push_back(bare_name(line.substr(colon + 1)));
  }

  /// "fusion.3{0}:7-12"; a line of another form is the head of the next part.
  void range(std::string_view line) {
    const std::size_t colon = line.rfind(':');
    if (colon == std::string_view::npos || colon + 1 == line.size()) return void(part_ = Part::after);
    const std::string_view ends = line.substr(colon + 1);
    const std::size_t dash = ends.find('-');
    const auto first = leading_number(ends),
               last = dash == std::string_view::npos ? std::nullopt : leading_number(ends.substr(dash + 1));
    if (!first || !last || *first < 0 || *last < *first)
      return faults_.add(place(), "a live range is written as name:first-last");
    std::string_view name = line.substr(0, colon), index;
    if (const std::size_t brace = name.find('{'); brace != std::string_view::npos) {
      index = name.substr(brace + 1, name.rfind('}') - brace - 1);
      name = name.substr(0, brace);
    }
    out_.ranges.push_back({bare_name(name), index, *first, *last});
  }

  [[nodiscard]] std::string place() const { return "line " + std::to_string(line_); }

  const Task& task_;
  Faults faults_;
  LiveRangeText out_;
  Part part_ = Part::before;
  std::size_t line_ = 0;
};

}  // namespace

bool looks_like_live_range(std::string_view text) {
  return text.starts_with(kTitle);
}

Result<LiveRangeText> read_live_range_text(std::string_view text, const std::string& file, const Task& task) {
  return LiveRangeReader(file, task).read(text);
}

}  // namespace stowage::xla
