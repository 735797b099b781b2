// SPDX-License-Identifier: Apache-2.0
#include "core/insight/recorded/recorded_heap.h"

#include <numeric>

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
  const HeapStep steps = history.step_count();
  const std::vector<Bytes> none(steps + std::size_t{1});
  HeapCurves out{none, none, none};  // first how they change
  const auto add = [steps](std::vector<Bytes>& curve, HeapStep from, HeapStep to, Bytes bytes) {
    if (from >= to) return;
    curve[from] += bytes;
    curve[std::min(to, steps)] -= bytes;
  };
  for (const HeapSegment& segment : history.segments) add(out.reserved, segment.born, segment.died, segment.size);
  for (const HeapAllocation& a : history.allocations) {
    add(out.active, a.allocated, a.free_completed, a.rounded);
    add(out.allocated, a.allocated, std::min(a.free_requested, a.free_completed), a.rounded);
  }
  for (std::vector<Bytes>* curve : {&out.reserved, &out.active, &out.allocated}) {
    std::partial_sum(curve->begin(), curve->end(), curve->begin());
    curve->pop_back();
  }
  return out;
}

HeapPeak peak_of(std::span<const Bytes> curve) {
  if (curve.empty()) return {};
  const auto largest = std::ranges::max_element(curve);
  return {*largest, static_cast<HeapStep>(largest - curve.begin())};
}

}  // namespace stowage
