// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/swatch.h"

#include <QPainter>
#include <QPixmap>

namespace stowage {

QIcon swatch(const Fill& fill, const Theme& theme, double ratio) {
  const QSizeF size(kSwatchSize);
  QPixmap pixmap((size * ratio).toSize());
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF box = QRectF(QPointF(0, 0), size).adjusted(1.5, 1.5, -1.5, -1.5);
  fill_rect(painter, box, fill);
  painter.setPen(QPen(theme.muted_text, 1));
  painter.drawRect(box);
  painter.end();
  QIcon icon(pixmap);
  icon.addPixmap(pixmap, QIcon::Selected);  // not tinted: the colour is the message
  return icon;
}

}  // namespace stowage
