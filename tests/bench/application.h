// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QGuiApplication>

namespace stowage::test {

/// Texts need an application, which needs no display. One for all benchmarks of a program.
inline void need_application() {
  static int argc = 3;
  static char name[] = "bench", option[] = "-platform", platform[] = "offscreen";
  static char* argv[] = {name, option, platform, nullptr};
  static const QGuiApplication application(argc, argv);
}

}  // namespace stowage::test
