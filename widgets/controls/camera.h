// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include <QPointF>
#include <QRectF>
#include <QTransform>

namespace stowage {

/// Which part of a drawing a view shows: widget point = drawing point · scale + offset.
struct Camera {
  static constexpr double kMostScale = 4;

  double scale = 1;
  QPointF offset;

  [[nodiscard]] QPointF to_view(QPointF drawing) const { return drawing * scale + offset; }
  [[nodiscard]] QPointF to_drawing(QPointF view) const { return (view - offset) / scale; }
  [[nodiscard]] QRectF to_drawing(const QRectF& view) const {
    return {to_drawing(view.topLeft()), to_drawing(view.bottomRight())};
  }
  [[nodiscard]] QTransform transform() const { return QTransform(scale, 0, 0, scale, offset.x(), offset.y()); }

  /// The scale at which all of `drawing` is in view, at most 1.25: small graphs need no magnifying.
  [[nodiscard]] static double fitting_scale(const QRectF& drawing, const QRectF& view) {
    return std::min(
        {1.25, view.width() / std::max(drawing.width(), 1.0), view.height() / std::max(drawing.height(), 1.0)});
  }
  [[nodiscard]] static Camera fitting(const QRectF& drawing, const QRectF& view) {
    return centered(drawing.center(), fitting_scale(drawing, view), view);
  }
  [[nodiscard]] static Camera centered(QPointF point, double scale, const QRectF& view) {
    return {scale, view.center() - point * scale};
  }

  /// Zooms by `factor` so that what is at `view_point` stays there.
  void zoom_at(QPointF view_point, double factor, double least_scale) {
    const QPointF fixed = to_drawing(view_point);
    scale = std::clamp(scale * factor, least_scale, kMostScale);
    offset = view_point - fixed * scale;
  }
};

}  // namespace stowage
