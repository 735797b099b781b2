// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPainterPath>
#include <QPointF>
#include <QRectF>

#include "widgets/painters/lanes/lane_folds.h"
#include "widgets/painters/model/step_scale.h"

namespace stowage {

/// Where everything of the lane view lies: one row a stream; across, the steps of the global order, or time.
/// ```
///  names │ plot: lane 0   ▮ ▮▮   ▮          (scrolls up and down where the lanes do not fit)
///        │       lane 1     ▮  ▮▮
///        │ strip: where a new stream begins (always in view, below the last lane)
///        │ bands: parts of the order, where there are any
///        │ axis: steps, or time
///        │ room, where there are few lanes
/// ```
/// Pixels are logical, y grows downwards. A *place* is one on the axis, in the unit of the scale.
class LanesGeometry {
 public:
  /// What is seen: places [begin, end) across; how far the lanes are scrolled up, in pixels.
  struct View {
    double begin = 0, end = 1;
    double scroll = 0;
    friend bool operator==(const View&, const View&) = default;
  };
  using Range = StepScale::Range;
  /// How wide the columns beside the plot are, where another view above or below has the same axis: then all of it is
  /// as wide as the plot, however few steps there are.
  struct Margins {
    double left = 0, right = 0;
    bool axis = true;  ///< false: that other view draws the axis for both
    friend bool operator==(const Margins&, const Margins&) = default;
  };

  LanesGeometry() = default;
  /// All steps in view. `names_width` is what the longest name of a lane asks for; it gets a third of `rect` at most,
  /// and a little more of a small page.
  LanesGeometry(const QRectF& rect, StepScale scale, std::size_t lanes, double names_width, bool with_bands = false,
                const std::optional<Margins>& margins = std::nullopt);
  /// The same view in another place, or of a graph with other lanes; on a scale of the other kind, the same operators.
  [[nodiscard]] LanesGeometry moved_to(const QRectF& rect, const StepScale& scale, std::size_t lanes,
                                       double names_width, bool with_bands = false,
                                       const std::optional<Margins>& margins = std::nullopt) const;

  /// Null: every operator has a box of its own.
  void set_folds(std::shared_ptr<const LaneFolds> folds) { folds_ = std::move(folds); }
  [[nodiscard]] const std::shared_ptr<const LaneFolds>& folds() const { return folds_; }
  /// The operator whose box stands for `o`.
  [[nodiscard]] OperatorId shown(OperatorId o) const { return folds_ ? folds_->shown(o) : o; }

  [[nodiscard]] const StepScale& scale() const { return scale_; }
  [[nodiscard]] bool over_time() const { return scale_.over_time(); }
  [[nodiscard]] std::size_t steps() const { return scale_.steps(); }
  [[nodiscard]] std::size_t lanes() const { return lanes_; }
  [[nodiscard]] const QRectF& plot() const { return plot_; }
  /// Without height where another view draws it.
  [[nodiscard]] const QRectF& axis() const { return axis_; }
  /// Where a press sets the time cursor: the axis, or the strip above the place of one.
  [[nodiscard]] const QRectF& cursor_row() const { return axis_.isEmpty() ? strip_ : axis_; }
  [[nodiscard]] const QRectF& strip() const { return strip_; }
  /// Null without any.
  [[nodiscard]] const QRectF& bands() const { return bands_; }
  [[nodiscard]] QRectF names() const;
  /// All below the last lane, to the edge: the strip, the axis, and what room is left.
  [[nodiscard]] QRectF below() const;
  [[nodiscard]] const View& view() const { return view_; }

  /// Pixels a step, or a nanosecond.
  [[nodiscard]] double unit_width() const { return plot_.width() / (view_.end - view_.begin); }
  /// Whether operators are too many to be drawn one by one, so that a column of pixels stands for several: over steps,
  /// where each is narrower than a pixel.
  [[nodiscard]] bool aggregates() const;
  [[nodiscard]] double x_of(double place) const { return plot_.left() + (place - view_.begin) * unit_width(); }
  [[nodiscard]] double place_at(double x) const { return view_.begin + (x - plot_.left()) / unit_width(); }
  /// The step that a column of pixels stands for; there must be one.
  [[nodiscard]] std::size_t step_at(double x) const { return scale_.step_at(place_at(x)); }
  [[nodiscard]] double lane_height() const { return lane_height_; }
  /// The whole row of a lane in the plot; it may lie outside of it.
  [[nodiscard]] QRectF lane(std::size_t lane) const;
  /// What of that row boxes take.
  [[nodiscard]] QRectF boxes(std::size_t lane) const;
  /// The lane that is seen at a height, if any.
  [[nodiscard]] std::optional<std::size_t> lane_at(double y) const;
  /// The box of an operator, or of the closed body that it is in. At least a pixel wide; all others of a lane lie
  /// apart.
  [[nodiscard]] QRectF box(std::size_t step, std::size_t lane) const;
  /// Where a drag from an operator begins a sync: at the right edge of its box. Null where boxes are too narrow
  /// for one.
  [[nodiscard]] QRectF handle(std::size_t step, std::size_t lane) const;
  /// Steps that reach into view, in any lane; over time perhaps others among them.
  [[nodiscard]] Range steps_in_view() const { return scale_.steps_within(view_.begin, view_.end); }
  [[nodiscard]] bool is_in_view(std::size_t step) const { return scale_.touches(step, view_.begin, view_.end); }
  /// Those of a lane's operators (all of them, in their order) that reach into view.
  [[nodiscard]] std::span<const OperatorId> in_view(std::span<const OperatorId> lane) const;
  /// Those that reach into view.
  [[nodiscard]] Range lanes_in_view() const;
  /// How far the lanes can be scrolled, in pixels; 0 where they fit.
  [[nodiscard]] double most_scroll() const;
  [[nodiscard]] bool shows_all_steps() const { return view_ == View{0, fitting_span(), view_.scroll}; }

  void fit();
  /// For a page, on which nobody zooms: lanes as high as there is room, within reason, and, where all steps are in
  /// view, those across the whole width, however few; below them a strip for notes, or none.
  void fill_page(bool with_strip = true);
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
  /// From the begin to the end of the box of a step.
  [[nodiscard]] StepScale::Span places_of(std::size_t step) const;
  void place(const QRectF& rect, double names_width, bool with_bands);
  void place_rows(double most_lane);
  void set_span(double begin, double span);
  void show_steps_of(const LanesGeometry& other);
  [[nodiscard]] double fitting_span() const;
  [[nodiscard]] double least_span() const;

  QRectF rect_, plot_, strip_, bands_, axis_;
  StepScale scale_;
  std::shared_ptr<const LaneFolds> folds_;
  std::size_t lanes_ = 0;
  std::optional<Margins> margins_;
  static constexpr double kStripHeight = 17;
  double lane_height_ = 1, strip_height_ = kStripHeight;
  View view_;
};

/// An arrow between two operators: from the right edge of the one to the left edge of the other, where its tip is;
/// between operators of one lane it bows over those between them. Empty between operators of one closed body.
struct LaneArrow {
  QPainterPath path;  ///< up to where the head begins
  QPointF tip;
};
[[nodiscard]] LaneArrow lane_arrow(const LanesGeometry& geometry, const Graph& graph, OperatorId from, OperatorId to);
/// From an operator to a point that no operator need be at.
[[nodiscard]] LaneArrow lane_arrow(const LanesGeometry& geometry, const Graph& graph, OperatorId from, QPointF to);

}  // namespace stowage
