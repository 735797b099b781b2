// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/heap_map/map_index.h"

#include <algorithm>
#include <limits>

#include "core/base/parallel.h"

namespace stowage {
namespace {

/// Centre along an axis, doubled to stay whole.
std::uint64_t middle_x(const MapItem& item) {
  return std::uint64_t{item.begin} + item.end;
}
std::int64_t middle_y(const MapItem& item) {
  return item.low + item.high;
}

/// How far apart the centres are compared to the items' own size, along x and y.
std::pair<double, double> spread(std::span<const MapItem> items) {
  std::uint64_t x0 = std::numeric_limits<std::uint64_t>::max(), x1 = 0;
  std::int64_t y0 = std::numeric_limits<std::int64_t>::max(), y1 = std::numeric_limits<std::int64_t>::min();
  double width = 0, height = 0;
  for (const MapItem& item : items) {
    x0 = std::min(x0, middle_x(item));
    x1 = std::max(x1, middle_x(item));
    y0 = std::min(y0, middle_y(item));
    y1 = std::max(y1, middle_y(item));
    width += item.end - item.begin;
    height += static_cast<double>(item.high - item.low);
  }
  return {static_cast<double>(x1 - x0) / width, static_cast<double>(y1 - y0) / height};
}

/// How far item b lies from a, seen in one direction, or a negative number where it does not lie there. What does not
/// face a counts as further away.
double distance(const MapItem& a, const MapItem& b, MapIndex::Direction direction, double bytes_a_place) {
  using enum MapIndex::Direction;
  const auto gap = [](double from, double to) { return std::max(0.0, to - from); };
  const double beside_x = gap(a.end, b.begin) + gap(b.end, a.begin) + (a.begin < b.end && b.begin < a.end ? 0 : 1);
  const double beside_y = (gap(static_cast<double>(a.high), static_cast<double>(b.low)) +
                           gap(static_cast<double>(b.high), static_cast<double>(a.low))) /
                              bytes_a_place +
                          (a.low < b.high && b.low < a.high ? 0 : 1);
  switch (direction) {
    case left:
      return b.end <= a.begin ? static_cast<double>(a.begin - b.end) + 4 * beside_y : -1;
    case right:
      return b.begin >= a.end ? static_cast<double>(b.begin - a.end) + 4 * beside_y : -1;
    case up:
      return b.low >= a.high ? static_cast<double>(b.low - a.high) / bytes_a_place + 4 * beside_x : -1;
    case down:
      return b.high <= a.low ? static_cast<double>(a.low - b.high) / bytes_a_place + 4 * beside_x : -1;
  }
  return -1;
}

}  // namespace

MapIndex::MapIndex(std::vector<MapItem> items) : items_(std::move(items)) {
  if (items_.empty()) return;
  std::size_t last = 1;  // the largest node number, down the larger half
  for (std::size_t count = items_.size(); count > kLeaf; count = (count + 1) / 2) last = 2 * last + 1;
  nodes_.resize(last + 1);
  const bool many = items_.size() > 50'000;
  build(1, 0, items_.size(), many ? static_cast<int>(worker_count()) : 1);
}

void MapIndex::build(std::size_t node, std::size_t from, std::size_t to, int threads) {
  if (to - from <= kLeaf) {
    bound(node, from, to);
    return;
  }
  const std::size_t cut = middle(from, to);
  const auto at = [this](std::size_t i) { return items_.begin() + static_cast<std::ptrdiff_t>(i); };
  const auto [x, y] = spread(std::span(items_).subspan(from, to - from));
  if (x > y)
    std::nth_element(at(from), at(cut), at(to), [](const MapItem& a, const MapItem& b) {
      return std::pair(middle_x(a), a.tensor) < std::pair(middle_x(b), b.tensor);
    });
  else
    std::nth_element(at(from), at(cut), at(to), [](const MapItem& a, const MapItem& b) {
      return std::pair(middle_y(a), a.tensor) < std::pair(middle_y(b), b.tensor);
    });
  const auto build_half = [&](std::size_t half) {
    const bool low = half == 0;
    build(2 * node + half, low ? from : cut, low ? cut : to, low ? threads / 2 : threads - threads / 2);
  };
  if (threads > 1) {
    parallel_for(2, build_half);
  } else {
    build(2 * node, from, cut, 1);
    build(2 * node + 1, cut, to, 1);
  }
  const Node &a = nodes_[2 * node], &b = nodes_[2 * node + 1];
  nodes_[node] = {std::min(a.low, b.low),     std::max(a.high, b.high), std::max(a.tallest, b.tallest),
                  std::min(a.begin, b.begin), std::max(a.end, b.end),   std::max(a.longest, b.longest)};
}

void MapIndex::bound(std::size_t node, std::size_t from, std::size_t to) {
  const MapItem& first = items_[from];
  Node n{first.low, first.high, 0, first.begin, first.end, 0};
  for (const MapItem& item : items().subspan(from, to - from)) {
    n.low = std::min(n.low, item.low);
    n.high = std::max(n.high, item.high);
    n.tallest = std::max(n.tallest, item.high - item.low);
    n.begin = std::min(n.begin, item.begin);
    n.end = std::max(n.end, item.end);
    n.longest = std::max(n.longest, item.end - item.begin);
  }
  nodes_[node] = n;
}

TensorId MapIndex::at(double place, double offset) const {
  TensorId found;
  // Boxes are half-open, so a point is looked up as the tiniest window that starts there.
  const MapView point{place, std::nextafter(place, 1e300), offset, std::nextafter(offset, 1e300)};
  visit(point, [&](std::span<const MapItem> some) {
    for (const MapItem& item : some)
      if (item.begin <= place && place < item.end && static_cast<double>(item.low) <= offset &&
          offset < static_cast<double>(item.high))
        found = std::min(found, item.tensor);
  });
  return found;
}

TensorId MapIndex::neighbour(const MapItem& from, Direction direction) const {
  if (items_.empty()) return {};
  const Node& root = nodes_[1];
  const double bytes_a_place =
      std::max(1e-9, static_cast<double>(root.high - root.low) / static_cast<double>(root.end - root.begin));
  // A box is as near as an item that fills it could be, or as the part of it on the right side.
  const auto reach = [&](const Node& n) {
    MapItem box{n.low, n.high, n.begin, n.end, TensorId()};
    if (direction == Direction::left) box.end = std::min(box.end, from.begin);
    if (direction == Direction::right) box.begin = std::max(box.begin, from.end);
    if (direction == Direction::up) box.low = std::max(box.low, from.high);
    if (direction == Direction::down) box.high = std::min(box.high, from.low);
    if (box.begin >= box.end || box.low >= box.high) return -1.0;
    return distance(from, box, direction, bytes_a_place);
  };
  double best = std::numeric_limits<double>::infinity();
  TensorId found;
  const auto search = [&](auto& self, std::size_t node, std::size_t low, std::size_t high) -> void {
    const double least = reach(nodes_[node]);
    if (least < 0 || least > best) return;
    if (high - low > kLeaf) {
      const std::size_t cut = middle(low, high);
      const bool second_first = reach(nodes_[2 * node + 1]) < reach(nodes_[2 * node]);
      if (second_first) self(self, 2 * node + 1, cut, high);
      self(self, 2 * node, low, cut);
      if (!second_first) self(self, 2 * node + 1, cut, high);
      return;
    }
    for (const MapItem& item : items().subspan(low, high - low)) {
      const double here = distance(from, item, direction, bytes_a_place);
      if (here < 0 || here > best || (here == best && found < item.tensor)) continue;
      best = here;
      found = item.tensor;
    }
  };
  search(search, 1, 0, items_.size());
  return found;
}

}  // namespace stowage
