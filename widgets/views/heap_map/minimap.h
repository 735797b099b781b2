// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QWidget>

#include "widgets/painters/heap_map/heap_map_geometry.h"

namespace stowage {

/// The whole map small, with a frame around the part in view: drag the frame, or click where it shall go. A child of
/// the map, which gives it the picture.
class Minimap final : public QWidget {
  Q_OBJECT

 public:
  explicit Minimap(QWidget* map);

  void set_image(const QImage& image);
  /// What the map shows, of all there is.
  void set_view(const MapView& view, const MapView& all);
  /// Device pixels of the picture.
  [[nodiscard]] QSize image_size() const { return (QSizeF(size()) * devicePixelRatioF()).toSize(); }
  /// The part in view, in its own pixels.
  [[nodiscard]] QRectF frame() const;

 signals:
  /// The map shall show the same extent with this middle, in places and bytes.
  void moved_to(QPointF middle);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;

 private:
  void ask_for(QPointF middle);

  QImage image_;
  MapView view_, all_;
  bool dragging_ = false;
  QPointF grip_;  // from the middle of the frame to the mouse
};

}  // namespace stowage
