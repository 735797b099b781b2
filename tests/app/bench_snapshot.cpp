// SPDX-License-Identifier: GPL-3.0-or-later
// `stowage-bench-snapshot [EVENTS]`: a generated memory snapshot (of 1,000,000 events) is opened in the window: how
// long until its heap map is there, and then, zoomed in, how long each step of panning takes: with the event of the
// key, what it asks to be painted, and whatever else the window's thread does until the map stands still. Needs no
// display.
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QKeyEvent>
#include <QSettings>
#include <QTemporaryDir>

#include "app/settings/application.h"
#include "app/window/main_window.h"
#include "tests/support/pickles.h"
#include "widgets/views/heap_map/heap_map_widget.h"

namespace {

using namespace stowage;

constexpr int kZooms = 12, kPans = 200;

/// By this thread so far, in milliseconds: says the same on a machine that is busy with other things.
double computed() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

void run_until(const std::function<bool()>& done) {
  while (!done()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
}

void press(QWidget& widget, int key) {
  for (const auto type : {QEvent::KeyPress, QEvent::KeyRelease}) {
    QKeyEvent event(type, key, Qt::NoModifier);
    QCoreApplication::sendEvent(&widget, &event);
  }
}

struct Frame {
  double passed = 0, computed = 0;
};

/// One step of panning, painted.
Frame pan(HeapMapWidget& map, int key) {
  QElapsedTimer timer;
  timer.start();
  const double before = computed();
  press(map, key);
  map.repaint();
  return {static_cast<double>(timer.nsecsElapsed()) / 1e6, computed() - before};
}

void report(const char* what, std::vector<Frame> frames, double Frame::*time) {
  std::ranges::sort(frames, {}, time);
  std::printf("  %s %.2f (median) %.2f (worst)", what, frames[frames.size() / 2].*time, frames.back().*time);
}

void measure(const QString& file) {
  const QTemporaryDir scratch;
  QSettings settings(scratch.filePath("settings.ini"), QSettings::IniFormat);
  MainWindow window(settings);
  window.resize(1600, 1000);
  window.show();
  QCoreApplication::processEvents();
  QElapsedTimer timer;
  timer.start();
  window.open_file(file);
  auto* map = window.findChild<HeapMapWidget*>("map_b");
  run_until([&] { return window.document().graph() && window.planning().view().plan && !map->busy(); });
  std::printf("opened and drawn after %.2f s\n", static_cast<double>(timer.elapsed()) / 1e3);
  run_until([&] { return !window.busy() && !window.drawing(); });
  std::printf("all planned after %.2f s\n", static_cast<double>(timer.elapsed()) / 1e3);
  std::vector<Frame> frames;
  for (int zoom = 0; zoom <= kZooms; ++zoom) {
    for (int step = 0; step < kPans / kZooms; ++step) {
      frames.push_back(pan(*map, step % 2 == 0 ? Qt::Key_Right : Qt::Key_Up));
      run_until([&] { return !map->busy(); });
    }
    press(*map, Qt::Key_Plus);
    run_until([&] { return !map->busy(); });
  }
  std::printf("a frame of panning, ms:");
  report("passed", frames, &Frame::passed);
  report("computed", frames, &Frame::computed);
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication app(argc, argv);
  const QSettings none;
  prepare_application(none);
  const QTemporaryDir scratch;
  QFile file(scratch.filePath("generated.pickle"));
  const qulonglong asked = argc > 1 ? QString(argv[1]).toULongLong() : 0;
  const auto bytes = test::make_torch_snapshot(asked > 0 ? asked : 1'000'000);
  if (!file.open(QIODevice::WriteOnly) || file.write(bytes.data(), static_cast<qint64>(bytes.size())) < 0) return 1;
  file.close();
  measure(file.fileName());
  return 0;
}
