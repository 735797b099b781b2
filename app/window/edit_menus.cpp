// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>
#include <utility>
#include <vector>

#include <QMenu>

#include "app/window/menu_parts.h"
#include "core/graph/graph.h"
#include "widgets/edit/menus.h"
#include "widgets/painters/style/facts.h"

namespace stowage {
namespace {

/// Those of the selection that are in the graph.
std::vector<OperatorId> operators_of(const ViewState& state, const Graph& graph) {
  std::vector<OperatorId> out = state.selected_operators();
  std::erase_if(out, [&](OperatorId o) { return o.index() >= graph.operator_count(); });
  return out;
}
std::vector<TensorId> tensors_of(const ViewState& state, const Graph& graph) {
  std::vector<TensorId> out = state.selected_tensors();
  std::erase_if(out, [&](TensorId t) { return t.index() >= graph.tensor_count(); });
  return out;
}

/// Greyed out unless `reason` is empty: then status bar and tool tip say why.
void enable(QMenu* menu, const QString& reason, const QString& about) {
  QAction* entry = menu->menuAction();
  entry->setEnabled(reason.isEmpty());
  entry->setStatusTip(reason.isEmpty() ? about : reason);
  entry->setToolTip(entry->statusTip());
}

class EditMenus final : public QObject {
  Q_DECLARE_TR_FUNCTIONS(stowage::EditMenus)

 public:
  EditMenus(OpenDocument& document, ViewState& state, QMenu* edit) : QObject(edit), document_(document), state_(state) {
    const auto ask = [this](const EditRequest& request) { document_.edit(request); };
    operators_ = add(edit, "edit_operators", tr("Selected op&erators"), [=, this](QMenu& menu, const auto& graph) {
      OperatorMenus(graph, ask).fill_for_operators(menu, operators_of(state_, *graph), nullptr);
    });
    tensors_ = add(edit, "edit_tensors", tr("Selected ten&sors"), [=, this](QMenu& menu, const auto& graph) {
      if (const auto tensors = tensors_of(state_, *graph); !tensors.empty())
        TensorMenus(graph, ask, state_.spaces()).fill_for_tensors(menu, tensors);
    });
    streams_ = add(edit, "edit_streams", tr("Strea&ms"),
                   [=](QMenu& menu, const auto& graph) { OperatorMenus(graph, ask).fill_for_graph(menu); });
    sizes_ = add(edit, "edit_sizes", tr("Si&zes of all tensors"),
                 [=](QMenu& menu, const auto& graph) { TensorMenus(graph, ask).fill_for_all(menu); });
    durations_ = add(edit, "edit_durations", tr("Dur&ations of all operators"),
                     [=](QMenu& menu, const auto& graph) { fill_for_durations(menu, ask, graph); });
    edit->setToolTipsVisible(true);
    connect(edit, &QMenu::aboutToShow, this, &EditMenus::update);
    connect(&state_, &ViewState::selection_changed, this, &EditMenus::update);  // a table has the submenu too
    update();
  }

  /// The submenu of the selected tensors, for the rows of a table too.
  [[nodiscard]] QAction* of_tensors() const { return tensors_->menuAction(); }

 private:
  using Fill = std::function<void(QMenu&, const std::shared_ptr<const Graph>&)>;
  /// It is empty while it is closed: the keys that its entries show are those of the views, not of the window.
  QMenu* add(QMenu* edit, const char* name, const QString& title, Fill fill) {
    QMenu* menu = edit->addMenu(title);
    menu->setObjectName(name);
    connect(menu, &QMenu::aboutToShow, this, [this, menu, fill = std::move(fill)] {
      menu->clear();
      if (document_.graph()) fill(*menu, document_.graph());
    });
    const auto clear = [menu] {
      if (!menu->isVisible()) menu->clear();
    };
    connect(menu, &QMenu::aboutToHide, this, clear, Qt::QueuedConnection);  // the entry that was chosen comes first
    return menu;
  }

  void update() {
    const auto& graph = document_.graph();
    const QString closed = graph ? state_.why_no_edits() : tr("Nothing is open");
    const auto operators = graph ? operators_of(state_, *graph) : std::vector<OperatorId>();
    const auto tensors = graph ? tensors_of(state_, *graph) : std::vector<TensorId>();
    enable(operators_,
           !closed.isEmpty()   ? closed
           : operators.empty() ? tr("Select operators in the graph or the lanes first")
                               : QString(),
           graph ? tr("Streams, order, syncs, groups and durations of %1").arg(operators_text(*graph, operators))
                 : QString());
    enable(tensors_,
           !closed.isEmpty() ? closed
           : tensors.empty() ? tr("Select tensors in the heap map or the table first")
                             : QString(),
           graph ? tr("Sizes and groups of %1").arg(tensors_text(*graph, tensors)) : QString());
    enable(streams_, closed, tr("Try other streams for all operators"));
    enable(sizes_, closed, tr("Scale all sizes"));
    enable(durations_,
           closed.isEmpty() && !graph->has_durations()
               ? tr("No operator has a duration. Select operators to set their durations")
               : closed,
           tr("Scale all durations"));
  }

  OpenDocument& document_;
  ViewState& state_;
  QMenu *operators_, *tensors_, *streams_, *sizes_, *durations_;
};

}  // namespace

QAction* fill_edit_menus(QMenu& edit, const WindowParts& parts) {
  return (new EditMenus(parts.document, parts.state, &edit))->of_tensors();
}

}  // namespace stowage
