// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/heap_map/heap_map_geometry.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/parallel.h"
#include "widgets/painters/style/page_style.h"

namespace stowage {
namespace {

constexpr double kLeft = 96, kRight = 12, kTop = 4;   // pixels around the plot: the y axis, air
constexpr double kAxis = 38;                          // below: tick labels and the title of the x axis
constexpr double kScreenAxis = 22;                    // the title stands left of the labels
constexpr double kFootnote = 18, kFootnoteLine = 15;  // the first line, each further one
constexpr double kLeastForCurve = 110, kLeastForCurveOnPage = 180;
constexpr double kLeastCurve = 40, kLeastCurveOnPage = 48;
constexpr double kSmallLeft = 78, kSmallAxis = 32, kFree = 6;  // on small pages, and where there are no axes
constexpr double kGap = 10;                                    // between plot and curve
constexpr double kBandRow = 15, kBandGap = 3;                  // a row for bands, and above and below it
constexpr double kHeadroom = 26;                               // above the footprint line, for its label
constexpr double kCurveHeadroom = 19;
constexpr double kLeastBytes = 16;  // closest view

/// [low, low + span) shifted into [0, all).
double shifted(double low, double span, double all) {
  return std::clamp(low, 0.0, std::max(0.0, all - span));
}

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

HeapMapGeometry::HeapMapGeometry(const QRectF& rect, double length, double bytes, int footnotes) : rect_(rect) {
  set_extent({.length = length, .bytes = bytes, .footnotes = footnotes});
  fit();
}

MapExtent united(const MapExtent& a, const MapExtent& b) {
  return {std::max(a.length, b.length),
          std::max(a.bytes, b.bytes),
          std::max(a.footnotes, b.footnotes),
          a.curve && b.curve,
          std::max(a.bands, b.bands),
          std::max(a.closest, b.closest),
          std::max(a.most_alive, b.most_alive),
          a.high_curve || b.high_curve,
          std::max(a.left, b.left)};
}

void HeapMapGeometry::place() {
  const bool small = on_small_page(rect_.width()), labels = page_has_axis_labels();
  const bool screen = page_style() == nullptr;  // where all parts of the centre are to be seen, however low it is
  const double axis = screen ? kScreenAxis : !labels ? kFree : small ? kSmallAxis : kAxis;
  const double left = screen ? std::max(kLeft, extent_.left) : !labels ? kFree : small ? kSmallLeft : kLeft;
  const double notes = page_has_captions() ? kFootnote + (extent_.footnotes - 1) * kFootnoteLine : 0;
  const QRectF inner = rect_.adjusted(left, kTop, -(small ? kFree : kRight), -axis - notes);
  const double width = std::max(8.0, inner.width()), height = std::max(8.0, inner.height());
  const double share = height * (extent_.high_curve ? 0.26 : 0.17), most = extent_.high_curve ? 220 : 130;
  const double for_curve = screen ? kLeastForCurve : kLeastForCurveOnPage;
  const double least_curve = screen ? kLeastCurve : kLeastCurveOnPage;
  const double curve = height < for_curve || !extent_.curve ? 0 : std::clamp(share, least_curve, most);
  // On whole pixels, so that what is drawn as pixels is sharp.
  band_rows_ = std::min(extent_.bands, static_cast<std::size_t>(height / 100));
  const double rows = kBandRow * static_cast<double>(band_rows_);
  const double row = rows > 0 ? rows + 2 * kBandGap : 0, gap = row > 0 ? row : kGap;
  plot_ = QRectF(QRectF(inner.left(), inner.top(), width, curve > 0 ? height - curve - gap : height - row).toRect());
  bands_ = row > 0 ? QRectF(plot_.left(), plot_.bottom() + kBandGap, plot_.width(), rows) : QRectF();
  curve_ = curve > 0 ? QRectF(plot_.left(), plot_.bottom() + gap, plot_.width(), std::floor(curve)) : QRectF();
}

QRectF HeapMapGeometry::band_row(std::size_t row) const {
  return {bands_.left(), bands_.top() + kBandRow * static_cast<double>(row), bands_.width(),
          kBandRow - (band_rows_ > 1)};
}

std::size_t HeapMapGeometry::band_row_at(double y) const {
  return static_cast<std::size_t>(std::clamp((y - bands_.top()) / kBandRow, 0.0, static_cast<double>(band_rows_) - 1));
}

QRectF HeapMapGeometry::footnote(int line) const {
  const double top = rect_.bottom() - kFootnote - (extent_.footnotes - 1 - line) * kFootnoteLine;
  return QRectF(rect_.left() + 4, top, rect_.width() - 8, kFootnote);
}

StepChart HeapMapGeometry::curve_chart() const {
  return {curve_, view_.x0, view_.x1, extent_.most_alive, kCurveHeadroom};
}

MapView HeapMapGeometry::full_view() const {
  const double usable = std::max(plot_.height() * 0.5, plot_.height() - kHeadroom);
  return {0, extent_.length, 0, extent_.bytes * plot_.height() / usable};
}

void HeapMapGeometry::set_extent(const MapExtent& extent) {
  const MapView full = full_view();
  extent_ = extent;
  extent_.length = std::max(1.0, extent.length);
  extent_.bytes = std::max(1.0, extent.bytes);
  extent_.most_alive = std::max(extent_.bytes, extent.most_alive);
  place_again(full);
}

void HeapMapGeometry::resize(const QRectF& rect) {
  const MapView full = full_view();
  rect_ = rect;
  place_again(full);
}

void HeapMapGeometry::place_again(const MapView& full) {
  place();
  MapView view = view_;
  if (view.x0 == full.x0 && view.x1 == full.x1) view.x1 = full_view().x1;
  if (view.y0 == full.y0 && view.y1 == full.y1) view.y1 = full_view().y1;
  set_view(view);
}

void HeapMapGeometry::set_view(MapView view) {
  const MapView full = full_view();
  const double width = std::clamp(view.width(), std::min(extent_.closest, full.width()), full.width());
  const double height = std::clamp(view.height(), std::min(kLeastBytes, full.height()), full.height());
  view_.x0 = shifted(view.x0 + (view.width() - width) / 2, width, full.width());
  view_.y0 = shifted(view.y0 + (view.height() - height) / 2, height, full.height());
  // Exactly the full extent where it is reached, so that is_fitted() can compare.
  view_.x1 = width == full.width() ? full.x1 : view_.x0 + width;
  view_.y1 = height == full.height() ? full.y1 : view_.y0 + height;
}

void HeapMapGeometry::zoom_at(QPointF at, double factor_x, double factor_y) {
  const MapView full = full_view();
  const double x = place_at(at.x()), y = offset_at(at.y());
  // The span is limited first, so that the point stays under the cursor at the limits too.
  const double width = std::clamp(view_.width() / factor_x, std::min(extent_.closest, full.width()), full.width());
  const double height = std::clamp(view_.height() / factor_y, std::min(kLeastBytes, full.height()), full.height());
  const double x0 = x - (x - view_.x0) / view_.width() * width;
  const double y0 = y - (y - view_.y0) / view_.height() * height;
  set_view({x0, x0 + width, y0, y0 + height});
}

void HeapMapGeometry::pan(double dx, double dy) {
  const double x = -dx / plot_.width() * view_.width(), y = dy / plot_.height() * view_.height();
  set_view({view_.x0 + x, view_.x1 + x, view_.y0 + y, view_.y1 + y});
}

void HeapMapGeometry::zoom_to(const QRectF& pixels) {
  const QRectF inside = pixels.normalized().intersected(plot_);
  if (inside.isEmpty()) return;
  set_view({place_at(inside.left()), place_at(inside.right()), offset_at(inside.bottom()), offset_at(inside.top())});
}

void HeapMapGeometry::reveal(double begin, double end, double low, double high) {
  const auto axis = [](double from, double to, double v0, double v1, double least) {
    const double span = v1 - v0, length = to - from;
    const bool inside = from >= v0 && to <= v1, large_enough = length >= span * least;
    if (inside && large_enough) return std::pair{v0, v1};
    // Too small to see: a twentieth of the view; too large: all of it and a little more.
    const double wanted = large_enough ? std::max(span, length * 1.2) : length * 20;
    const double middle = (from + to) / 2;
    return std::pair{middle - wanted / 2, middle + wanted / 2};
  };
  const auto [x0, x1] = axis(begin, end, view_.x0, view_.x1, 4 / plot_.width());
  const auto [y0, y1] = axis(low, high, view_.y0, view_.y1, 4 / plot_.height());
  set_view({x0, x1, y0, y1});
}

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
