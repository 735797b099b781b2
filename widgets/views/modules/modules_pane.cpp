// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/modules/modules_pane.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QTreeView>
#include <QVBoxLayout>

#include "widgets/base/follow_numbers.h"
#include "widgets/base/view_state.h"
#include "widgets/tables/row_table.h"
#include "widgets/tables/table_actions.h"
#include "widgets/views/modules/module_tree_model.h"

namespace stowage {
namespace {

constexpr int kMostOpened = 300;  // rows that a filter opens; more would stall
constexpr int kCountWidth = 76, kBytesWidth = 82;
constexpr int kLeastForNames = 130;  // pixels; else columns go, those that tell least first

}  // namespace

ModulesPane::ModulesPane(ViewState& state, QWidget* parent)
    : Pane(state, parent), model_(new ModuleTreeModel(this)), tree_(new QTreeView), filter_(new QLineEdit) {
  setObjectName("modules_pane");
  setAccessibleName(tr("Operators by module"));
  make_tree();
  filter_->setObjectName("modules_filter");
  filter_->setPlaceholderText(tr("Filter modules"));
  filter_->setAccessibleName(tr("Filter modules"));
  filter_->setClearButtonEnabled(true);
  filter_->setMinimumWidth(60);
  connect(filter_, &QLineEdit::textChanged, this, &ModulesPane::find);
  auto* bar = new QWidget;
  auto* line = new QHBoxLayout(bar);
  line->setContentsMargins(6, 4, 6, 4);
  line->addWidget(filter_);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(bar);
  rows->addWidget(tree_, 1);
  setFocusProxy(tree_);
  connect(&state, &ViewState::modules_changed, this, &ModulesPane::follow_modules);
  connect(&state, &ViewState::selection_changed, this, &ModulesPane::follow_selection);
  connect(model_, &QAbstractItemModel::modelReset, this, &ModulesPane::fit_columns);
  follow_numbers(this, [this] {
    fit_columns();
    tree_->viewport()->update();
  });
}

void ModulesPane::make_tree() {
  tree_->setObjectName("modules_tree");
  tree_->setAccessibleName(tr("Modules"));
  tree_->setModel(model_);
  tree_->setUniformRowHeights(true);
  tree_->setAlternatingRowColors(true);
  tree_->setFrameShape(QFrame::NoFrame);
  tree_->setTabKeyNavigation(false);
  tree_->setTextElideMode(Qt::ElideLeft);
  tree_->setIndentation(14);
  QHeaderView* header = tree_->header();
  header->setStretchLastSection(false);
  header->setSectionResizeMode(0, QHeaderView::Stretch);
  header->setSectionsClickable(true);
  header->setSortIndicatorShown(true);
  header->setSortIndicatorClearable(true);
  header->setSortIndicator(-1, Qt::AscendingOrder);
  header->setHighlightSections(false);
  new TableActions(tree_);
  connect(header, &QHeaderView::sortIndicatorChanged, this, &ModulesPane::find);
  connect(tree_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& index) { select(index); });
  for (const auto signal : {&QTreeView::clicked, &QTreeView::activated})
    connect(tree_, signal, this, &ModulesPane::select);
  const auto share = [this](const QModelIndex& index, bool open) {
    if (following_ || !is_current()) return;
    const std::uint32_t node = model_->node_of(index);
    const auto at = std::ranges::lower_bound(opened_, node);
    const bool was = at != opened_.end() && *at == node;
    if (open && !was) opened_.insert(at, node);
    if (!open && was) opened_.erase(at);
    state().set_module_open(node, open);
  };
  connect(tree_, &QTreeView::expanded, this, [share](const QModelIndex& index) { share(index, true); });
  connect(tree_, &QTreeView::collapsed, this, [share](const QModelIndex& index) { share(index, false); });
}

const std::shared_ptr<const ModuleRows>& ModulesPane::rows() const {
  return model_->rows();
}

/// Whether what is listed is of the graph whose operators are selected.
bool ModulesPane::is_current() const {
  return rows() && rows()->of == state().modules() && rows()->of->graph == graph_;
}

void ModulesPane::take_graph(const std::shared_ptr<const Graph>& graph) {
  graph_ = graph;
  find();
}

void ModulesPane::take_view(const PlanView& view) {
  const bool same = same_results(view, view_) && view.stale == view_.stale;
  view_ = view;
  if (!view.stale) graph_ = view.graph;
  if (!same) find();
}

void ModulesPane::follow_modules() {
  if (rows() && rows()->of == state().modules()) return open_rows();
  find();
}

