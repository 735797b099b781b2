// SPDX-License-Identifier: Apache-2.0
#include "app/cli/drawing/offscreen.h"

#include <iostream>
#include <new>

namespace stowage::cli {

Offscreen::Offscreen() {
  constexpr std::size_t kNeeded = std::size_t{128} << 20;
  ::operator delete(::operator new(kNeeded));
  qputenv("QT_QPA_PLATFORM", "offscreen");
  qInstallMessageHandler([](QtMsgType type, const QMessageLogContext&, const QString& text) {
    if (type == QtCriticalMsg || type == QtFatalMsg) std::cerr << text.toStdString() << '\n';
  });
  application_.emplace(argc_, argv_);
  QCoreApplication::installTranslator(&plurals_);
}

}  // namespace stowage::cli
