// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/graph_dock.h"

#include "app/frame/docks.h"
#include "app/frame/workspaces.h"
#include "app/window/main_window.h"
#include "app/window/offered_docks.h"
#include "widgets/painters/model/graph_subset.h"

namespace stowage {

GraphDock::GraphDock(MainWindow& window, Docks& docks, const Workspaces& workspaces) : QObject(&window) {
  auto* dock = new OfferedDocks(window, {"graph"}, this, true);
  dock->stay_behind([&workspaces] { return workspaces.shows(QStringLiteral("graph")); });
  OpenDocument& document = window.document();
  connect(&document, &OpenDocument::replaced, this, [&document, &docks, dock] {
    if (!document.is_open()) return;
    const bool back = !dock->offered();
    const auto folded = docks.unfold_all();
    dock->offer(!has_only_lifetimes(*document.graph()));
    if (back) docks.bring_forward("graph");
    docks.fold_again(folded);
  });
}

}  // namespace stowage
