// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/id.h"
#include "widgets/painters/heap_map/heap_map_geometry.h"

namespace stowage {

/// Which rectangles are where: built once a plan in O(n log n), then any point is answered in O(log n) on plans whose
/// rectangles do not overlap, and any window by skipping what lies outside. A binary tree of bounding boxes over the
/// items, each half split at the median along the axis in which they are the more spread out compared to their size.
/// The items stand in tree order: neighbours in memory are neighbours on the map.
class MapIndex {
 public:
  MapIndex() = default;
  /// Uses all cores where there are very many.
  explicit MapIndex(std::vector<MapItem> items);

  [[nodiscard]] std::span<const MapItem> items() const { return items_; }

  /// The tensor at that point, the one of lowest index where several overlap (in a wrong plan), or none.
  [[nodiscard]] TensorId at(double place, double offset) const;

  /// Calls `each(span of items)` for the items that may touch the window; some that do not are among them.
  template <class Each>
  void visit(const MapView& window, const Each& each) const {
    visit_large(window, 0, 0, each);
  }
  /// Same, leaving out subtrees in which nothing is as long or as high as that (in places and bytes).
  template <class Each>
  void visit_large(const MapView& window, double least_length, double least_bytes, const Each& each) const {
    if (!items_.empty()) visit_node(1, 0, items_.size(), window, least_length, least_bytes, each);
  }

  enum class Direction { left, right, up, down };
  /// The nearest item that lies on that side of `from` (begins after it ends, and so on), preferring what faces it;
  /// ties by tensor. None at the rim.
  [[nodiscard]] TensorId neighbour(const MapItem& from, Direction direction) const;

 private:
  static constexpr std::size_t kLeaf = 32;
  struct Node {
    std::int64_t low, high, tallest;
    std::uint32_t begin, end, longest;
  };
  /// Where the range [from, to) of a node is cut in two.
  static std::size_t middle(std::size_t from, std::size_t to) { return from + (to - from + 1) / 2; }

  void build(std::size_t node, std::size_t from, std::size_t to, int threads);
  void bound(std::size_t node, std::size_t from, std::size_t to);

  template <class Each>
  void visit_node(std::size_t node, std::size_t from, std::size_t to, const MapView& w, double least_length,
                  double least_bytes, const Each& each) const {
    const Node& n = nodes_[node];
    if (n.begin >= w.x1 || n.end <= w.x0 || static_cast<double>(n.low) >= w.y1 || static_cast<double>(n.high) <= w.y0)
      return;
    if (n.longest < least_length || static_cast<double>(n.tallest) < least_bytes) return;
    if (to - from <= kLeaf) {
      each(items().subspan(from, to - from));
      return;
    }
    const std::size_t cut = middle(from, to);
    visit_node(2 * node, from, cut, w, least_length, least_bytes, each);
    visit_node(2 * node + 1, cut, to, w, least_length, least_bytes, each);
  }

  std::vector<MapItem> items_;
  std::vector<Node> nodes_;  // node k has children 2k and 2k+1; the root is 1
};

}  // namespace stowage
