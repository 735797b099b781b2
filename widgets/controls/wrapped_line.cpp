// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/wrapped_line.h"

#include <QHelpEvent>
#include <QLabel>
#include <QPainter>
#include <QStyle>
#include <QToolTip>

namespace stowage {
namespace {

class ElidedLine final : public QLabel {
 protected:
  bool event(QEvent* event) override {
    if (event->type() != QEvent::ToolTip) return QLabel::event(event);
    if (shown() == text())
      QToolTip::hideText();
    else
      QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), text(), this);
    return true;
  }
  void paintEvent(QPaintEvent*) override {
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
  auto* label = new QLabel;
  label->setObjectName(object_name);
  label->setTextFormat(Qt::PlainText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  label->setWordWrap(true);
  label->setContentsMargins(8, 2, 8, 2);
  label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  return label;
}

QLabel* make_elided_line(const char* object_name) {
  auto* label = new ElidedLine;
  label->setObjectName(object_name);
  label->setTextFormat(Qt::PlainText);
  label->setContentsMargins(8, 2, 8, 2);
  label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  return label;
}

}  // namespace stowage
