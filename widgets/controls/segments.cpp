// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/segments.h"

#include <QAction>
#include <QHBoxLayout>
#include <QStyleOptionToolButton>
#include <QStylePainter>
#include <QToolButton>

namespace stowage {
namespace {

/// A button that wears the highlight while it is checked: where buttons stand side by side, a sunken edge is no sign.
class SegmentButton final : public QToolButton {
 public:
  using QToolButton::QToolButton;

 private:
  void paintEvent(QPaintEvent* /*event*/) override {
    QStyleOptionToolButton option;
    initStyleOption(&option);
    if (isChecked() && isEnabled()) {
      option.palette.setColor(QPalette::Button, palette().color(QPalette::Highlight));
      option.palette.setColor(QPalette::ButtonText, palette().color(QPalette::HighlightedText));
    }
    QStylePainter(this).drawComplexControl(QStyle::CC_ToolButton, option);
  }
};

}  // namespace

QWidget* make_segments(const QList<QAction*>& actions, const QString& accessible_name) {
  auto* box = new QWidget;
  box->setAccessibleName(accessible_name);
  auto* line = new QHBoxLayout(box);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(0);
  for (QAction* action : actions) {
    auto* button = new SegmentButton;
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::TabFocus);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    button->setAccessibleName(accessible_name + ": " + action->text());
    line->addWidget(button);
  }
  return box;
}

}  // namespace stowage
