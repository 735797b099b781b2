// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/recorded/frame_rows.h"

#include <QCoreApplication>
#include <algorithm>

#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

struct FramesText {
  Q_DECLARE_TR_FUNCTIONS(stowage::FrameRows)
};

QString no_stack_label() {
  return FramesText::tr("(no stack recorded)");
}

enum Kept : std::uint8_t { gone, kept, leading };

/// Says of each node whether it is a row, and whether a match lies below it.
std::vector<Kept> kept_nodes(const FrameTree& of, const StackBlame& blame, const QString& filter) {
  const auto& nodes = of.tree.nodes;
  std::vector<bool> frame_matches(of.history->frames.size());
  for (std::size_t f = 0; f < frame_matches.size(); ++f) {
    const HeapFrame& frame = of.history->frames[f];
    frame_matches[f] = text_of(of.history->label(frame)).contains(filter, Qt::CaseInsensitive) ||
                       text_of(of.history->file(frame)).contains(filter, Qt::CaseInsensitive);
  }
  const bool none_matches = no_stack_label().contains(filter, Qt::CaseInsensitive);
  const auto matches = [&](std::size_t n) {
    return n == of.tree.no_stack ? none_matches : frame_matches[nodes[n].frame];
  };
  std::vector<bool> matched(nodes.size());  // it, or one above it
  for (std::size_t n = 0; n < nodes.size(); ++n)
    matched[n] = n == 0 ? filter.isEmpty() : matched[nodes[n].parent] || matches(n);
  std::vector<Kept> out(nodes.size(), gone);
  for (std::size_t n = nodes.size(); n-- > 0;) {
    if (blame.nodes[n].allocations == 0) continue;
    if (matched[n] && out[n] == gone) out[n] = kept;
    if (n == 0 || out[n] == gone) continue;
    Kept& parent = out[nodes[n].parent];
    if (!matched[nodes[n].parent]) parent = leading;
  }
  return out;
}

}  // namespace

FrameTree frame_tree(std::shared_ptr<const RecordedHeap> history, StackView view) {
  FrameTree out{.history = history, .view = view, .tree = stack_tree(*history, view), .telling = {}};
  out.telling.resize(history->frames.size());
  for (std::uint32_t stack = 0; stack < out.tree.node_of_stack.size(); ++stack)
    if (const HeapFrame* frame = history->telling_frame(stack))
      out.telling[static_cast<std::size_t>(frame - history->frames.data())] = true;
  return out;
}

std::vector<std::uint32_t> telling_nodes(const FrameTree& tree, std::span<const TensorId> tensors) {
  const RecordedHeap& history = *tree.history;
  std::vector<std::uint32_t> out;
  if (tensors.empty()) return out;
  for (const HeapAllocation& a : history.allocations) {
    if (!a.tensor.valid() || !std::ranges::binary_search(tensors, a.tensor)) continue;
    std::uint32_t node = tree.tree.node_of(a.stack);
    if (const HeapFrame* frame = history.telling_frame(a.stack))
      while (node != 0 && &history.frames[tree.tree.nodes[node].frame] != frame) node = tree.tree.nodes[node].parent;
    if (node != 0) out.push_back(node);
  }
  std::ranges::sort(out);
  out.erase(std::ranges::unique(out).begin(), out.end());
  return out;
}

QString FrameRows::node_label(std::uint32_t node) const {
  if (node == of->tree.no_stack) return no_stack_label();
  const std::uint32_t frame = of->tree.nodes[node].frame;
  return frame == kNoneInHeap ? QString() : text_of(of->history->label(of->history->frames[frame]));
}

QString FrameRows::path(std::size_t row) const {
  QStringList labels;
  for (std::uint32_t node = rows[row].node; node != 0; node = of->tree.nodes[node].parent)
    labels.prepend(node_label(node));
  return labels.join(';');
}

bool FrameRows::holds(std::size_t row, std::uint32_t node) const {
  return of->tree.is_under(node, rows[row].head) && of->tree.is_under(rows[row].node, node);
}

std::size_t FrameRows::row_of(std::uint32_t node) const {
  std::size_t at = 0;
  while (of->tree.is_under(node, rows[at].node)) {
    const auto begin = rows.begin() + rows[at].first, end = begin + rows[at].children;
    const auto next = std::find_if(begin, end, [&](const Row& row) { return of->tree.is_under(node, row.head); });
    if (next == end) return at;
    at = static_cast<std::size_t>(next - rows.begin());
  }
  return at;
}

FrameRows frame_rows(std::shared_ptr<const FrameTree> tree, HeapStep step, const QString& filter) {
  FrameRows out{.of = std::move(tree), .blame = {}, .rows = {}};
  const auto& nodes = out.of->tree.nodes;
  out.blame = stack_blame(*out.of->history, out.of->tree, step);
  const std::vector<Kept> kept_of = kept_nodes(*out.of, out.blame, filter);
  if (kept_of.empty() || kept_of[0] == gone) return out;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (std::uint32_t n = 1; n < nodes.size(); ++n)
    if (kept_of[n] != gone) pairs.emplace_back(nodes[n].parent, n);
  std::ranges::stable_sort(pairs, std::ranges::greater{},
                           [&](const auto& pair) { return out.blame.nodes[pair.second].bytes; });
  const auto children = Csr<std::uint32_t>::from_pairs(nodes.size(), pairs);
  const auto innermost = [&](std::uint32_t n) {
    const auto passes = [&] {  // what has no stack calls nothing, so that its frame is not asked for
      return filter.isEmpty() && children[n].size() == 1 && out.blame.nodes[n].own_allocations == 0 &&
             !out.of->telling[nodes[n].frame];
    };
    while (passes()) n = children[n].front();
    return n;
  };
  out.rows.push_back({.node = 0, .leads = kept_of[0] == leading});
  for (std::uint32_t row = 0; row < out.rows.size(); ++row) {
    out.rows[row].first = static_cast<std::uint32_t>(out.rows.size());
    for (const std::uint32_t n : children[out.rows[row].node])
      out.rows.push_back({.node = innermost(n), .head = n, .parent = row, .leads = kept_of[n] == leading});
    out.rows[row].children = static_cast<std::uint32_t>(out.rows.size()) - out.rows[row].first;
  }
  return out;
}

}  // namespace stowage
