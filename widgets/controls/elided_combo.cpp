// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/elided_combo.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QScreen>
#include <QScrollBar>
#include <QStylePainter>
#include <QToolTip>

namespace stowage {
namespace {

constexpr double kWidestShare = 0.6;  // of the screen, that the list may take
constexpr int kMargin = 4;

}  // namespace

ElidedCombo::ElidedCombo(QWidget* parent) : QComboBox(parent) {
  view()->setTextElideMode(Qt::ElideMiddle);
}

void ElidedCombo::showPopup() {
  const int wanted = view()->sizeHintForColumn(0) + view()->verticalScrollBar()->sizeHint().width() + 2 * kMargin;
  view()->setMinimumWidth(std::min(wanted, static_cast<int>(screen()->availableSize().width() * kWidestShare)));
  QComboBox::showPopup();
}

QString ElidedCombo::shown_text() const {
  QStyleOptionComboBox option;
  initStyleOption(&option);
  const QRect field = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
  return fontMetrics().elidedText(currentText(), Qt::ElideMiddle, field.width() - kMargin);
}

bool ElidedCombo::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip || shown_text() == currentText()) return QComboBox::event(event);
  QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), currentText() + '\n' + toolTip(), this);
  return true;
}

void ElidedCombo::paintEvent(QPaintEvent*) {
  QStylePainter painter(this);
  QStyleOptionComboBox option;
  initStyleOption(&option);
  painter.drawComplexControl(QStyle::CC_ComboBox, option);
  option.currentText = shown_text();
  painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

}  // namespace stowage
