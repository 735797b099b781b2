// SPDX-License-Identifier: GPL-3.0-or-later
// What the benchmarks of the window share.
#pragma once

#include <time.h>

#include <chrono>
#include <functional>
#include <memory>
#include <utility>

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>

#include "app/settings/application.h"
#include "app/window/main_window.h"
#include "tests/support/training_graph.h"

namespace stowage::test {

/// What main() makes first: needs no display.
inline std::unique_ptr<QApplication> bench_application(int& argc, char** argv) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  auto application = std::make_unique<QApplication>(argc, argv);
  prepare_application(QSettings());
  return application;
}

/// On screen, with settings of its own.
struct BenchWindow {
  BenchWindow() {
    window.resize(1600, 1000);
    window.show();
  }
  QTemporaryDir scratch;
  QSettings settings{scratch.filePath("settings.ini"), QSettings::IniFormat};
  MainWindow window{settings};
};

/// A training graph of 8 streams.
inline std::shared_ptr<const Graph> bench_graph(std::size_t tensors) {
  return std::make_shared<const Graph>(make_training_graph(training_graph_of(tensors, 8)));
}

/// Or until that time has passed.
inline void run_until(const std::function<bool()>& done, std::chrono::milliseconds most = std::chrono::hours(1)) {
  for (const auto begin = std::chrono::steady_clock::now(); !done() && std::chrono::steady_clock::now() - begin < most;)
    QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

/// As if it came from a file.
inline void open_graph(MainWindow& window, std::shared_ptr<const Graph> graph) {
  Document document;
  document.graph = std::move(graph);
  document.format = "stowage-graph";
  window.document().open("benchmark", document, {});
}

/// By this thread, or all of them, so far, in milliseconds: says the same on a machine that is busy with other things.
inline double computed(clockid_t by = CLOCK_THREAD_CPUTIME_ID) {
  timespec time{};
  clock_gettime(by, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

}  // namespace stowage::test
