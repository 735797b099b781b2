// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/heap/frame_rows.h"

#include <algorithm>
#include <utility>

#include "core/base/csr.h"
#include "widgets/painters/text.h"

namespace stowage {
namespace {

enum Kept : std::uint8_t { gone, kept, leading };

/// Of each node: whether it is a row, and whether a match lies below it.
std::vector<Kept> kept_nodes(const FrameTree& of, const StackBlame& blame, const QString& filter) {
  const auto& nodes = of.tree.nodes;
  std::vector<bool> frame_matches(of.history->frames.size());
  for (std::size_t f = 0; f < frame_matches.size(); ++f) {
    const HeapFrame& frame = of.history->frames[f];
    frame_matches[f] = text_of(of.history->label(frame)).contains(filter, Qt::CaseInsensitive) ||
                       text_of(of.history->file(frame)).contains(filter, Qt::CaseInsensitive);
  }
  std::vector<bool> matched(nodes.size());  // it, or one above it
  for (std::size_t n = 0; n < nodes.size(); ++n)
    matched[n] = n == 0 ? filter.isEmpty() : matched[nodes[n].parent] || frame_matches[nodes[n].frame];
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

QString FrameRows::label(std::size_t row) const {
  const std::uint32_t frame = of->tree.nodes[rows[row].node].frame;
  return frame == kNoneInHeap ? QString() : text_of(of->history->label(of->history->frames[frame]));
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
  out.rows.push_back({.node = 0, .leads = kept_of[0] == leading});
  for (std::uint32_t row = 0; row < out.rows.size(); ++row) {
    out.rows[row].first = static_cast<std::uint32_t>(out.rows.size());
    for (const std::uint32_t n : children[out.rows[row].node])
      out.rows.push_back({.node = n, .parent = row, .leads = kept_of[n] == leading});
    out.rows[row].children = static_cast<std::uint32_t>(out.rows.size()) - out.rows[row].first;
  }
  return out;
}

}  // namespace stowage
