// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/free_stretches.h"

#include "core/base/interval.h"

namespace stowage {
namespace {

constexpr int kLooks = 16;  // stretches of one list that are looked at

}  // namespace

std::size_t FreeStretches::list_of(std::int64_t size) {
  const auto bytes = static_cast<std::uint64_t>(size);
  if (bytes < kLists) return bytes;
  const int shift = std::bit_width(bytes) - std::bit_width(kLists);
  return static_cast<std::size_t>(shift + 1) * kLists + (bytes >> shift) - kLists;
}

std::size_t FreeStretches::next_list(std::size_t list) const {
  std::size_t power = list / kLists;
  if (power >= kPowers) return kNoList;
  if (const std::uint64_t rest = filled_[power] >> (list % kLists); rest != 0)
    return list + static_cast<std::size_t>(std::countr_zero(rest));
  const std::uint64_t higher = power + 1 < kPowers ? powers_ >> (power + 1) : 0;
  if (higher == 0) return kNoList;
  power += 1 + static_cast<std::size_t>(std::countr_zero(higher));
  return power * kLists + static_cast<std::size_t>(std::countr_zero(filled_[power]));
}

FreeStretches::Stretch FreeStretches::look_in(std::size_t list, std::int64_t least) const {
  Stretch best = kNone;
  Stretch s = first_[list];
  for (int looks = 0; looks < kLooks && s != kNone; ++looks, s = nodes_[s].after)
    if (size(s) >= least && (best == kNone || size(s) < size(best))) best = s;
  return best;
}

FreeStretches::Stretch FreeStretches::find(std::int64_t least) const {
  const std::size_t own = list_of(least);
  if (const Stretch near = look_in(own, least); near != kNone) return near;
  const std::size_t larger = next_list(own + 1);
  return larger == kNoList ? kNone : look_in(larger, least);
}

FreeStretches::Stretch FreeStretches::make(std::int64_t begin, std::int64_t end, Stretch below, Stretch above) {
  Stretch s = 0;
  if (unused_.empty()) {
    s = static_cast<Stretch>(nodes_.size());
    nodes_.emplace_back();
  } else {
    s = unused_.back();
    unused_.pop_back();
  }
  nodes_[s] = {.begin = begin, .end = end, .below = below, .above = above};
  if (below != kNone) nodes_[below].above = s;
  (above != kNone ? nodes_[above].below : last_) = s;
  return s;
}

/// Takes a stretch out of the order of addresses; the caller has given its bytes to another.
void FreeStretches::drop(Stretch s) {
  const Node& node = nodes_[s];
  if (node.below != kNone) nodes_[node.below].above = node.above;
  (node.above != kNone ? nodes_[node.above].below : last_) = node.below;
  unused_.push_back(s);
}

void FreeStretches::enlist(Stretch s) {
  const std::size_t list = list_of(size(s));
  Node& node = nodes_[s];
  node.is_free = true;
  node.before = kNone;
  node.after = first_[list];
  if (node.after != kNone) nodes_[node.after].before = s;
  first_[list] = s;
  filled_[list / kLists] |= std::uint64_t{1} << (list % kLists);
  powers_ |= std::uint64_t{1} << (list / kLists);
}

void FreeStretches::delist(Stretch s) {
  const std::size_t list = list_of(size(s));
  Node& node = nodes_[s];
  node.is_free = false;
  if (node.after != kNone) nodes_[node.after].before = node.before;
  (node.before != kNone ? nodes_[node.before].after : first_[list]) = node.after;
  if (first_[list] != kNone) return;
  std::uint64_t& filled = filled_[list / kLists];
  filled &= ~(std::uint64_t{1} << (list % kLists));
  if (filled == 0) powers_ &= ~(std::uint64_t{1} << (list / kLists));
}

/// Frees the part of a stretch below `at`.
void FreeStretches::cut_front(Stretch s, std::int64_t at) {
  const std::int64_t begin = nodes_[s].begin;
  if (begin == at) return;
  nodes_[s].begin = at;
  enlist(make(begin, at, nodes_[s].below, s));
}

/// Frees the part of a stretch from `at` on.
void FreeStretches::cut_back(Stretch s, std::int64_t at) {
  const std::int64_t end = nodes_[s].end;
  if (end == at) return;
  nodes_[s].end = at;
  enlist(make(at, end, s, nodes_[s].above));
}

FreeStretches::Stretch FreeStretches::take_from_top(std::int64_t size, std::int64_t step) {
  const std::int64_t start = round_up(top_, step);
  const Stretch s = make(top_, start + size, last_, kNone);
  top_ = start + size;
  cut_front(s, start);
  return s;
}

FreeStretches::Stretch FreeStretches::take(std::int64_t size, std::int64_t step, std::int64_t unit) {
  const Stretch s = find(size + step - unit);
  if (s == kNone) return take_from_top(size, step);
  delist(s);
  const std::int64_t start = round_up(nodes_[s].begin, step);
  cut_front(s, start);
  cut_back(s, start + size);
  return s;
}

void FreeStretches::give_back(Stretch taken) {
  if (const Stretch below = nodes_[taken].below; below != kNone && nodes_[below].is_free) {
    delist(below);
    nodes_[taken].begin = nodes_[below].begin;
    drop(below);
  }
  if (const Stretch above = nodes_[taken].above; above != kNone && nodes_[above].is_free) {
    delist(above);
    nodes_[taken].end = nodes_[above].end;
    drop(above);
  }
  if (taken != last_) return enlist(taken);
  top_ = nodes_[taken].begin;
  drop(taken);
}

}  // namespace stowage
