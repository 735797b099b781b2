// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/module_dock.h"

#include "app/frame/docks.h"
#include "app/frame/workspaces.h"
#include "app/window/main_window.h"
#include "app/window/offered_docks.h"
#include "widgets/painters/model/graph_modules.h"

namespace stowage {

ModuleDock::ModuleDock(MainWindow& window, Docks& docks, const Workspaces& workspaces)
    : QObject(&window),
      document_(window.document()),
      state_(window.state()),
      dock_(new OfferedDocks(window, {"modules"}, this)) {
  dock_->stay_behind([&workspaces] { return workspaces.shows(QStringLiteral("modules")); });
  connect(&document_, &OpenDocument::replaced, this, [this, &docks] {
    if (document_.is_open()) {
      const auto folded = docks.unfold_all();
      dock_->offer(has());
      docks.fold_again(folded);
    }
    follow();
  });
  connect(&document_, &OpenDocument::revised, this, &ModuleDock::follow);
}

/// The steps of a recorded heap, and of a list of lifetimes, are no operators.
bool ModuleDock::has() const {
  const auto& graph = document_.graph();
  return graph && !document_.history() && graph->times().empty() && has_modules(*graph);
}

void ModuleDock::follow() {
  job_.cancel();
  if (!has()) return state_.set_modules(nullptr);
  job_.start([this, graph = document_.graph()](const Task&) -> LatestJob::Delivery {
    auto modules = std::make_shared<const GraphModules>(GraphModules{.graph = graph, .tree = module_tree(*graph)});
    return [this, modules = std::move(modules)] { state_.set_modules(modules); };
  });
}

}  // namespace stowage