/// What is listed stays until there is something else to list.
void ModulesPane::find() {
  unseen_ = !isVisible();
  if (unseen_) return;
  const auto& modules = state().modules();
  if (!modules) {
    job_.cancel();
    return take(nullptr);
  }
  if (modules->graph != view_.graph || !view_.lifetimes) return job_.cancel();
  const QHeaderView* header = tree_->header();
  const int sorted = header->sortIndicatorSection();
  ModuleQuery query{.descending = header->sortIndicatorOrder() == Qt::DescendingOrder,
                    .filter = filter_->text().trimmed()};
  if (sorted >= 0 && sorted < kModuleColumns) query.sort = static_cast<ModuleColumn>(sorted);
  job_.start([this, modules, view = view_, query](const Task& task) -> LatestJob::Delivery {
    return [this, rows = module_rows(modules, view, query, task.stop)] {
      if (rows) take(rows);
    };
  });
}

void ModulesPane::take(std::shared_ptr<const ModuleRows> rows) {
  if (!rows && !model_->rows()) return;
  {
    const QScopedValueRollback following(following_, true);
    const int scrolled = tree_->verticalScrollBar()->value();
    const bool same = rows && model_->rows() && rows->of == model_->rows()->of;
    model_->set_rows(std::move(rows));
    opened_.clear();
    open_rows();
    if (same) tree_->verticalScrollBar()->setValue(scrolled);
  }
  follow_selection();
}

/// As far as the modules are open; besides, what leads to matches.
void ModulesPane::open_rows() {
  if (!rows()) return;
  const QScopedValueRollback following(following_, true);
  const std::vector<std::uint32_t>& open = state().open_modules();
  std::vector<std::uint32_t> others;
  std::ranges::set_difference(opened_, open, std::back_inserter(others));
  for (const std::uint32_t node : others) tree_->collapse(model_->index_of_node(node));
  others.clear();
  std::ranges::set_difference(open, opened_, std::back_inserter(others));
  for (const std::uint32_t node : others)
    if (const QModelIndex index = model_->index_of_node(node); index.isValid()) tree_->expand(index);
  opened_ = open;
  if (filter_->text().trimmed().isEmpty()) return;
  int left = kMostOpened;
  for (const ModuleRows::Row& row : rows()->rows) {
    if (!row.leads || left-- == 0) continue;
    if (left < 0) break;
    tree_->expand(model_->index_of_node(row.node));
  }
}

void ModulesPane::select(const QModelIndex& index) {
  if (following_ || !index.isValid() || !is_current()) return;
  const auto operators = rows()->of->tree.operators_of(model_->node_of(index));
  const QScopedValueRollback selecting(selecting_, true);
  state().select_operators({operators.begin(), operators.end()});
}

/// The innermost row that is seen and holds all that is selected; rows are not opened for it.
void ModulesPane::follow_selection() {
  if (selecting_ || !isVisible() || !is_current()) return;
  const QScopedValueRollback following(following_, true);
  std::vector<OperatorId> operators = state().selected_operators();
  for (const TensorId t : state().selected_tensors())
    if (t.index() < graph_->tensor_count() && graph_->producer(t).valid()) operators.push_back(graph_->producer(t));
  std::erase_if(operators, [this](OperatorId o) { return o.index() >= graph_->operator_count(); });
  const ModuleTree& tree = rows()->of->tree;
  QModelIndex seen;
  for (std::uint32_t node = tree.innermost(operators); node != 0; node = tree.nodes[node].parent) {
    const QModelIndex index = model_->index_of_node(node);
    if (!index.isValid()) continue;
    bool hidden = false;
    for (QModelIndex above = index.parent(); above.isValid() && !hidden; above = above.parent())
      hidden = !tree_->isExpanded(above);
    if (hidden) continue;
    seen = index;
    break;
  }
  if (!seen.isValid()) {
    tree_->selectionModel()->clear();
    return;
  }
  if (tree_->currentIndex().siblingAtColumn(0) == seen && tree_->selectionModel()->isSelected(seen)) return;
  tree_->setCurrentIndex(seen);
}

void ModulesPane::showEvent(QShowEvent* event) {
  Pane::showEvent(event);
  if (unseen_) find();
  follow_selection();
}

void ModulesPane::resizeEvent(QResizeEvent* event) {
  Pane::resizeEvent(event);
  fit_columns();
}

/// Numbers are never cut.
void ModulesPane::fit_columns() {
  int room = width() - kLeastForNames;
  for (const auto& [column, usual] :
       {std::pair(ModuleColumn::alive, kBytesWidth), std::pair(ModuleColumn::operators, kCountWidth),
        std::pair(ModuleColumn::made, kBytesWidth)}) {
    const int needed = figures_width(*model_, static_cast<int>(column), tree_->fontMetrics(), usual);
    room -= needed;
    tree_->setColumnHidden(static_cast<int>(column), room < 0);
    tree_->header()->resizeSection(static_cast<int>(column), needed);
  }
}

}  // namespace stowage
