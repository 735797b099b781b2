// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/graph/graph_signs.h"

#include <QFontMetricsF>
#include <QLocale>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

#include "widgets/painters/style/page_style.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr double kMarkWidth = 8, kMarkHeight = 10;

void paint_triangle(QPainter& painter, QPointF tip, const Theme& theme) {
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.muted_text);
  painter.drawPolygon(
      QPolygonF{tip, tip - QPointF(kMarkWidth, kMarkHeight / 2), tip - QPointF(kMarkWidth, -kMarkHeight / 2)});
}

}  // namespace

EdgeStyle edge_style(GraphLayout::EdgeKind kind, const Theme& theme) {
  switch (kind) {
    case GraphLayout::EdgeKind::data:
      return {.color = mix(theme.muted_text, theme.background, 0.15), .width = 1.3};
    case GraphLayout::EdgeKind::control:
      return {.color = theme.bound, .width = 1.5, .dashes = {6, 4}, .open_head = true};
    case GraphLayout::EdgeKind::stream:
      break;
  }
  return {.color = mix(theme.muted_text, theme.background, theme.dark ? 0.1 : 0.3),
          .width = 1.2,
          .dashes = {1.5, 4},
          .head = false};
}

QPen edge_pen(const EdgeStyle& style, double width) {
  QPen pen(style.color, page_line(width), Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
  if (style.dashes.isEmpty()) return pen;
  QVector<qreal> in_widths;
  for (qreal length : style.dashes) in_widths.append(length / width);
  pen.setDashPattern(in_widths);
  return pen;
}

void paint_arrow_head(QPainter& painter, QPointF from, QPointF tip, const EdgeStyle& style, const QColor& background) {
  const QPointF along = tip - from;
  const double length = std::hypot(along.x(), along.y());
  if (length < 1e-6) return;
  const QPointF side = QPointF(-along.y(), along.x()) / length * std::min(length * 0.5, 4.0);
  painter.setPen(QPen(style.color, page_line(1.2), Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
  painter.setBrush(style.open_head ? background : style.color);
  painter.drawPolygon(QPolygonF{from + side, tip, from - side});
}

void paint_input_mark(QPainter& painter, const QRectF& box, const Theme& theme) {
  paint_triangle(painter, {box.left() - 1, box.center().y()}, theme);
}

void paint_output_mark(QPainter& painter, const QRectF& box, const Theme& theme) {
  paint_triangle(painter, {box.right() + 2 + kMarkWidth, box.center().y()}, theme);
}

void paint_shares_mark(QPainter& painter, const QRectF& box, const Theme& theme) {
  constexpr double kSide = 7, kShift = 3;
  painter.setPen(QPen(theme.muted_text, page_line(1)));
  painter.setBrush(theme.background);
  const QPointF corner = box.bottomLeft() - QPointF(kShift, kSide - kShift);
  painter.drawRect(QRectF(corner, QSizeF(kSide, kSide)));
  painter.drawRect(QRectF(corner + QPointF(kShift, kShift), QSizeF(kSide, kSide)));
}

void paint_unseen_mark(QPainter& painter, const QRectF& box, std::uint32_t count, const Theme& theme) {
  const QString text = "+" + QLocale().toString(count);
  painter.save();
  const QFont font = paint_font(9);
  painter.setFont(font);
  const QFontMetricsF metrics(font);
  QRectF badge(QPointF(), QSizeF(metrics.horizontalAdvance(text) + 7, metrics.height()));
  badge.moveCenter(box.topRight());
  painter.setPen(QPen(theme.muted_text, page_line(1)));
  painter.setBrush(theme.background);
  painter.drawRoundedRect(badge, badge.height() / 2, badge.height() / 2);
  painter.setPen(theme.text);
  painter.drawText(badge, Qt::AlignCenter, text);
  painter.restore();
}

}  // namespace stowage
