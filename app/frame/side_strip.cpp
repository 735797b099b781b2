// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/side_strip.h"

#include <QAction>
#include <QMainWindow>
#include <QStyleOptionToolButton>
#include <QStylePainter>
#include <QToolButton>

namespace stowage {
namespace {

constexpr int kAround = 16;  // pixels before and after a name

/// A tool button on its side.
class UprightButton final : public QToolButton {
 public:
  UprightButton(const QString& text, bool upwards) : upwards_(upwards) {
    setText(text);
    setAutoRaise(true);
    setFocusPolicy(Qt::TabFocus);
    setToolTip(SideStrip::tr("Show %1").arg(text));
    setAccessibleName(toolTip());
  }
  [[nodiscard]] QSize sizeHint() const override {
    return {fontMetrics().height() + 8, fontMetrics().horizontalAdvance(text()) + kAround};
  }

 private:
  void paintEvent(QPaintEvent* /*event*/) override {
    QStyleOptionToolButton option;
    initStyleOption(&option);
    QStylePainter painter(this);
    painter.rotate(upwards_ ? -90 : 90);
    upwards_ ? painter.translate(-height(), 0) : painter.translate(0, -width());
    option.rect = QRect(0, 0, height(), width());
    painter.drawComplexControl(QStyle::CC_ToolButton, option);
  }

  bool upwards_;
};

}  // namespace

SideStrip::SideStrip(QMainWindow& window, Qt::ToolBarArea side, const QString& title) : QToolBar(title, &window) {
  setObjectName(side == Qt::LeftToolBarArea ? "left_strip" : "right_strip");
  setMovable(false);
  setContextMenuPolicy(Qt::PreventContextMenu);
  window.addToolBar(side, this);
  hide();
}

void SideStrip::set_docks(const QList<std::pair<QString, QString>>& docks) {
  for (QAction* each : actions()) {
    removeAction(each);
    each->deleteLater();  // with its button, which may have been clicked just now
  }
  for (const auto& [name, text] : docks) {
    auto* button = new UprightButton(text, objectName() == "left_strip");
    button->setObjectName("strip_" + name);
    connect(button, &QToolButton::clicked, this, [this, dock = name] { emit chosen(dock); });
    addWidget(button);
  }
  setVisible(!docks.isEmpty());
}

}  // namespace stowage
