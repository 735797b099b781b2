// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/recorded/record.h"

namespace stowage {

/// A word of device_traces (TraceEntry::Action of c10/cuda/CUDACachingAllocator.h), and what it does to the heap.
struct SnapshotAction {
  std::string_view name;
  HeapEvent::Action action;
  bool expandable = false;
};

inline constexpr std::string_view kOutOfMemoryAction = "oom";
inline constexpr SnapshotAction kSnapshotActions[] = {
    {"alloc", HeapEvent::Action::allocate},
    {"free_requested", HeapEvent::Action::request_free},
    {"free_completed", HeapEvent::Action::complete_free},
    {"segment_alloc", HeapEvent::Action::add_segment},
    {"segment_free", HeapEvent::Action::remove_segment},
    {"segment_map", HeapEvent::Action::add_segment, true},
    {"segment_unmap", HeapEvent::Action::remove_segment, true},
    {kOutOfMemoryAction, HeapEvent::Action::other},
    {"snapshot", HeapEvent::Action::other},
};

}  // namespace stowage
