// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare/difference_legend.h"

#include <QImage>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "widgets/base/canvas.h"
#include "widgets/painters/heap_map/map_difference.h"
#include "widgets/painters/page/export.h"

namespace stowage {

DifferenceLegend::DifferenceLegend(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Legend of the difference"));
}

void DifferenceLegend::set_coloring(std::shared_ptr<const Coloring> coloring) {
  coloring_ = std::move(coloring);
  adapt_height();
  update();
}

/// The height that it needs.
double DifferenceLegend::draw(QPainter& painter) const {
  if (!coloring_) return 0;
  const Theme& theme = theme_of(*this);
  painter.fillRect(rect(), theme.background);
  const QRectF inside = QRectF(rect()).adjusted(8, 0, -8, -3);
  return draw_legend(painter, inside, {}, difference_legend(*coloring_, theme), theme);
}

/// As many lines as its width asks for.
void DifferenceLegend::adapt_height() {
  QImage nothing(1, 1, QImage::Format_RGB32);
  QPainter painter(&nothing);
  setFixedHeight(std::max(1, static_cast<int>(std::ceil(draw(painter)))));
}

void DifferenceLegend::resizeEvent(QResizeEvent*) {
  adapt_height();
}

void DifferenceLegend::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  draw(painter);
}

}  // namespace stowage
