// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"

#include <QMenuBar>
#include <QStackedWidget>

#include "app/window/recent_files.h"
#include "app/window/start_page.h"
#include "widgets/view_state.h"

namespace stowage {

MainWindow::MainWindow(QSettings& settings, QWidget* parent)
    : QMainWindow(parent),
      settings_(settings),
      recent_(new RecentFiles(settings, this)),
      state_(new ViewState(this)),
      pages_(new QStackedWidget),
      start_page_(new StartPage) {
  setWindowTitle(tr("Stowage") + "[*]");
  pages_->addWidget(start_page_);
  setCentralWidget(pages_);
  start_page_->set_recent(recent_->paths());
  QMenu* file = menuBar()->addMenu(tr("&File"));
  file->addAction(tr("&Quit"), QKeySequence::Quit, this, &QWidget::close);
  restoreGeometry(settings_.value("window/geometry").toByteArray());
}

MainWindow::~MainWindow() {
  settings_.setValue("window/geometry", saveGeometry());
}

}  // namespace stowage
