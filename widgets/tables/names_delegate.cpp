// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/names_delegate.h"

#include <QApplication>
#include <QStyle>

#include "widgets/painters/style/text.h"

namespace stowage {

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
