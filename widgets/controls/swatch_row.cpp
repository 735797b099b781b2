// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/swatch_row.h"

#include <QPainter>

#include "widgets/base/canvas.h"
#include "widgets/controls/swatch.h"

namespace stowage {
namespace {

constexpr int kGap = 4, kBetween = 12;

}  // namespace

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
