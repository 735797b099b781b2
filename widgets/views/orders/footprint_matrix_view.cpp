// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/orders/footprint_matrix_view.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>
#include <utility>

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/graph/lifetimes.h"
#include "core/insight/edit/edits.h"
#include "core/papers/tables.h"
#include "core/planning/plan_ground.h"
#include "core/safety/conflicts.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/controls/tool_button.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/strategy_words.h"
#include "widgets/tables/row_table.h"
#include "widgets/tables/table_actions.h"

namespace stowage {
namespace {

constexpr std::array<std::string_view, 6> kFirstChoice{"auto", "so.size.best", "greedy-by-size",
                                                       "llfb", "search",       "caching"};
constexpr std::string_view kSearch = "search";
constexpr double kSeconds = 60;  // of a strategy that has no time of its own
constexpr int kSearchSeconds = 10, kMostSearchSeconds = 3600;

using Clock = std::chrono::steady_clock;

}  // namespace

FootprintMatrixView::FootprintMatrixView(QWidget* parent)
    : QWidget(parent), model_(new FootprintMatrixModel(this)), table_(new QTableView), note_(new QLabel) {
  for (const std::string_view id : kFirstChoice)
    if (const LayoutStrategy* layout = find_layout_strategy(id)) layouts_.push_back(layout);
  make_table();
  note_->setObjectName("matrix_note");
  note_->setWordWrap(true);
  note_->setContentsMargins(8, 2, 8, 4);
  note_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(make_bar());
  rows->addWidget(table_, 1);
  rows->addWidget(note_);
  connect(&worker_, &Worker::running_changed, this, [this] {
    if (!worker_.running()) model_->forget_running();
    show_state();
  });
  connect(&worker_, &Worker::progress, this,
          [this](double fraction) { progress_->setValue(static_cast<int>(fraction * 1000)); });
  follow_numbers(this, [this] { table_->viewport()->update(); });
  show_state();
}

QWidget* FootprintMatrixView::make_bar() {
  compute_ = make_word_button("compute_matrix", tr("Plan all"),
                              tr("Plan every order with every layout strategy shown, in the background"));
  stop_ = make_word_button("stop_matrix", tr("Stop"), tr("Stop and keep the plans so far; a search gives its best"));
  choice_ =
      make_word_button("choose_layouts", tr("Layouts"), tr("Choose the layout strategies to show, one per column"));
  choice_->setPopupMode(QToolButton::InstantPopup);
  make_layout_menu();
  progress_ = new QProgressBar;
  progress_->setRange(0, 1000);
  progress_->setTextVisible(false);
  progress_->setMinimumWidth(24);
  progress_->setAccessibleName(tr("Progress of the footprints"));
  seconds_ = new QSpinBox;
  seconds_->setObjectName("matrix_seconds");
  seconds_->setRange(1, kMostSearchSeconds);
  seconds_->setValue(kSearchSeconds);
  seconds_->setPrefix(tr("search: "));
  seconds_->setSuffix(tr(" s"));
  seconds_->setAccessibleName(tr("Seconds for the search in each order"));
  seconds_->setToolTip(tr("How long the search may take in each order"));
  auto* bar = new QWidget;
  auto* line = new QHBoxLayout(bar);
  line->setContentsMargins(6, 4, 6, 4);
  line->addWidget(compute_);
  line->addWidget(stop_);
  line->addWidget(progress_, 1);
  line->addStretch();
  line->addWidget(seconds_);
  line->addWidget(choice_);
  line->addWidget(TableActions::of(table_)->make_button());
  connect(compute_, &QToolButton::clicked, this, &FootprintMatrixView::compute);
  connect(stop_, &QToolButton::clicked, this, &FootprintMatrixView::stop);
  return bar;
}

void FootprintMatrixView::make_layout_menu() {
  auto* menu = new QMenu(choice_);
  for (const LayoutStrategy& layout : layout_strategies()) {
    QAction* action = menu->addAction(text_of(layout.id));
    action->setToolTip(strategy_description(layout));
    action->setCheckable(true);
    action->setChecked(std::ranges::find(layouts_, &layout) != layouts_.end());
    connect(action, &QAction::toggled, this, &FootprintMatrixView::choose_layouts);
  }
  menu->setToolTipsVisible(true);
  choice_->setMenu(menu);
}

void FootprintMatrixView::make_table() {
  table_->setModel(model_);
  set_up_rows(table_, "matrix_table", tr("Footprints of orders and layouts"));
  table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table_->horizontalHeader()->setMinimumSectionSize(table_->fontMetrics().horizontalAdvance("8888 MiB ✓ 8"));
}

/// In the order of the table of strategies; those chosen at first keep theirs.
void FootprintMatrixView::choose_layouts() {
  std::vector<const LayoutStrategy*> chosen;
  const QList<QAction*> actions = choice_->menu()->actions();
  const auto table = layout_strategies();
  for (std::size_t k = 0; k < table.size(); ++k)
    if (actions[static_cast<qsizetype>(k)]->isChecked()) chosen.push_back(&table[k]);
  std::erase_if(layouts_, [&](const auto* each) { return std::ranges::find(chosen, each) == chosen.end(); });
  for (const LayoutStrategy* each : chosen)
    if (std::ranges::find(layouts_, each) == layouts_.end()) layouts_.push_back(each);
  model_->set_axes(model_->orders(), layouts_);
  show_state();
}

void FootprintMatrixView::set_orders(const std::shared_ptr<const Graph>& graph, std::vector<KnownOrderPtr> orders,
                                     std::map<KnownOrderPtr, Bytes> interleaved) {
  if (graph != graph_) worker_.cancel();
  graph_ = graph;
  if (!graph_) model_->forget_all();
  model_->set_axes(std::move(orders), layouts_);
  model_->set_interleaved(std::move(interleaved));
  show_state();
}

void FootprintMatrixView::set_alignment(Bytes alignment) {
  if (alignment == alignment_) return;
  alignment_ = alignment;
  worker_.cancel();
  model_->forget_all();
  show_state();
}

std::vector<FootprintMatrixView::Row> FootprintMatrixView::missing() const {
  std::vector<Row> out;
  for (const KnownOrderPtr& order : model_->orders()) {
    Row row{order, {}};
    for (const LayoutStrategy* layout : layouts_)
      if (!model_->cell(order, *layout)) row.layouts.push_back(layout);
    if (!row.layouts.empty()) out.push_back(std::move(row));
  }
  return out;
}

void FootprintMatrixView::compute() {
  std::vector<Row> rows = missing();
  if (!graph_ || rows.empty()) return;
  const Job job{graph_, std::move(rows), alignment_, static_cast<double>(seconds_->value())};
  worker_.start([this, job](const Worker::Run& run) { work(run, job); });
}

/// What is at hand is ended with what it has.
QString FootprintMatrixView::stop() {
  worker_.finish();
  return tr("Stopping. The footprints planned so far are kept.");
}

/// A plan in that order, or why there is none.
MatrixCell FootprintMatrixView::plan_cell(const LayoutStrategy& layout, const PlanGround& ground, const Bounds& bounds,
                                          const Task& task) {
  using enum MatrixCell::State;
  if (const auto why = strategy_refusal(layout, ground.problem()))
    return {.state = none, .brief = why->brief, .reason = why->reason + '.'};
  const auto begin = Clock::now();
  Result<Plan> plan = ground.plan(layout, task);
  const std::chrono::duration<double, std::milli> took = Clock::now() - begin;
  if (plan) {
    raise_bound(ground.graph(), bounds.proved(), *plan);
    return {
        .state = done, .footprint = plan->footprint, .lower_bound = plan->lower_bound, .milliseconds = took.count()};
  }
  const bool late = plan.error().kind == Error::Kind::timed_out || plan.error().kind == Error::Kind::cancelled;
  return {.state = none,
          .brief = late ? tr("no plan") : tr("refused"),
          .reason =
              late ? tr("Stopped or out of time before it had a plan.") : QString::fromStdString(plan.error().text())};
}

/// In the background. Told to finish, it ends with the cell that it is at.
void FootprintMatrixView::work(const Worker::Run& run, const Job& job) const {
  Task task;
  task.stop = run.task().stop;
  std::size_t all = 0, ended = 0;
  for (const Row& row : job.rows) all += row.layouts.size();
  for (const Row& row : job.rows) {
    const auto tell = [&](const LayoutStrategy* layout, const MatrixCell& cell) {
      run.post([this, order = row.order, layout, cell] { model_->set_cell(order, *layout, cell); });
    };
    const Graph ordered = with_order(*job.graph, row.order->sequence);
    const Result<Conflicts> conflicts = Conflicts::compute(ordered, task);
    const Result<PlanGround> ground =
        conflicts ? PlanGround::make(ordered, *conflicts, job.alignment) : tl::unexpected(conflicts.error());
    const Bounds bounds = ground ? ground->quick_bounds() : Bounds{};
    for (const LayoutStrategy* layout : row.layouts) {
      if (task.stop.stop_requested()) return;
      tell(layout, {});
      task.deadline = Task::with_time_limit(layout->id == kSearch ? job.search_seconds : kSeconds).deadline;
      tell(layout, ground ? plan_cell(*layout, *ground, bounds, task)
                          : MatrixCell{.state = MatrixCell::State::none,
                                       .brief = tr("refused"),
                                       .reason = QString::fromStdString(ground.error().text())});
      run.task().report(static_cast<double>(++ended) / static_cast<double>(all));
    }
  }
}

void FootprintMatrixView::show_state() {
  const bool running = worker_.running();
  stop_->setVisible(running);
  progress_->setVisible(running);
  if (!running) progress_->setValue(0);
  compute_->setEnabled(!running && graph_ && !missing().empty());
  if (model_->least())
    note_->setText(tr("✓ equals the lower bound of its order: no layout is smaller. Bold: the smallest footprint."));
  else
    note_->setText(tr("Rows are orders, and columns are layout strategies. Plan all computes the footprints."));
}

}  // namespace stowage
