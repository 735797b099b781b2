// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/history_view.h"

#include <QCoreApplication>
#include <QUndoView>

#include "app/window/ink_icon.h"

namespace stowage {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("History", text);
}

}  // namespace

QWidget* make_history_view(QUndoStack& stack) {
  auto* view = new QUndoView(&stack);
  view->setObjectName("history_view");
  view->setAccessibleName(tr("History"));
  view->setAccessibleDescription(tr("Every step since the file was opened"));
  view->setToolTip(tr("Click a step to go back or forward to it"));
  view->setEmptyLabel(tr("<opened>"));
  view->setCleanIcon(ink_icon("save"));
  view->setFrameShape(QFrame::NoFrame);
  view->setWordWrap(false);
  view->setTextElideMode(Qt::ElideMiddle);
  view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  return view;
}

}  // namespace stowage
