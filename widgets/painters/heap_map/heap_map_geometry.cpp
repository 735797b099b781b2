// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/heap_map/heap_map_geometry.h"

#include <algorithm>
#include <cmath>

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
          a.bands || b.bands,
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
  const double row = extent_.bands && height >= 100 ? kBandRow + 2 * kBandGap : 0, gap = row > 0 ? row : kGap;
  plot_ = QRectF(QRectF(inner.left(), inner.top(), width, curve > 0 ? height - curve - gap : height - row).toRect());
  bands_ = row > 0 ? QRectF(plot_.left(), plot_.bottom() + kBandGap, plot_.width(), kBandRow) : QRectF();
  curve_ = curve > 0 ? QRectF(plot_.left(), plot_.bottom() + gap, plot_.width(), std::floor(curve)) : QRectF();
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
  const bool fitted = is_fitted();
  extent_ = extent;
  extent_.length = std::max(1.0, extent.length);
  extent_.bytes = std::max(1.0, extent.bytes);
  extent_.most_alive = std::max(extent_.bytes, extent.most_alive);
  place_again(fitted);
}

void HeapMapGeometry::resize(const QRectF& rect) {
  const bool fitted = is_fitted();
  rect_ = rect;
  place_again(fitted);
}

void HeapMapGeometry::place_again(bool fitted) {
  place();
  if (fitted)
    fit();
  else
    set_view(view_);
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

}  // namespace stowage
