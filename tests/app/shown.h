// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QDockWidget>
#include <QLabel>
#include <QSettings>
#include <QtTest>

#include "app/frame/message_bar.h"
#include "app/settings/application.h"
#include "app/window/main_window.h"
#include "core/formats/readers.h"
#include "tests/gui/gui.h"
#include "tests/start/test_entry.h"
#include "widgets/views/heap_map/heap_map_widget.h"

namespace stowage::test {

inline const char* const kFigure2 = ":/samples/somas_figure_2.stowage.json";
inline const char* const kTraining = ":/samples/training_step.stowage.json";

/// A window on screen with settings of its own.
struct Shown {
  /// Wide enough for all of its columns, whatever the screen, unless the settings have a size.
  explicit Shown(const QString& settings_file) : settings(settings_file, QSettings::IniFormat), window(settings) {
    if (!settings.contains("window/geometry")) window.resize(window.size().expandedTo({1280, 0}));
    show(window);
  }
  void open(const QString& path) {
    window.open_file(path);
    settle();
    if (!QApplication::activeModalWidget()) return;
    wait_for_answers();
    settle();
  }
  /// Dialogs do not wait: until each is answered.
  static void wait_for_answers() {
    wait_until([] { return !QApplication::activeModalWidget(); }, "a dialog was never answered");
  }
  /// Wants to close the window, and waits until it is known whether it does.
  bool close() {
    window.close();
    wait_until([&] { return !window.closing(); });
    return !window.isVisible();
  }
  void settle() {
    wait_until([&] { return !window.busy() && !map()->busy(); });
  }
  template <class T>
  T* part(const char* name) {
    return part_of<T>(window, name);
  }
  /// The dock comes forward.
  QDockWidget* bring(const char* dock) {
    auto* found = part<QDockWidget>(dock);
    found->show();
    found->raise();
    wait_until([&] { return !found->visibleRegion().isEmpty(); }, "the dock never came forward");
    return found;
  }
  /// After a dialog: not every platform gives the keyboard back by itself.
  void activate() {
    window.activateWindow();
    show(window);
  }
  HeapMapWidget* map() { return part<HeapMapWidget>("map_b"); }
  MessageBar* message() { return part<MessageBar>("message_bar"); }
  QString status() { return part<QLabel>("status_text")->text(); }
  std::string shown_strategy() {
    const auto shown = window.planning().shown();
    return !shown ? "none" : *shown ? std::string((*shown)->id) : "imported";
  }
  /// Where the middle of a tensor is in the heap map.
  QPoint place(TensorId t) {
    const PlanView& view = window.planning().view();
    const Lifetime life = (*view.lifetimes)[t.index()];
    const double y =
        static_cast<double>(view.plan->offsets[t.index()].value) + static_cast<double>(view.graph->size(t).count) / 2;
    const HeapMapGeometry& geometry = map()->geometry_of_map();
    return QPointF(geometry.x_of((life.begin + life.end) / 2.0), geometry.y_of(y)).toPoint();
  }
  QSettings settings;
  MainWindow window;
};

/// Files and settings of a test's own, gone when it ends.
class Scratch {
 public:
  [[nodiscard]] QString path(const QString& name) const { return folder_.filePath(name); }
  [[nodiscard]] QString fresh_settings() { return path(QStringLiteral("settings%1.ini").arg(++settings_)); }
  [[nodiscard]] QString write(const QString& name, const QByteArray& bytes) const {
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("cannot write a test file");
    return file.fileName();
  }
  [[nodiscard]] QString write(const QString& name, const Graph& graph) const {
    return write(name, QByteArray::fromStdString(write_graph_json(graph)));
  }
  [[nodiscard]] static QByteArray read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }

 private:
  QTemporaryDir folder_;
  int settings_ = 0;
};

/// As the program prepares the application, where its user has chosen nothing.
inline void prepare_without_settings() {
  QStandardPaths::setTestModeEnabled(true);
  prepare_application(QSettings("/dev/null", QSettings::IniFormat));
}

}  // namespace stowage::test

/// Ends a test of the window.
#define STOWAGE_WINDOW_TEST(Class) \
  STOWAGE_TEST_WITH(Class, QTEST_MAIN_SETUP() stowage::test::prepare_without_settings();)
