// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>

#include "core/base/name_index.h"
#include "core/insight/recorded/recorded_heap.h"

namespace stowage {

/// Fills frames, texts and stacks of a history, equal ones once.
class FrameTable {
 public:
  explicit FrameTable(RecordedHeap& history) : history_(history) {}

  /// Returns an index into RecordedHeap::frames.
  std::uint32_t add_frame(std::string_view name, std::string_view file, std::int64_t line);
  /// Returns a row of RecordedHeap::stacks; kNoneInHeap for no frames.
  std::uint32_t add_stack(std::span<const std::uint32_t> frames);

 private:
  std::uint32_t add_text(std::string_view text);

  RecordedHeap& history_;
  NameIndex texts_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> frames_, stacks_;  // by hash
};

}  // namespace stowage
