// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/module_reader.h"

#include <memory>
#include <utility>

#include "app/frame/dock_table.h"
#include "app/session/document.h"
#include "widgets/base/view_state.h"
#include "widgets/painters/model/graph_modules.h"

namespace stowage {

ModuleReader::ModuleReader(OpenDocument& document, ViewState& state, QObject* parent)
    : QObject(parent), document_(document), state_(state) {
  connect(&document_, &OpenDocument::replaced, this, &ModuleReader::follow);
  connect(&document_, &OpenDocument::revised, this, &ModuleReader::follow);
}

void ModuleReader::follow() {
  job_.cancel();
  if (!dock_row("modules").offered(document_)) return state_.set_modules(nullptr);
  job_.start([this, graph = document_.graph()](const Task&) -> LatestJob::Delivery {
    auto modules = std::make_shared<const GraphModules>(GraphModules{.graph = graph, .tree = module_tree(*graph)});
    return [this, modules = std::move(modules)] { state_.set_modules(modules); };
  });
}

}  // namespace stowage
