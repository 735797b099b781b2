// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_tool_bar.h"

#include <QAction>
#include <QEvent>
#include <QLayout>
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
  if (auto* button = qobject_cast<QToolButton*>(widgetForAction(&action))) worded_ += {button, 0, 0};
  measure();
}

bool MainToolBar::event(QEvent* event) {
  const bool done = QToolBar::event(event);
  if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) measure();
  if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) fit();
  return done;
}

void MainToolBar::measure() {
  for (Worded& each : worded_) {
    each.button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    each.icon = each.button->sizeHint().width();
    each.button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    each.with_word = each.button->sizeHint().width();
  }
  short_ = Short::nothing;
  if (box_) box_->set_short(false);
  layout()->invalidate();
}

/// Of what can be shortened.
int MainToolBar::width_at(Short shortened) const {
  int width = box_->size_hint(shortened == Short::name).width();
  for (const Worded& each : worded_) width += shortened == Short::nothing ? each.with_word : each.icon;
  return width;
}

/// Changes nothing where nothing has to: each change asks for a layout, which comes here again.
void MainToolBar::fit() {
  if (!box_) return;
  const int rest = sizeHint().width() - width_at(short_);
  Short wanted = Short::nothing;
  for (const Short longer : {Short::words, Short::name})
    if (rest + width_at(wanted) > width()) wanted = longer;
  if (wanted == short_) return;
  short_ = wanted;
  for (const Worded& each : worded_)
    each.button->setToolButtonStyle(short_ == Short::nothing ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
  box_->set_short(short_ == Short::name);
  layout()->invalidate();
}

}  // namespace stowage
