// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_tool_bar.h"

#include <QAction>
#include <QEvent>
#include <QLayout>
#include <QScopedValueRollback>
#include <QToolButton>

#include "widgets/views/strategies/strategy_box.h"

namespace stowage {

MainToolBar::MainToolBar(const QString& title, QWidget* parent) : QToolBar(title, parent) {
  setObjectName("tools");
  setMovable(false);
  setIconSize({20, 20});
}

void MainToolBar::add_strategy_box(StrategyBox* box) {
  box_ = box;
  addWidget(box);
}

void MainToolBar::set_word(QAction& action, const QString& word) {
  action.setIconText(word);
  if (auto* button = qobject_cast<QToolButton*>(widgetForAction(&action))) worded_ += button;
}

bool MainToolBar::event(QEvent* event) {
  const bool done = QToolBar::event(event);
  if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) fit();
  return done;
}

void MainToolBar::fit() {
  if (fitting_ || !box_) return;
  const QScopedValueRollback<bool> guard(fitting_, true);
  for (const auto& [words, name] : {std::pair(false, false), {true, false}, {true, true}}) {
    shorten(words, name);
    if (sizeHint().width() <= width()) break;
  }
}

void MainToolBar::shorten(bool words, bool name) {
  for (QToolButton* button : worded_)
    button->setToolButtonStyle(words ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
  box_->set_short(name);
  layout()->invalidate();
}

}  // namespace stowage
