// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/cell_delegates.h"

#include <algorithm>
#include <utility>

#include <QApplication>
#include <QPainter>
#include <QStyle>

#include "widgets/painters/style/text.h"

namespace stowage {

constexpr double kLeastBar = 24;  // pixels

ShareBar::ShareBar(int role, QString widest, QObject* parent)
    : QStyledItemDelegate(parent), role_(role), widest_(std::move(widest)) {}

void ShareBar::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyleOptionViewItem plain = option;
  initStyleOption(&plain, index);
  const QString text = std::exchange(plain.text, QString());
  QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &plain, painter, option.widget);
  const int words = QFontMetrics(plain.font).horizontalAdvance(widest_) + 8;
  QRectF room = QRectF(option.rect).adjusted(4, 4, -words - 4, -4);
  if (room.width() < kLeastBar) {  // below the text
    room = QRectF(option.rect).adjusted(4, 0, -6, -1);
    room.setTop(room.bottom() - 2);
  }
  const bool selected = option.state & QStyle::State_Selected;
  const QPalette::ColorGroup group = option.state & QStyle::State_Active ? QPalette::Active : QPalette::Inactive;
  const double share = std::clamp(index.data(role_).toDouble(), 0.0, 1.0);
  if (share > 0) {
    const QColor ink = option.palette.color(group, selected ? QPalette::HighlightedText : QPalette::Highlight);
    painter->fillRect(QRectF(room.topLeft(), QSizeF(std::max(1.0, room.width() * share), room.height())), ink);
  }
  painter->setFont(plain.font);
  painter->setPen(plain.palette.color(group, selected ? QPalette::HighlightedText : QPalette::Text));
  painter->drawText(option.rect.adjusted(0, 0, -6, 0), Qt::AlignRight | Qt::AlignVCenter, text);
}

void NamesDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
  QStyledItemDelegate::initStyleOption(option, index);
  const QStyle* style = option->widget ? option->widget->style() : QApplication::style();
  const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, option->widget) + 1;
  const int icon = option->icon.isNull() ? 0 : option->decorationSize.width() + 2 * margin;
  const int room = option->rect.width() - 2 * margin - icon;
  if (room > 0 && option->fontMetrics.horizontalAdvance(option->text) > room)
    option->text = fitted_path(option->font, option->text.split(QStringLiteral(" → ")), room);
  option->textElideMode = Qt::ElideLeft;
}

}  // namespace stowage
