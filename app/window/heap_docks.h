// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QObject>

#include "core/io/document.h"

class QDockWidget;

namespace stowage {

class HeapMapWidget;
class MainWindow;
class OpenDocument;
class Planning;
class ViewState;

/// The docks of a recorded heap: what they show, and that they are there only while the document has a history. Between
/// two such documents they stay as the user left them.
class HeapDocks final : public QObject {
  Q_OBJECT

 public:
  /// Names of the docks, in the order of their keys.
  static constexpr const char* kNames[] = {"heap", "frames"};

  /// The window has its docks and menus already; documents that are opened from now on are followed, after the window
  /// showed them.
  HeapDocks(MainWindow& window, const HeapMapWidget& map, ViewState& state);

 signals:
  /// The heap of another device is to be read from the file.
  void device_chosen(const stowage::ReadOptions& options);

 private:
  struct Dock {
    QDockWidget* dock;
    bool closed = false;  // by the user
  };
  void offer(const QDockWidget* dock, bool offered);
  void follow_document();
  void follow_plans();

  void color_by_source_line(bool has_history);

  MainWindow& window_;
  ViewState& state_;
  std::vector<Dock> docks_;
  bool shown_ = false;    // the document has a history
  bool colored_ = false;  // by source lines, since the user has not chosen
};

}  // namespace stowage
