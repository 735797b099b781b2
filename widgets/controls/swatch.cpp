// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/swatch.h"

#include <QPainter>
#include <QPixmap>

#include "widgets/base/canvas.h"

namespace stowage {
namespace {

constexpr int kGap = 4, kBetween = 12;

}  // namespace

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

SwatchRow::SwatchRow(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void SwatchRow::set_items(Items of, int level) {
  if (items_ == of && level_ == level) return;
  items_ = of;
  level_ = level;
  QStringList names;
  for (const LegendItem& item : items()) names << item.label;
  setAccessibleName(names.join(QStringLiteral(", ")));
  setToolTip(names.join(QStringLiteral("\n")));
  updateGeometry();
  update();
}

std::vector<LegendItem> SwatchRow::items() const {
  if (!items_) return {};
  return items_(level_, theme_of(*this));
}

int SwatchRow::width_of(const LegendItem& item) const {
  return kSwatchSize.width() + kGap + fontMetrics().horizontalAdvance(item.label) + kBetween;
}

QSize SwatchRow::sizeHint() const {
  int width = 0;
  for (const LegendItem& item : items()) width += width_of(item);
  return {width, std::max(kSwatchSize.height(), fontMetrics().height())};
}

void SwatchRow::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& theme = theme_of(*this);
  int x = 0;
  for (const LegendItem& item : items()) {
    const int wide = width_of(item);
    if (x + wide - kBetween > width()) return;
    const QRect box(QPoint(x, (height() - kSwatchSize.height()) / 2), kSwatchSize);
    swatch(item.fill, theme, devicePixelRatioF()).paint(&painter, box);
    painter.drawText(QRect(box.right() + 1 + kGap, 0, wide, height()), Qt::AlignLeft | Qt::AlignVCenter, item.label);
    x += wide;
  }
}

}  // namespace stowage
