// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "core/formats/document.h"

namespace stowage {

class HeapMapWidget;
class MainWindow;
class OfferedDocks;
class OpenDocument;
class Planning;

/// The docks of a recorded heap: what they show, and that they are there only while the document has a history.
class HeapDocks final : public QObject {
  Q_OBJECT

 public:
  /// The window has its docks and menus already; documents that are opened from now on are followed, after the window
  /// showed them.
  HeapDocks(MainWindow& window, const HeapMapWidget& map);

 signals:
  /// The heap of another device is to be read from the file.
  void device_chosen(const stowage::ReadOptions& options);

 private:
  void follow_document();
  void follow_plans();

  MainWindow& window_;
  OfferedDocks* docks_;
};

}  // namespace stowage
