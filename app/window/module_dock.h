// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "widgets/base/latest_job.h"

namespace stowage {

class Docks;
class MainWindow;
class OfferedDocks;
class OpenDocument;
class ViewState;
class Workspaces;

/// Reads the modules of the graph that is open from the names of its operators, in the background, and tells the views;
/// their dock is there only while there are some.
class ModuleDock final : public QObject {
  Q_OBJECT

 public:
  /// The window has its docks and menus already.
  ModuleDock(MainWindow& window, Docks& docks, const Workspaces& workspaces);

 private:
  [[nodiscard]] bool has() const;
  void follow();

  OpenDocument& document_;
  ViewState& state_;
  OfferedDocks* dock_;
  LatestJob job_{this, {.text = [] { return tr("Reading modules…"); }}};
};

}  // namespace stowage
