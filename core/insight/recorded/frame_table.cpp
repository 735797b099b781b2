// SPDX-License-Identifier: Apache-2.0
#include "core/insight/recorded/frame_table.h"

#include <algorithm>

namespace stowage {
namespace {

/// Mixes one more number into a hash (the finalizer of splitmix64).
std::uint64_t mix(std::uint64_t hash, std::uint64_t number) {
  std::uint64_t x = hash + 0x9e3779b97f4a7c15 + number;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/// The value under `hash` for which `same` holds; else `make()`, which is added.
template <class Same, class Make>
std::uint32_t find_or_add(std::unordered_multimap<std::uint64_t, std::uint32_t>& map, std::uint64_t hash, Same&& same,
                          Make&& make) {
  const auto [begin, end] = map.equal_range(hash);
  const auto found = std::find_if(begin, end, [&](const auto& entry) { return same(entry.second); });
  return found != end ? found->second : map.emplace(hash, make())->second;
}

}  // namespace

std::uint32_t FrameTable::add_text(std::string_view text) {
  const std::uint32_t known = texts_.find(text, history_.texts);
  if (known != NameIndex::kNone) return known;
  texts_.add(text, history_.texts.size(), history_.texts);
  return static_cast<std::uint32_t>(history_.texts.add(text));
}

std::uint32_t FrameTable::add_frame(std::string_view name, std::string_view file, std::int64_t line) {
  const HeapFrame frame{add_text(name), add_text(file), line};
  const std::uint64_t hash = mix(mix(mix(0, frame.name), frame.file), static_cast<std::uint64_t>(line));
  return find_or_add(
      frames_, hash, [&](std::uint32_t f) { return history_.frames[f] == frame; },
      [&] {
        history_.frames.push_back(frame);
        return static_cast<std::uint32_t>(history_.frames.size() - 1);
      });
}

std::uint32_t FrameTable::add_stack(std::span<const std::uint32_t> frames) {
  if (frames.empty()) return kNoneInHeap;
  std::uint64_t hash = 0;
  for (const std::uint32_t frame : frames) hash = mix(hash, frame);
  return find_or_add(
      stacks_, hash, [&](std::uint32_t s) { return std::ranges::equal(history_.stacks[s], frames); },
      [&] {
        history_.stacks.add_row(frames);
        return static_cast<std::uint32_t>(history_.stacks.row_count() - 1);
      });
}

}  // namespace stowage
