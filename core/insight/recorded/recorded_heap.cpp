// SPDX-License-Identifier: Apache-2.0
#include "core/insight/recorded/recorded_heap.h"

#include <algorithm>

namespace stowage {
namespace {

bool is_python(std::string_view file) {
  return file.ends_with(".py");
}

/// Whether a file is of a package that the program uses, not of the program.
bool is_library(std::string_view file) {
  for (const std::string_view part : {"site-packages", "dist-packages", "/lib/python", "<frozen"})
    if (file.find(part) != std::string_view::npos) return true;
  return false;
}

/// Changes of a sum at steps, summed up.
class Changes {
 public:
  explicit Changes(std::size_t steps) : at_(steps + 1) {}
  void add(HeapStep from, HeapStep to, Bytes bytes) {
    if (from >= to) return;
    at_[from] += bytes;
    at_[std::min<std::size_t>(to, at_.size() - 1)] -= bytes;
  }
  std::vector<Bytes> sums() && {
    at_.pop_back();
    Bytes sum;
    for (Bytes& bytes : at_) bytes = sum += bytes;
    return std::move(at_);
  }

 private:
  std::vector<Bytes> at_;
};

}  // namespace

std::vector<std::int64_t> RecordedHeap::streams_in_use() const {
  std::vector<bool> used(streams.size());
  for (const HeapSegment& segment : segments) used[segment.stream] = true;
  for (const HeapAllocation& allocation : allocations) used[allocation.stream] = true;
  std::vector<std::int64_t> out;
  for (std::size_t k = 0; k < used.size(); ++k)
    if (used[k]) out.push_back(streams[k]);
  return out;
}

const HeapAllocation* RecordedHeap::allocation_of(TensorId t) const {
  const auto found = std::ranges::find(allocations, t, &HeapAllocation::tensor);
  return found == allocations.end() ? nullptr : &*found;
}

Offset RecordedHeap::offset_of(std::uint64_t address) const {
  const auto after = std::ranges::upper_bound(regions, address, {}, &HeapRegion::address);
  if (after == regions.begin()) return {};
  const HeapRegion& region = *std::prev(after);
  const std::uint64_t distance = address - region.address;
  return distance <= static_cast<std::uint64_t>(region.size.count)
             ? Offset{region.offset.value + static_cast<std::int64_t>(distance)}
             : Offset{};
}

std::string RecordedHeap::label(const HeapFrame& frame) const {
  const std::string_view path = file(frame);
  std::string out(name(frame));
  if (path.empty() || path == "??") return out;
  out.append(out.empty() ? "" : " (").append(path.substr(path.find_last_of("/\\") + 1));  // npos + 1 is 0
  if (frame.line > 0) out.append(":").append(std::to_string(frame.line));
  return name(frame).empty() ? out : out + ')';
}

const HeapFrame* RecordedHeap::telling_frame(std::uint32_t stack) const {
  if (stack == kNoneInHeap) return nullptr;
  const HeapFrame *python = nullptr, *any = nullptr;
  for (const std::uint32_t f : stacks[stack]) {
    const HeapFrame& frame = frames[f];
    if (is_python(file(frame)) && !is_library(file(frame))) return &frame;
    if (python == nullptr && is_python(file(frame))) python = &frame;
    if (any == nullptr && !name(frame).empty()) any = &frame;
  }
  return python != nullptr ? python : any;
}

std::vector<std::uint32_t> RecordedHeap::frames_of(std::uint32_t stack, bool all) const {
  if (stack == kNoneInHeap) return {};
  std::vector<std::uint32_t> out;
  for (const std::uint32_t f : stacks[stack])
    if (all || is_python(file(frames[f]))) out.push_back(f);
  return out.empty() && !all ? frames_of(stack, true) : out;
}

HeapCurves heap_curves(const RecordedHeap& history) {
  Changes reserved(history.step_count()), active(history.step_count()), allocated(history.step_count());
  for (const HeapSegment& segment : history.segments) reserved.add(segment.born, segment.died, segment.size);
  for (const HeapAllocation& a : history.allocations) {
    active.add(a.allocated, a.free_completed, a.rounded);
    allocated.add(a.allocated, std::min(a.free_requested, a.free_completed), a.rounded);
  }
  return {std::move(reserved).sums(), std::move(active).sums(), std::move(allocated).sums()};
}

HeapPeak peak_of(std::span<const Bytes> curve) {
  if (curve.empty()) return {};
  const auto largest = std::ranges::max_element(curve);
  return {*largest, static_cast<HeapStep>(largest - curve.begin())};
}

}  // namespace stowage
