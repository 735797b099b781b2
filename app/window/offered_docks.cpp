// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/offered_docks.h"

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>

#include "app/frame/docks.h"

namespace stowage {

OfferedDocks::OfferedDocks(QMainWindow& window, const std::vector<std::string>& names, QObject* parent, bool offered)
    : QObject(parent), window_(window), offered_(offered) {
  for (const std::string& name : names) {
    auto* dock = window.findChild<QDockWidget*>(QString::fromStdString(name));
    docks_.push_back({dock});
    dock->setProperty(kOffered, offered);
    offer_commands(dock, offered);
    // A layout that is restored may have them.
    connect(
        dock->toggleViewAction(), &QAction::toggled, this,
        [this, dock](bool seen) {
          if (seen && !offered_) dock->hide();
        },
        Qt::QueuedConnection);
  }
}

void OfferedDocks::offer_commands(const QDockWidget* dock, bool offered) {
  for (const char* command : {"show_", "export_"})
    if (auto* action = window_.findChild<QAction*>(QLatin1String(command) + dock->objectName()))
      action->setVisible(offered);
}

void OfferedDocks::offer(bool has) {
  const bool here = !here_ || here_();
  for (Dock& each : docks_) {
    each.dock->setProperty(kOffered, has);
    if (offered_ && !has && here) each.closed = each.dock->isHidden();
    offer_commands(each.dock, has);
    if (!has)
      each.dock->hide();
    else if (!offered_ && !each.closed && here)
      each.dock->show();
  }
  for (const Dock& each : docks_)
    if (has && !offered_ && !each.closed && !here_) each.dock->raise();
  offered_ = has;
}

}  // namespace stowage
