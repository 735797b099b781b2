// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QObject>

class QDockWidget;

namespace stowage {

class HeapMapWidget;
class MainWindow;
class OpenDocument;
class Planning;

/// The docks of a recorded heap: what they show, and that they are there only while the document has a history. Between
/// two such documents they stay as the user left them.
class HeapDocks final : public QObject {
  Q_OBJECT

 public:
  /// Names of the docks, in the order of their keys.
  static constexpr const char* kNames[] = {"heap", "frames"};

  /// The window has its docks and menus already; documents that are opened from now on are followed, after the window
  /// showed them.
  HeapDocks(MainWindow& window, const HeapMapWidget& map);

 private:
  struct Dock {
    QDockWidget* dock;
    bool closed = false;  // by the user
  };
  void offer(const QDockWidget* dock, bool offered);
  void follow_document();
  void follow_plans();

  MainWindow& window_;
  std::vector<Dock> docks_;
  bool shown_ = false;  // the document has a history
};

}  // namespace stowage
