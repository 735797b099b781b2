// SPDX-License-Identifier: GPL-3.0-or-later
// `stowage-bench-centre [TENSORS…] [FILE…]`: a training graph of 8 streams with so many tensors, a file, or without
// either a generated memory snapshot of 1,000,000 events is opened in the window, with overview, lanes, heap map and
// memory curve on screen: how long until the heap map is there, and then, while it is zoomed in, how long each step of
// panning and each hover takes: with the event, and all that it asks to be painted. Needs no display.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#include <QAction>
#include <QElapsedTimer>
#include <QFile>
#include <QKeyEvent>
#include <QMouseEvent>

#include "app/frame/time_centre.h"
#include "tests/app/bench.h"
#include "tests/support/pickles.h"
#include "widgets/views/heap_map/heap_map_widget.h"
#include "widgets/views/lanes/lanes_pane.h"

namespace {

using namespace stowage;

constexpr int kZooms = 12, kPans = 200;
constexpr int kMostPlanning = 60'000;  // milliseconds

void press(QWidget& widget, int key) {
  for (const auto type : {QEvent::KeyPress, QEvent::KeyRelease}) {
    QKeyEvent event(type, key, Qt::NoModifier);
    QCoreApplication::sendEvent(&widget, &event);
  }
}

struct Frame {
  double passed = 0, computed = 0;
};

/// What the user does, and all of the window that is painted for it.
template <class Act>
Frame frame_of(MainWindow& window, Act act) {
  QElapsedTimer timer;
  timer.start();
  const double before = test::computed();
  act();
  QCoreApplication::sendPostedEvents(&window, QEvent::UpdateRequest);
  return {static_cast<double>(timer.nsecsElapsed()) / 1e6, test::computed() - before};
}

void hover(QWidget& widget, QPointF at) {
  QMouseEvent event(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&widget, &event);
}

/// Places all over the widget.
QPointF place(const QWidget& widget, int number) {
  const auto along = [&](int size, double step) { return std::fmod(number * step, 1.0) * size; };
  return {along(widget.width(), 0.618034), along(widget.height(), 0.754878)};
}

void report(const char* what, std::vector<Frame> frames) {
  for (const auto& [name, time] : {std::pair{"passed", &Frame::passed}, std::pair{"computed", &Frame::computed}}) {
    std::ranges::sort(frames, {}, time);
    const std::size_t most = frames.size() * 99 / 100;
    std::printf("  %s, %s, ms: %.2f (median) %.2f (99 of 100) %.2f (worst)\n", what, name,
                frames[frames.size() / 2].*time, frames[most].*time, frames.back().*time);
  }
}

void measure(const QString& name, const std::function<void(MainWindow&)>& open) {
  test::BenchWindow shown;
  MainWindow& window = shown.window;
  QCoreApplication::processEvents();
  QElapsedTimer timer;
  timer.start();
  open(window);
  auto* map = window.findChild<HeapMapWidget*>("map_b");
  auto* lanes = window.findChild<LanesPane*>();
  const auto still = [&] { return !map->busy() && !lanes->busy(); };
  test::run_until([&] { return window.document().graph() && window.planning().view().plan && !map->busy(); });
  std::printf("%s: opened and drawn after %.2f s\n", qPrintable(name), static_cast<double>(timer.elapsed()) / 1e3);
  // What still plans would take part of the machine from what is measured.
  test::run_until([&] { return !window.busy() || timer.elapsed() > kMostPlanning; });
  if (auto* cancel = window.findChild<QAction*>("cancel"); cancel && window.busy()) cancel->trigger();
  test::run_until([&] { return !window.busy() && !window.drawing(); });
  const Graph& graph = *window.document().graph();
  std::printf("  %zu operators, %zu tensors, planned until %.2f s\n", graph.operator_count(), graph.tensor_count(),
              static_cast<double>(timer.elapsed()) / 1e3);
  for (const auto part : {TimeCentre::Part::overview, TimeCentre::Part::lanes, TimeCentre::Part::map})
    window.centre().fold(part, false);
  test::run_until(still);
  std::vector<Frame> pans, hovers;
  int places = 0;
  for (int zoom = 0; zoom <= kZooms; ++zoom) {
    for (int step = 0; step < kPans / kZooms; ++step) {
      pans.push_back(frame_of(window, [&] { press(*map, step % 2 == 0 ? Qt::Key_Right : Qt::Key_Up); }));
      test::run_until(still);
      for (QWidget* part : {static_cast<QWidget*>(map), static_cast<QWidget*>(lanes)})
        hovers.push_back(frame_of(window, [&] { hover(*part, place(*part, ++places)); }));
    }
    press(*map, Qt::Key_Plus);
    test::run_until(still);
  }
  report("a frame of panning", pans);
  report("a hover", hovers);
}

}  // namespace

int main(int argc, char** argv) {
  const auto application = test::bench_application(argc, argv);
  for (int k = 1; k < argc; ++k) {
    const QString word = argv[k];
    bool number = false;
    const qulonglong tensors = word.toULongLong(&number);
    if (!number) {
      measure(word, [&](MainWindow& window) { window.open_file(word); });
      continue;
    }
    const auto graph = test::bench_graph(tensors);
    measure(word + " tensors", [&](MainWindow& window) { test::open_graph(window, graph); });
  }
  if (argc > 1) return 0;
  const QTemporaryDir scratch;
  QFile file(scratch.filePath("generated.pickle"));
  const auto bytes = test::make_torch_snapshot(1'000'000);
  if (!file.open(QIODevice::WriteOnly) || file.write(bytes.data(), static_cast<qint64>(bytes.size())) < 0) return 1;
  file.close();
  measure("snapshot", [&](MainWindow& window) { window.open_file(file.fileName()); });
  return 0;
}
