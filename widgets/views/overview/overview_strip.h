// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <memory>

#include "widgets/base/canvas.h"
#include "widgets/base/view_state.h"
#include "widgets/painters/heap_map/heap_map_scene.h"

namespace stowage {

/// The bytes alive over the whole axis of the heap map, in a low strip, with a frame around the part that is in view:
/// ```
///         ▁▂▄█▇▅▄▃▃▂▂▁      drag the frame or an end of it; drag elsewhere to see that part; the wheel zooms;
///         [    ]            a double click shows all. Keys: Left and Right move, + and − zoom, 0 shows all.
/// ```
class OverviewStrip final : public Canvas {
  Q_OBJECT

 public:
  /// `state` must outlive the strip.
  explicit OverviewStrip(ViewState& state);

  /// Null: nothing is drawn.
  void set_scene(std::shared_ptr<const HeapMapScene> scene);
  /// What is in view, in places.
  void set_places(double begin, double end);
  /// Columns beside the plot.
  void set_margins(double left, double right);
  [[nodiscard]] QRectF plot() const;

  [[nodiscard]] double x_of(double place) const {
    return plot().left() + place / std::max(1.0, length()) * plot().width();
  }

  [[nodiscard]] double begin() const { return begin_; }
  [[nodiscard]] double end() const { return end_; }
  void fit() override { choose(0, length()); }
  [[nodiscard]] QSize sizeHint() const override { return {600, kHeight}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {120, kHeight}; }

 signals:
  /// The user wants to see these places.
  void places_chosen(double begin, double end);

 private:
  static constexpr int kHeight = 28;
  /// What a drag takes hold of.
  enum class Grip { none, frame, begin, end, part };

  [[nodiscard]] bool has_map() const { return scene_ && scene_->sentence().isEmpty(); }
  [[nodiscard]] double length() const { return has_map() ? scene_->scale().length() : 1; }

  [[nodiscard]] double place_at(double x) const {
    return std::clamp((x - plot().left()) / plot().width(), 0.0, 1.0) * length();
  }

  [[nodiscard]] Grip grip_at(double x) const;
  void choose(double begin, double end);
  void redraw() {
    picture_.clear();
    update();
  }
  void paint(QPainter& painter) override;
  void paint_curve(QPainter& painter) const;
  [[nodiscard]] QRectF focus_area() const override { return {}; }  // the frame is thicker instead
  [[nodiscard]] bool zooms() const override { return has_map(); }
  void zoom_at(QPointF at, double factor, Qt::KeyboardModifiers held) override;
  [[nodiscard]] QPointF zoom_centre() const override { return {x_of((begin_ + end_) / 2), plot().center().y()}; }
  void pan(QPointF by) override;
  Drag press_at(QPointF at) override;
  void drag_to(QPointF at) override;
  void drop(QPointF at) override;
  bool double_click(QPointF /*at*/) override { return fit(), true; }
  void hover_at(QPointF /*at*/) override { shape_cursor(); }
  bool key(QKeyEvent& event) override;
  void shape_cursor() override;

  ViewState& state_;
  std::shared_ptr<const HeapMapScene> scene_;
  double begin_ = 0, end_ = 1, left_ = 96, right_ = 12;
  Grip grip_ = Grip::none;
  double drag_from_ = 0, drag_begin_ = 0, drag_end_ = 0;  // places when the drag began
  CachedPicture picture_;                                 // all but what changes often
};

}  // namespace stowage
