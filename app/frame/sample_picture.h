// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QImage>
#include <QWidget>

#include "widgets/base/latest_job.h"
#include "widgets/painters/heap_map/heap_map_painter.h"

namespace stowage {

/// A sample's heap map as a small picture, in the colours of the theme and as sharp as the screen. It is planned and
/// drawn in the background, once it is on screen: the window waits for no picture.
class SamplePicture final : public QWidget {
  Q_OBJECT

 public:
  /// `path` is a sample, a Qt resource.
  SamplePicture(const QString& path, ColorBy by, QWidget* parent = nullptr);

 private:
  /// What a picture was drawn for.
  struct Look {
    QSize pixels;
    double ratio = 1;
    bool dark = false;
    ClassLook classes{};
    friend bool operator==(const Look&, const Look&) = default;
  };
  [[nodiscard]] Look look() const;
  void draw(const Look& look);
  void paintEvent(QPaintEvent* event) override;

  QString path_;
  ColorBy by_;
  std::shared_ptr<const HeapMapContent> content_;  // null until it is planned
  QImage image_;
  Look asked_;
  LatestJob painter_{this};
};

}  // namespace stowage
