// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/pane.h"

#include <utility>

#include <QAction>
#include <QEvent>

namespace stowage {

/// To show nothing takes no work, and lets go of what was there.
void Pane::set_graph(const std::shared_ptr<const Graph>& graph) {
  waiting_graph_.reset();
  if (graph && may_wait())
    waiting_graph_ = graph;
  else
    take_graph(graph);
}

void Pane::set_view(const PlanView& view) {
  waiting_view_.reset();
  if (view.graph && may_wait())
    waiting_view_ = view;
  else
    take_view(view);
}

void Pane::offer_image(QWidget* part) {
  auto* save = new QAction(tr("Export &image…"), part);
  connect(save, &QAction::triggered, this, &Pane::image_requested);
  part->addAction(save);
  if (part->contextMenuPolicy() == Qt::DefaultContextMenu) part->setContextMenuPolicy(Qt::ActionsContextMenu);
}

void Pane::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (const auto graph = std::exchange(waiting_graph_, std::nullopt)) take_graph(*graph);
  if (const auto view = std::exchange(waiting_view_, std::nullopt)) take_view(*view);
}

Overlay::Overlay(QWidget& widget) : QLabel(&widget) {
  setObjectName("pane_cover");
  setAlignment(Qt::AlignCenter);
  setWordWrap(true);
  setMargin(16);
  setAutoFillBackground(true);
  setForegroundRole(QPalette::PlaceholderText);
  widget.installEventFilter(this);
}

void Overlay::set(QWidget& widget, const QString& sentence) {
  auto* cover = widget.findChild<Overlay*>(QString(), Qt::FindDirectChildrenOnly);
  if (cover == nullptr) {
    if (sentence.isEmpty()) return;
    cover = new Overlay(widget);
  }
  widget.setEnabled(sentence.isEmpty());
  cover->setText(sentence);
  cover->setGeometry(widget.rect());
  cover->raise();
  cover->setVisible(!sentence.isEmpty());
}

bool Overlay::is_on(const QWidget& widget) {
  const auto* cover = widget.findChild<Overlay*>(QString(), Qt::FindDirectChildrenOnly);
  return cover != nullptr && !cover->isHidden();
}

bool Overlay::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) setGeometry(parentWidget()->rect());
  return QLabel::eventFilter(watched, event);
}

}  // namespace stowage
