// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/elided.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QLabel>
#include <QPainter>
#include <QScreen>
#include <QScrollBar>
#include <QStyle>
#include <QStylePainter>
#include <QToolTip>

namespace stowage {
namespace {

constexpr double kWidestShare = 0.6;  // of the screen, that the list may take
constexpr int kMargin = 4;

class ElidedLine final : public QLabel {
 protected:
  bool event(QEvent* event) override {
    if (event->type() != QEvent::ToolTip || wordWrap()) return QLabel::event(event);
    QStringList tip{shown() == text() ? QString() : text(), toolTip()};
    tip.removeAll({});
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), tip.join('\n'), this);  // an empty text hides it
    return true;
  }
  void paintEvent(QPaintEvent* event) override {
    if (wordWrap()) return QLabel::paintEvent(event);
    QPainter painter(this);
    style()->drawItemText(&painter, contentsRect(), Qt::AlignLeft | Qt::AlignVCenter, palette(), isEnabled(), shown(),
                          foregroundRole());
  }

 private:
  [[nodiscard]] QString shown() const {
    return fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width());
  }
};

}  // namespace

QLabel* make_wrapped_line(const char* object_name) {
  QLabel* label = make_elided_line(object_name);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  set_one_line(*label, false);
  return label;
}

QLabel* make_elided_line(const char* object_name) {
  auto* label = new ElidedLine;
  label->setObjectName(object_name);
  label->setTextFormat(Qt::PlainText);
  label->setContentsMargins(8, 2, 8, 2);
  set_one_line(*label, true);
  return label;
}

void set_one_line(QLabel& line, bool one) {
  if (line.wordWrap() != one && line.sizePolicy().horizontalPolicy() == QSizePolicy::Ignored) return;
  line.setWordWrap(!one);
  QSizePolicy policy = line.sizePolicy();  // which knows whether its height depends on its width
  policy.setHorizontalPolicy(QSizePolicy::Ignored);
  policy.setVerticalPolicy(one ? QSizePolicy::Fixed : QSizePolicy::Preferred);
  line.setSizePolicy(policy);
}

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
  const int room = field.width() - kMargin;
  const QString brief = currentData(kShortRole).toString();
  const bool fits = brief.isEmpty() || fontMetrics().horizontalAdvance(currentText()) <= room;
  return fontMetrics().elidedText(fits ? currentText() : brief, Qt::ElideMiddle, room);
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
