// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QSettings>

#include "app/window/main_window.h"

int main(int argc, char** argv) {
  QApplication app(argc, argv);
  QCoreApplication::setOrganizationName("stowage");
  QCoreApplication::setApplicationName("stowage");
  QSettings settings;
  stowage::MainWindow window(settings);
  window.show();
  return QApplication::exec();
}
