// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointF>

#include "widgets/painters/charts/step_chart.h"

namespace stowage {

/// A window on the plane of places (x: steps, or time; see StepScale) and offsets (y, upwards), in places and bytes.
struct MapView {
  double x0 = 0, x1 = 1;
  double y0 = 0, y1 = 1;

  [[nodiscard]] double width() const { return x1 - x0; }
  [[nodiscard]] double height() const { return y1 - y0; }
  friend bool operator==(const MapView&, const MapView&) = default;
};

/// One tensor as the map shows it: places [begin, end) × offsets [low, high), neither empty.
struct MapItem {
  std::int64_t low = 0, high = 0;
  std::uint32_t begin = 0, end = 0;
  TensorId tensor{};
};

[[nodiscard]] inline bool touches(const MapItem& item, const MapView& view) {
  return item.begin < view.x1 && item.end > view.x0 &&
         static_cast<double>(item.low)<view.y1&& static_cast<double>(item.high)> view.y0;
}

/// How far the axes of a map reach, how many lines stand at its foot, and whether there is a curve.
struct MapExtent {
  double length = 1, bytes = 1;
  int footnotes = 1;
  bool curve = true;
  std::size_t bands = 0;  ///< rows of bands
  double closest = 2;     ///< places across that are shown at least
  double most_alive = 1;  ///< bytes that the curve's panel has room for; at least `bytes`
  bool high_curve = false;
  double left = 0;  ///< pixels beside the plot at least, for names of lanes above it; not on a page

  friend bool operator==(const MapExtent&, const MapExtent&) = default;
};
/// Room for both.
[[nodiscard]] MapExtent united(const MapExtent& a, const MapExtent& b);

/// Where a heap map puts what: pixels ↔ places and offsets, and how the view moves. A value without any drawing.
/// ```
///  ┌──────┬──────────────────────────┐
///  │ y    │ plot: places × offsets   │
///  │ axis │                          │
///  ├──────┼──────────────────────────┤
///  │      │ bands, where wanted      │
///  ├──────┼──────────────────────────┤
///  │ y    │ curve: bytes alive       │   the same x axis
///  ├──────┴──────────────────────────┤
///  │        x axis                   │
///  │ footnote                        │
///  └─────────────────────────────────┘
/// ```
class HeapMapGeometry {
 public:
  HeapMapGeometry() = default;
  /// `length` and `bytes` are the extent of the data (at least 1 each is assumed), `footnotes` the lines at the foot.
  /// Starts fitted.
  HeapMapGeometry(const QRectF& rect, double length, double bytes, int footnotes = 1);

  [[nodiscard]] const MapExtent& extent() const { return extent_; }
  /// Another extent of the axes, so that maps of several plans have the same scale. What is in view stays, but what was
  /// fitted is fitted again.
  void set_extent(const MapExtent& extent);

  [[nodiscard]] const QRectF& rect() const { return rect_; }
  [[nodiscard]] const QRectF& plot() const { return plot_; }
  /// Null where there is none, or the drawing is too low for one.
  [[nodiscard]] const QRectF& curve() const { return curve_; }
  /// The curve, or the plot where there is none.
  [[nodiscard]] const QRectF& lowest_panel() const { return curve_.isNull() ? plot_ : curve_; }
  /// Rows for the names of parts of the order; null where none is wanted, or the drawing is too low for one.
  [[nodiscard]] const QRectF& bands() const { return bands_; }
  /// As many of the rows as there is room for.
  [[nodiscard]] std::size_t band_rows() const { return band_rows_; }
  [[nodiscard]] QRectF band_row(std::size_t row) const;
  /// The row at a height.
  [[nodiscard]] std::size_t band_row_at(double y) const;
  /// Line `line` at the foot, from 0.
  [[nodiscard]] QRectF footnote(int line = 0) const;
  [[nodiscard]] const MapView& view() const { return view_; }
  /// All data, with room above for the labels of the footprint and bound lines.
  [[nodiscard]] MapView full_view() const;
  [[nodiscard]] bool is_fitted() const { return view_ == full_view(); }

  [[nodiscard]] double x_of(double place) const {
    return plot_.left() + (place - view_.x0) / view_.width() * plot_.width();
  }
  [[nodiscard]] double y_of(double offset) const {
    return plot_.bottom() - (offset - view_.y0) / view_.height() * plot_.height();
  }
  [[nodiscard]] double place_at(double x) const {
    return view_.x0 + (x - plot_.left()) / plot_.width() * view_.width();
  }
  [[nodiscard]] double offset_at(double y) const {
    return view_.y0 + (plot_.bottom() - y) / plot_.height() * view_.height();
  }
  /// The panel of the curve: from 0 bytes at its foot, with room for a label above the most.
  [[nodiscard]] StepChart curve_chart() const;
  [[nodiscard]] double curve_y_of(double bytes) const { return curve_chart().y_of_amount(bytes); }
  /// Pixels of places [begin, end) × offsets [low, high).
  [[nodiscard]] QRectF rect_of(double begin, double end, double low, double high) const {
    return QRectF(QPointF(x_of(begin), y_of(high)), QPointF(x_of(end), y_of(low)));
  }
  [[nodiscard]] QRectF rect_of(const MapItem& item) const {
    return rect_of(item.begin, item.end, static_cast<double>(item.low), static_cast<double>(item.high));
  }

  /// The same view in another rectangle.
  void resize(const QRectF& rect);
  /// Cut to what there is, and never closer than a few places or bytes across.
  void set_view(MapView view);
  void fit() { view_ = full_view(); }
  /// What is under `at` stays there; factors > 1 come closer, 1 leaves an axis as it is.
  void zoom_at(QPointF at, double factor_x, double factor_y);
  /// Moves the contents by that many pixels.
  void pan(double dx, double dy);
  /// Shows exactly what is inside a rectangle of pixels.
  void zoom_to(const QRectF& pixels);
  /// Moves, and comes closer where that is needed to see it, so that places [begin, end) × offsets [low, high) is in
  /// view with some room around; does nothing where it already is, large enough.
  void reveal(double begin, double end, double low, double high);

 private:
  void place();
  /// An axis that was in view whole, up to the end of `full`, still shows all.
  void place_again(const MapView& full);

  QRectF rect_, plot_, bands_, curve_;
  std::size_t band_rows_ = 0;
  MapExtent extent_;
  MapView view_;
};

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
