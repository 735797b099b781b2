// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>
#include <utility>

#include <QCoreApplication>
#include <QMainWindow>
#include <QObject>

#include "app/controllers/window_parts.h"
#include "app/frame/dock_table.h"
#include "app/session/document.h"
#include "app/window/followers.h"
#include "widgets/base/latest_job.h"
#include "widgets/base/view_state.h"
#include "widgets/painters/model/graph_modules.h"

namespace stowage {
namespace {

class ModuleReader final : public QObject {
  Q_DECLARE_TR_FUNCTIONS(stowage::ModuleReader)

 public:
  explicit ModuleReader(const WindowParts& parts)
      : QObject(&parts.window), document_(parts.document), state_(parts.state) {
    connect(&document_, &OpenDocument::replaced, this, &ModuleReader::follow);
    connect(&document_, &OpenDocument::revised, this, &ModuleReader::follow);
  }

 private:
  void follow() {
    job_.cancel();
    if (!dock_row("modules").offered(document_)) return state_.set_modules(nullptr);
    job_.start([this, graph = document_.graph()](const Task&) -> LatestJob::Delivery {
      auto modules = std::make_shared<const GraphModules>(GraphModules{.graph = graph, .tree = module_tree(*graph)});
      return [this, modules = std::move(modules)] { state_.set_modules(modules); };
    });
  }

  const OpenDocument& document_;
  ViewState& state_;
  LatestJob job_{this, {.text = [] { return tr("Reading modules…"); }}};
};

}  // namespace

void read_modules(const WindowParts& parts) {
  new ModuleReader(parts);
}

}  // namespace stowage
