// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace stowage {

class Docks;
class MainWindow;
class Workspaces;

/// The dock of the graph: a list of lifetimes has no operators, so it is away then.
class GraphDock final : public QObject {
  Q_OBJECT

 public:
  /// The window has its docks and menus already.
  GraphDock(MainWindow& window, Docks& docks, const Workspaces& workspaces);
};

}  // namespace stowage
