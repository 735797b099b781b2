// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/history_view.h"

#include <QCoreApplication>
#include <QUndoGroup>
#include <QUndoView>

#include "app/frame/ink_icon.h"
#include "widgets/tables/table_actions.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::History)
};

}  // namespace

QWidget* make_history_view(QUndoGroup& stacks) {
  auto* view = new QUndoView(&stacks);
  view->setObjectName("history_view");
  view->setAccessibleName(Text::tr("History"));
  view->setAccessibleDescription(Text::tr("Every step since the file was opened"));
  view->setToolTip(Text::tr("Click a step to go back or forward to it"));
  view->setEmptyLabel(Text::tr("<opened>"));
  view->setCleanIcon(ink_icon("save"));
  view->setFrameShape(QFrame::NoFrame);
  view->setWordWrap(false);
  view->setTextElideMode(Qt::ElideMiddle);
  view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  new TableActions(view);
  return view;
}

}  // namespace stowage
