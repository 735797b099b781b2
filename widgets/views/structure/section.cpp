// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/structure/section.h"

#include <utility>

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/base/follow_numbers.h"
#include "widgets/base/view_state.h"

namespace stowage {

StructureSection::StructureSection(ViewState& state, QWidget* parent)
    : QWidget(parent), state_(state), sentence_(new QLabel) {
  sentence_->setWordWrap(true);
  sentence_->setTextFormat(Qt::PlainText);
  follow_numbers(this, [this] {
    refresh();
    update_commands();
  });
  connect(&state, &ViewState::selection_changed, this, [this] {
    if (isVisible()) update_commands();
  });
}

void StructureSection::set_graph(std::shared_ptr<const Graph> graph) {
  if (graph == graph_) return;
  graph_ = std::move(graph);
  outdated_ = true;
  if (!isVisible()) return;
  outdated_ = false;
  refresh();
  update_commands();
}

void StructureSection::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (std::exchange(outdated_, false)) refresh();
  update_commands();
}

QAction* StructureSection::add_command(const char* object, const QString& text, const QString& tip,
                                       std::function<void()> run, const QKeySequence& shortcut) {
  auto* action = new QAction(text, this);
  action->setObjectName(object);
  action->setShortcut(shortcut);
  action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  action->setToolTip(shortcut.isEmpty() ? tip : tip + " (" + shortcut.toString(QKeySequence::NativeText) + ")");
  connect(action, &QAction::triggered, this, [run = std::move(run)] { run(); });
  addAction(action);
  return action;
}

void StructureSection::arrange(QWidget* body, const QList<QList<QAction*>>& lines) {
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(6, 6, 6, 6);
  rows->addWidget(sentence_);
  if (body) rows->addWidget(body, 1);
  for (const QList<QAction*>& line : lines) {
    auto* buttons = new QHBoxLayout;
    for (QAction* action : line) {
      auto* button = new QToolButton;
      button->setDefaultAction(action);
      button->setToolButtonStyle(Qt::ToolButtonTextOnly);
      button->setPopupMode(QToolButton::InstantPopup);
      button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
      button->setFocusPolicy(Qt::StrongFocus);
      buttons->addWidget(button);
    }
    rows->addLayout(buttons);
  }
  if (!body) rows->addStretch(1);
}

}  // namespace stowage
