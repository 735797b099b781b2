// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include <QPointF>
#include <QRectF>

namespace stowage {

/// Where everything of the lane view lies: one row a stream, one column a step of the global order.
/// ```
///  names │ plot: lane 0   ▮ ▮▮   ▮          (scrolls up and down where the lanes do not fit)
///        │       lane 1     ▮  ▮▮
///        │ strip: where a new stream begins (always in view, below the last lane)
///        │ bands: parts of the order, where there are any
///        │ axis: steps
///        │ room, where there are few lanes
/// ```
/// Pixels are logical, y grows downwards. A step k takes [k, k+1) of the axis.
class LanesGeometry {
 public:
  /// What is seen: steps [begin, end) across; how far the lanes are scrolled up, in pixels.
  struct View {
    double begin = 0, end = 1;
    double scroll = 0;
    friend bool operator==(const View&, const View&) = default;
  };
  /// Half-open.
  struct Range {
    std::size_t begin = 0, end = 0;
  };

  LanesGeometry() = default;
  /// All steps in view. `names_width` is what the longest name of a lane asks for; it gets a third of `rect` at most.
  LanesGeometry(const QRectF& rect, std::size_t steps, std::size_t lanes, double names_width, bool with_bands = false);
  /// The same view in another place, or of a graph with other lanes.
  [[nodiscard]] LanesGeometry moved_to(const QRectF& rect, std::size_t steps, std::size_t lanes, double names_width,
                                       bool with_bands = false) const;

  [[nodiscard]] std::size_t steps() const { return steps_; }
  [[nodiscard]] std::size_t lanes() const { return lanes_; }
  [[nodiscard]] const QRectF& plot() const { return plot_; }
  [[nodiscard]] const QRectF& axis() const { return axis_; }
  [[nodiscard]] const QRectF& strip() const { return strip_; }
  /// Null without any.
  [[nodiscard]] const QRectF& bands() const { return bands_; }
  [[nodiscard]] QRectF names() const;
  /// All below the last lane, to the edge: the strip, the axis, and what room is left.
  [[nodiscard]] QRectF below() const;
  [[nodiscard]] const View& view() const { return view_; }

  /// Pixels a step.
  [[nodiscard]] double step_width() const { return plot_.width() / (view_.end - view_.begin); }
  /// Whether operators are narrower than a pixel, so that a column of pixels stands for several.
  [[nodiscard]] bool aggregates() const { return step_width() < 1; }
  [[nodiscard]] double x_of(double step) const { return plot_.left() + (step - view_.begin) * step_width(); }
  [[nodiscard]] double step_at(double x) const { return view_.begin + (x - plot_.left()) / step_width(); }
  [[nodiscard]] double lane_height() const { return lane_height_; }
  /// The whole row of a lane in the plot; it may lie outside of it.
  [[nodiscard]] QRectF lane(std::size_t lane) const;
  /// The lane that is seen at a height, if any.
  [[nodiscard]] std::optional<std::size_t> lane_at(double y) const;
  /// The box of an operator. At least a pixel wide.
  [[nodiscard]] QRectF box(std::size_t step, std::size_t lane) const;
  /// Where a drag from an operator begins a sync: at the right edge of its box. Null where boxes are too narrow
  /// for one.
  [[nodiscard]] QRectF handle(std::size_t step, std::size_t lane) const;
  /// Steps and lanes of which something is in view.
  [[nodiscard]] Range steps_in_view() const;
  [[nodiscard]] Range lanes_in_view() const;
  /// How far the lanes can be scrolled, in pixels; 0 where they fit.
  [[nodiscard]] double most_scroll() const;
  [[nodiscard]] bool shows_all_steps() const { return view_ == View{0, fitting_span(), view_.scroll}; }

  void fit();
  /// For a page, on which nobody zooms: lanes as high as there is room, within reason, and, where all steps are in
  /// view, those across the whole width, however few.
  void fill_page();
  /// As much of that view as there is.
  void show(const View& view);
  /// Closer by `factor`, so that what is at `x` stays there.
  void zoom_at(double x, double factor);
  /// Moves what is seen by that many pixels.
  void pan(double dx, double dy);
  void scroll_to(double pixels);
  /// Moves as little as needed to see the operator, with some room around it.
  void reveal(std::size_t step, std::size_t lane);

 private:
  void place(const QRectF& rect, double names_width, bool with_bands);
  void place_rows(double most_lane);
  void set_span(double begin, double span);
  [[nodiscard]] double fitting_span() const;
  [[nodiscard]] double least_span() const;

  QRectF rect_, plot_, strip_, bands_, axis_;
  std::size_t steps_ = 0, lanes_ = 0;
  double lane_height_ = 1;
  View view_;
};

}  // namespace stowage
