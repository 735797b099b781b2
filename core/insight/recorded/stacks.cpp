// SPDX-License-Identifier: Apache-2.0
#include "core/insight/recorded/stacks.h"

#include <ranges>

#include "core/base/bits.h"

namespace stowage {
namespace {

/// The value under `hash` for which `same` holds; without one, adds `next`.
template <class Same>
std::uint32_t find_or_add(std::unordered_multimap<std::uint64_t, std::uint32_t>& map, std::uint64_t hash,
                          std::size_t next, const Same& same) {
  const auto [begin, end] = map.equal_range(hash);
  const auto found = std::find_if(begin, end, [&](const auto& entry) { return same(entry.second); });
  return found != end ? found->second : map.emplace(hash, static_cast<std::uint32_t>(next))->second;
}

bool has_no_stack(const RecordedHeap& history, std::uint32_t stack) {
  return stack == kNoneInHeap || history.stacks[stack].empty();
}

std::vector<std::uint32_t> way_to(const RecordedHeap& history, std::uint32_t stack, StackView view) {
  if (view.order == StackView::Order::lines && !history.stacks[stack].empty()) {
    const HeapFrame* telling = history.telling_frame(stack);
    return {telling ? static_cast<std::uint32_t>(telling - history.frames.data()) : history.stacks[stack].front()};
  }
  std::vector<std::uint32_t> out = history.frames_of(stack, view.all_frames);
  if (view.order == StackView::Order::callers_first) std::ranges::reverse(out);
  return out;
}

/// The last child of the root takes allocations without a stack, so that the children of the root sum to it.
void add_no_stack(StackTree& tree, const RecordedHeap& history) {
  const auto lacks = [&](const HeapAllocation& a) { return has_no_stack(history, a.stack); };
  if (std::ranges::none_of(history.allocations, lacks)) return;
  tree.no_stack = static_cast<std::uint32_t>(tree.nodes.size());
  tree.nodes.push_back({.parent = 0, .end = tree.no_stack + 1});
  tree.nodes.front().end = tree.no_stack + 1;
  for (std::uint32_t stack = 0; stack < tree.node_of_stack.size(); ++stack)
    if (has_no_stack(history, stack)) tree.node_of_stack[stack] = tree.no_stack;
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
  const std::uint64_t hash = mixed(mixed(mixed(frame.name) + frame.file) + static_cast<std::uint64_t>(line));
  const std::uint32_t at =
      find_or_add(frames_, hash, history_.frames.size(), [&](std::uint32_t f) { return history_.frames[f] == frame; });
  if (at == history_.frames.size()) history_.frames.push_back(frame);
  return at;
}

std::uint32_t FrameTable::add_stack(std::span<const std::uint32_t> frames) {
  if (frames.empty()) return kNoneInHeap;
  std::uint64_t hash = 0;
  for (const std::uint32_t frame : frames) hash = mixed(hash + frame);
  const std::uint32_t at = find_or_add(stacks_, hash, history_.stacks.row_count(),
                                       [&](std::uint32_t s) { return std::ranges::equal(history_.stacks[s], frames); });
  if (at == history_.stacks.row_count()) history_.stacks.add_row(frames);
  return at;
}

StackTree stack_tree(const RecordedHeap& history, StackView view) {
  std::vector<std::vector<std::uint32_t>> ways(history.stacks.row_count());
  for (std::uint32_t stack = 0; stack < ways.size(); ++stack) ways[stack] = way_to(history, stack, view);
  auto order = numbers_below<std::uint32_t>(ways.size());
  std::ranges::sort(
      order, {}, [&](std::uint32_t stack) -> const auto& { return ways[stack]; });

  StackTree out{.nodes = {{}}, .node_of_stack = std::vector<std::uint32_t>(order.size())};
  std::vector<std::uint32_t> path{0};  // of the stack before: its node at each depth, the root's first
  const auto leave_to = [&](std::size_t depth) {
    for (; path.size() > depth; path.pop_back())
      out.nodes[path.back()].end = static_cast<std::uint32_t>(out.nodes.size());
  };
  for (const std::uint32_t stack : order) {
    std::size_t depth = 1;
    for (const std::uint32_t frame : ways[stack]) {
      if (depth == path.size() || out.nodes[path[depth]].frame != frame) {
        leave_to(depth);
        out.nodes.push_back({.frame = frame, .parent = path.back()});
        path.push_back(static_cast<std::uint32_t>(out.nodes.size() - 1));
      }
      ++depth;
    }
    leave_to(depth);
    out.node_of_stack[stack] = path.back();
  }
  leave_to(0);
  add_no_stack(out, history);
  return out;
}

StackBlame stack_blame(const RecordedHeap& history, const StackTree& tree, HeapStep step) {
  StackBlame out{.step = step, .nodes = std::vector<StackBlame::Share>(tree.nodes.size())};
  for (const HeapAllocation& a : history.allocations) {
    if (!a.alive(step)) continue;
    StackBlame::Share& share = out.nodes[tree.node_of(a.stack)];
    share.own_bytes += a.rounded;
    ++share.own_allocations;
  }
  for (std::size_t n = tree.nodes.size(); n-- > 0;) {  // nodes below have larger numbers
    StackBlame::Share& share = out.nodes[n];
    share.bytes += share.own_bytes;
    share.allocations += share.own_allocations;
    if (n == 0) break;
    StackBlame::Share& parent = out.nodes[tree.nodes[n].parent];
    parent.bytes += share.bytes;
    parent.allocations += share.allocations;
  }
  return out;
}

std::vector<std::uint32_t> allocations_under(const RecordedHeap& history, const StackTree& tree, std::uint32_t node,
                                             HeapStep step) {
  std::vector<std::uint32_t> out;
  for (std::size_t k = 0; k < history.allocations.size(); ++k) {
    const HeapAllocation& a = history.allocations[k];
    if (a.alive(step) && tree.is_under(tree.node_of(a.stack), node)) out.push_back(static_cast<std::uint32_t>(k));
  }
  return out;
}

}  // namespace stowage
