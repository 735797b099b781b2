// SPDX-License-Identifier: GPL-3.0-or-later
// Modules as nodes of the drawn graph.
#include <QKeyEvent>
#include <QScopedValueRollback>
#include <QToolButton>

#include <algorithm>

#include "widgets/base/view_state.h"
#include "widgets/painters/model/graph_modules.h"
#include "widgets/views/graph/graph_widget.h"

namespace stowage {

/// Those to draw, or null: where they are not wanted, and around a selection that is a neighbourhood.
std::shared_ptr<const GraphModules> GraphWidget::wanted_modules() const {
  const auto& modules = state_.modules();
  if (!graph_ || !modules || modules->graph != graph_) return nullptr;
  const bool large = graph_->operator_count() > kMaxDrawnOperators;
  if (!modules_wanted_.value_or(large) || !wanted_path().empty()) return nullptr;
  const std::size_t selected = wanted_operators().size();
  const bool stays = selected_here_ || modules_wanted_.value_or(false);
  return stays || selected == 0 || selected > kNeighbourhoodOperators ? modules : nullptr;
}

void GraphWidget::follow_modules() {
  show_boxes();
  const auto wanted = wanted_modules();
  if (wanted != modules_ || (modules_ && drawn_open_ != state_.open_modules())) lay_out();
}

void GraphWidget::want_modules(bool wanted) {
  modules_wanted_ = wanted;
  lay_out();
}

/// The one at the right of the banner; the other at the right of the foot, away from where a drawing begins.
void GraphWidget::show_boxes() {
  const auto& modules = state_.modules();
  modules_box_->setVisible(graph_ && modules && modules->graph == graph_);
  modules_box_->setChecked(wanted_modules() != nullptr);
  modules_box_->resize(modules_box_->sizeHint());
  modules_box_->move(width() - modules_box_->width() - 2, 1);
  fit_box_->setVisible(hides_part());
  fit_box_->resize(fit_box_->sizeHint());
  fit_box_->move(fit_place());
}

void GraphWidget::represent_selection() {
  represented_.clear();
  if (!modules_ || !is_current()) return;
  for (const OperatorId o : state_.selected_operators())
    if (const auto* node = layout_->find(o)) represented_.push_back(node->op);
  std::ranges::sort(represented_);
  represented_.erase(std::ranges::unique(represented_).begin(), represented_.end());
}

std::optional<std::uint32_t> GraphWidget::module_of(const GraphLayout::Node* node) const {
  if (!modules_ || node == nullptr || node->module == GraphLayout::kNoModule) return std::nullopt;
  return node->module;
}

/// Along the arcs, and in the order of the nodes.
void GraphWidget::walk_modules(Step step) {
  const QScopedValueRollback guard(self_selecting_, true);
  const OperatorId current = current_operator();
  const auto* at = current.valid() ? layout_->find(current) : nullptr;
  if (at == nullptr) return select(layout_->nodes.front().op, false);
  const GraphLayout::Node* next = nullptr;
  if (step == Step::stream_before || step == Step::stream_after) {
    const std::ptrdiff_t place = at - layout_->nodes.data() + (step == Step::stream_after ? 1 : -1);
    if (place >= 0 && place < std::ssize(layout_->nodes)) next = &layout_->nodes[static_cast<std::size_t>(place)];
  } else {
    const bool down = step == Step::successor;
    for (const auto& edge : layout_->edges)
      if ((down ? edge.from : edge.to) == at->op) {
        next = layout_->find(down ? edge.to : edge.from);
        break;
      }
  }
  if (next == nullptr) return;
  const QRectF box = next->box;
  select(next->op, false);
  if (!camera_.to_drawing(view_area()).contains(box)) bring_into_view(box);
}

/// Return opens the module that is selected, and Backspace closes the one around what is.
bool GraphWidget::open_module_key(const QKeyEvent& event) {
  if (!modules_ || !is_current() || event.modifiers() & ~Qt::KeypadModifier) return false;
  const OperatorId current = current_operator();
  if (!current.valid()) return false;
  const auto* node = layout_->find(current);
  const QScopedValueRollback guard(self_selecting_, true);
  const auto module = module_of(node);
  if ((event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter) && module) {
    state_.set_module_open(*module, true);
    return true;
  }
  if (event.key() != Qt::Key_Backspace) return false;
  const ModuleTree& tree = modules_->tree;
  const std::uint32_t around = tree.nodes[module ? *module : tree.leaf[node->op.index()]].parent;
  if (around != 0) state_.set_module_open(around, false);
  return true;
}

}  // namespace stowage
