// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/loops/loops_pane.h"

#include <algorithm>
#include <utility>

#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTableView>
#include <QTreeWidget>

#include "core/layout/strategy.h"
#include "core/papers/tables.h"
#include "core/planning/plan_ground.h"
#include "core/safety/conflicts.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/base/view_state.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/tables/row_table.h"
#include "widgets/views/loops/loop_map_view.h"
#include "widgets/views/loops/pointer_model.h"

namespace stowage {

LoopsPane::LoopsPane(ViewState& state, QWidget* parent)
    : Pane(state, parent), pages_(new QStackedWidget(this)), pointers_(new PointerModel(this)) {
  pages_->addWidget(make_message());
  pages_->addWidget(make_content());
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(0, 0, 0, 0);
  all->addWidget(pages_);
  connect(&state, &ViewState::selection_changed, this, &LoopsPane::selection_from_state);
  follow_numbers(this, [this] {
    fill_tree();
    show_words();
  });
  take_view({});
}

LoopsPane::~LoopsPane() = default;

void LoopsPane::say(const QString& words, bool working, bool stopped, bool no_loops) {
  message_->setText(words);
  stop_->setVisible(working);
  again_->setVisible(stopped);
  sample_->setVisible(no_loops);
  pages_->setCurrentIndex(0);
}

/// Another strategy changes nothing: a loop is planned for itself.
void LoopsPane::take_view(const PlanView& view) {
  if (view.stale) return;
  const bool none = !view.graph || view.graph->loop_count() == 0;
  if (!none && !view.plan && view.planning && view.graph != graph_)
    return say(tr("Waiting for the plan of the graph…"), false, false, false);
  const Bytes alignment = view.plan ? view.plan->alignment : graph_ == view.graph ? alignment_ : Bytes{1};
  if (!none && view.graph == graph_ && alignment == alignment_) return;
  graph_ = view.graph;
  alignment_ = alignment;
  if (!none) return plan();
  planner_.cancel();
  take_loops({});
  if (!graph_) return say(tr("No graph is open."), false, false, false);
  say(tr("No operator of this graph is a loop.\n\nA loop runs a body of operators again and again. Values that one "
         "iteration hands to the next go round in a ring of places, so that nothing is copied. This view shows the "
         "places of each tensor in each iteration. In a graph file, a node with a “loop” is a loop."),
      false, false, true);
}

void LoopsPane::plan() {
  totaler_.cancel();
  total_.reset();
  say(tr("Planning the loops…"), true, false, false);
  planner_.start([this, graph = graph_, alignment = alignment_](const Task& task) -> LatestJob::Delivery {
    auto planned = plan_loops(*graph, alignment, task);
    if (!planned)
      return [this, error = std::move(planned.error())] {
        take_loops({});
        if (error.kind == Error::Kind::cancelled) return void(stop());
        say(tr("The loops cannot be planned: %1.").arg(QString::fromStdString(error.text())), false, false, false);
      };
    const auto shared = std::make_shared<const LoopsPlan>(std::move(*planned));
    return [this, shared, loops = loops_of(graph, shared)] {
      take_loops(loops);
      find_total(shared);
    };
  });
}

/// That of the graph in which each loop needs its buffers.
void LoopsPane::find_total(const std::shared_ptr<const LoopsPlan>& loops) {
  totaler_.start([this, loops, alignment = alignment_](const Task& task) -> LatestJob::Delivery {
    const auto nothing = [] {};
    const auto conflicts = Conflicts::compute(*loops->graph, task);
    if (!conflicts) return nothing;
    const auto ground = PlanGround::make(*loops->graph, *conflicts, alignment, true, task);
    if (!ground) return nothing;
    const auto plan = ground->plan(*find_layout_strategy("auto"), task);
    if (!plan) return nothing;
    return [this, total = plan->footprint] {
      total_ = total;
      show_words();
    };
  });
}

QString LoopsPane::stop() {
  planner_.cancel();
  const QString said = tr("You cancelled the planning of the loops.");
  say(said, false, true, false);
  again_->setFocus();
  return said;
}

QString LoopsPane::stop_total() {
  totaler_.cancel();
  return tr("The plan of the graph with its loops was cancelled.");
}

/// The loop that was shown is shown again where there is one of that name.
void LoopsPane::take_loops(const std::vector<ShownLoop>& loops) {
  const std::vector<std::string> before = chosen_ ? loops_[*chosen_].path : std::vector<std::string>();
  loops_ = loops;
  chosen_.reset();
  fill_tree();
  if (loops_.empty()) return choose({});
  tree_->setVisible(loops_.size() > 1);  // the words name the one
  pages_->setCurrentIndex(1);
  const auto same = std::ranges::find(loops_, before, &ShownLoop::path);
  choose(same == loops_.end() ? 0 : static_cast<std::size_t>(same - loops_.begin()));
  selection_from_state();
}

void LoopsPane::fill_tree() {
  syncing_ = true;
  tree_->clear();
  std::vector<QTreeWidgetItem*> items;
  QList<QTreeWidgetItem*> tops;
  for (const ShownLoop& loop : loops_) {
    auto* item = new QTreeWidgetItem;
    item->setText(0, text_of(loop.path.back()));
    item->setToolTip(0, loop_summary(loop));
    item->setData(0, Qt::UserRole, static_cast<qulonglong>(items.size()));
    if (loop.parent)
      items[*loop.parent]->addChild(item);
    else
      tops += item;
    items.push_back(item);
  }
  tree_->addTopLevelItems(tops);
  tree_->expandAll();
  if (chosen_) tree_->setCurrentItem(items[*chosen_]);
  syncing_ = false;
}

void LoopsPane::choose(std::optional<std::size_t> loop) {
  if (loop && loop == chosen_) return;
  chosen_ = loop;
  if (!loop) {
    mapper_.cancel();
    return take_map(nullptr);
  }
  syncing_ = true;
  for (QTreeWidgetItemIterator at(tree_); *at; ++at)
    if ((*at)->data(0, Qt::UserRole).toULongLong() == *loop) tree_->setCurrentItem(*at);
  syncing_ = false;
  mapper_.start([this, shown = loops_[*loop]](const Task&) -> LatestJob::Delivery {
    return [this, map = make_loop_map(shown)] { take_map(map); };
  });
}

void LoopsPane::take_map(std::shared_ptr<const LoopMap> map) {
  map_ = std::move(map);
  view_->set_map(map_);
  pointers_->set_map(map_);
  table_->setColumnHidden(PointerModel::kTensor, true);  // the names stand beside the rows
  fit_columns();
  show_iteration();
}

/// The first ones to what they hold; of the many that may follow all are alike.
void LoopsPane::fit_columns() {
  constexpr int kMeasured = 8;
  const int measured = std::min(pointers_->columnCount(), kMeasured);
  if (measured == 0) return;
  table_->resizeColumnToContents(measured - 1);
  table_->horizontalHeader()->setDefaultSectionSize(table_->columnWidth(measured - 1));
  for (int column = 0; column + 1 < measured; ++column) table_->resizeColumnToContents(column);
}

void LoopsPane::show_iteration() {
  const auto iteration = static_cast<std::size_t>(iteration_->value());
  pointers_->set_iteration(iteration);
  view_->set_iteration(iteration);
  show_words();
}

/// By the user: what it reads comes into view.
void LoopsPane::take_iteration() {
  show_iteration();
  if (pointers_->rowCount() == 0) return;
  const int row = std::max(0, table_->rowAt(0));
  if (const int used = pointers_->used_column(row); used >= 0) table_->scrollTo(pointers_->index(row, used));
}

void LoopsPane::show_words() {
  if (!map_) return;
  QString words = loop_summary(map_->loop);
  if (!map_->loop.parent && map_->loop.plan->plan.footprint.count > 0)
    words += ' ' + (total_ ? tr("The footprints of the graph do not count it: with its loops the graph needs %1.")
                                 .arg(human_bytes(*total_))
                           : tr("The footprints of the graph do not count it."));
  if (map_->loop.plan->plan.footprint.count > 0) words += ' ' + tr("Places count from the start of the loop's memory.");
  summary_->setText(words);
  results_->setText(results_text(map_->loop, static_cast<std::size_t>(iteration_->value())));
}

std::size_t LoopsPane::outermost(std::size_t loop) const {
  while (loops_[loop].parent) loop = *loops_[loop].parent;
  return loop;
}

/// By the user, in the tree.
void LoopsPane::take_current() {
  const QTreeWidgetItem* item = tree_->currentItem();
  if (syncing_ || !item) return;
  choose(item->data(0, Qt::UserRole).toULongLong());
  const OperatorId node = loops_[outermost(*chosen_)].plan->node;
  if (newest_ && newest_ != graph_) return;  // the state's operators are those of another graph
  syncing_ = true;
  state().select_operators({node});
  syncing_ = false;
}

void LoopsPane::selection_from_state() {
  const auto& selected = state().selected_operators();
  if (syncing_ || !isVisible() || !chosen_ || selected.empty() || (newest_ && newest_ != graph_)) return;
  if (loops_[outermost(*chosen_)].plan->node == selected.front()) return;
  for (std::size_t k = 0; k < loops_.size(); ++k)
    if (!loops_[k].parent && std::ranges::find(selected, loops_[k].plan->node) != selected.end()) return choose(k);
}

void LoopsPane::showEvent(QShowEvent* event) {
  Pane::showEvent(event);
  selection_from_state();
}

void LoopsPane::take_rows() {
  if (syncing_) return;
  const std::vector<int> rows = selected_rows(table_);
  view_->set_tensor(rows.empty() ? TensorId() : pointers_->tensor(rows.front()));
}

Drawing LoopsPane::drawing() const {
  return view_->drawing();
}

std::optional<PictureWords> LoopsPane::picture() const {
  return PictureWords{"loops", tr("L&oop…"), tr("Export image of the loop"), "-loop"};
}

}  // namespace stowage
