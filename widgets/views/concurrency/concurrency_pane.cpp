// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/concurrency/concurrency_pane.h"

#include <algorithm>
#include <utility>

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QScrollBar>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/plan/plan.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/elided.h"
#include "widgets/controls/range_button.h"
#include "widgets/controls/tool_button.h"
#include "widgets/edit/edits.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/tables/cell_delegates.h"
#include "widgets/tables/fitted_columns.h"
#include "widgets/tables/row_table.h"
#include "widgets/views/concurrency/suggestion_table_model.h"
#include "widgets/views/concurrency/sync_cost_model.h"

namespace stowage {
namespace {

constexpr double kSearchSeconds = 60;

QTableView* make_table(const char* name, const QString& accessible, QAbstractItemModel* model) {
  auto* table = new QTableView;
  table->setModel(model);
  set_up_rows(table, name, accessible);
  table->setSelectionMode(QAbstractItemView::SingleSelection);
  table->setItemDelegateForColumn(0, new NamesDelegate(table));
  return table;
}

std::size_t streams_used(const Graph* graph) {
  if (!graph) return 0;
  const auto used = [&](StreamId s) { return !graph->operators_of(s).empty(); };
  return static_cast<std::size_t>(std::ranges::count_if(graph->streams(), used));
}

}  // namespace

ConcurrencyPane::ConcurrencyPane(ViewState& state, QWidget* parent)
    : Pane(state, parent),
      there_(new SyncCostModel(this)),
      there_sorted_(new SyncCostRows(there_)),
      suggested_(new SuggestionTableModel(this)),
      sentence_(make_wrapped_line("concurrency_cost")),
      costs_(this,
             {.text = [] { return tr("Computing the cost of syncs…"); }, .cancel = [this] { return stop_costs(); }}),
      search_(this, {.text = [] { return tr("Looking for syncs worth adding…"); },
                     .cancel = [this] { return stop_search(); }}) {
  auto* split = new QSplitter(Qt::Vertical);
  split->addWidget(make_suggested());
  split->addWidget(make_there());
  split->setStretchFactor(0, 3);
  split->setStretchFactor(1, 2);
  split->setChildrenCollapsible(false);
  split->setSizes({300, 200});
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(new RangeNote(state));
  rows->addWidget(sentence_);
  rows->addWidget(split, 1);
  connect(&search_, &Worker::progress, this,
          [this](double fraction) { progress_->setValue(static_cast<int>(fraction * 1000)); });
  connect(&search_, &Worker::running_changed, this, &ConcurrencyPane::show_search);
  follow_numbers(this, [this] {
    show_sentence();
    show_search();
  });
  show_sentence();
  show_there();
  show_search();
}

QWidget* ConcurrencyPane::make_suggested() {
  suggest_ =
      make_word_button("suggest_syncs", tr("Suggest syncs"), tr("Find the single syncs that would save most memory"));
  cancel_ = make_word_button("cancel_suggest", tr("Stop"), tr("Stop, and keep the results so far"));
  add_ = make_word_button("add_suggestion", tr("Add"),
                          tr("Add the selected sync to the graph (Return); it can be undone"));
  progress_ = new QProgressBar;
  progress_->setRange(0, 1000);
  progress_->setTextVisible(false);
  progress_->setAccessibleName(tr("Progress of the search"));
  auto* line = new QHBoxLayout;
  line->setContentsMargins(8, 2, 8, 2);
  line->addWidget(suggest_);
  line->addWidget(progress_, 1);
  line->addWidget(cancel_);
  line->addStretch();
  line->addWidget(add_);
  search_status_ = make_wrapped_line("suggest_status");
  suggested_table_ = make_table("suggestions", tr("Syncs worth adding"), suggested_);
  auto* columns = new FittedColumns(suggested_table_);
  columns->set_filler(SuggestionTableModel::kSync);
  columns->set_spare({SuggestionTableModel::kLater, SuggestionTableModel::kShare});  // the names need the room
  auto* part = new QWidget;
  auto* rows = new QVBoxLayout(part);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addLayout(line);
  rows->addWidget(suggested_table_, 1);
  rows->addWidget(search_status_);  // below: its lines become more and fewer, and move no row
  rows->addStretch();
  connect(suggest_, &QToolButton::clicked, this, &ConcurrencyPane::suggest);
  connect(cancel_, &QToolButton::clicked, this, [this] { stop_search(); });
  connect(add_, &QToolButton::clicked, this, [this] { add_suggestion(suggested_table_->currentIndex().row()); });
  connect(suggested_table_, &QTableView::activated, this, [this](const QModelIndex& at) { add_suggestion(at.row()); });
  connect(suggested_table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
    const QModelIndexList at = suggested_table_->selectionModel()->selectedRows();
    if (!at.isEmpty() && !syncing_) select_sync(searched_.graph, suggested_->at(at.first().row()).sync, false);
    show_search();
  });
  return part;
}

QWidget* ConcurrencyPane::make_there() {
  there_title_ = make_wrapped_line("sync_costs_title");
  there_table_ = make_table("sync_costs", tr("Syncs of the graph"), there_sorted_);
  (new FittedColumns(there_table_))->set_filler(SyncCostModel::kSync);
  there_table_->setSortingEnabled(true);
  there_table_->sortByColumn(SyncCostModel::kFootprint, Qt::DescendingOrder);
  auto* part = new QWidget;
  auto* rows = new QVBoxLayout(part);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(there_title_);
  show_redundant_ = new QCheckBox;
  show_redundant_->setObjectName("show_redundant_syncs");
  show_redundant_->setToolTip(tr("Other arcs imply a redundant sync: removing it changes nothing"));
  rows->addWidget(show_redundant_);
  rows->addWidget(there_table_, 1);
  rows->addStretch();
  connect(show_redundant_, &QCheckBox::toggled, this, [this](bool shown) {
    there_sorted_->show_redundant(shown);
    show_there();
  });
  auto* remove = new QAction(tr("Remove this sync"), there_table_);
  remove->setShortcuts({QKeySequence(Qt::Key_Delete), QKeySequence(Qt::Key_Backspace)});
  remove->setShortcutContext(Qt::WidgetShortcut);
  connect(remove, &QAction::triggered, this, &ConcurrencyPane::remove_sync);
  there_table_->addAction(remove);
  connect(there_table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
    const QModelIndexList at = there_table_->selectionModel()->selectedRows();
    if (at.isEmpty()) return;
    select_sync(there_->graph(), there_->sync(there_sorted_->mapToSource(at.first()).row()), true);
  });
  return part;
}

void ConcurrencyPane::take_graph(const std::shared_ptr<const Graph>& graph) {
  if (graph == now_.graph) return;
  now_.graph = graph;
  streams_ = streams_used(graph.get());
  costs_.cancel();
  costed_ = {};
  cost_.reset();
  there_->set_graph(graph);
  if (!graph) {
    search_.cancel();
    searched_ = {};
    suggested_->set_results(nullptr, {});
  }
  mark_stale();
  show_sentence();
  show_there();
}

void ConcurrencyPane::take_view(const PlanView& view) {
  planning_ = view.planning;
  if (view.stale) return;  // set_graph said what is new
  take_graph(view.graph);
  if (view.plan && view.plan->alignment != now_.alignment) {
    now_.alignment = view.plan->alignment;
    mark_stale();
  }
  const bool safe = view.plan && !view.clashes && !view.plan->serial_streams && !view.plan->reserved_peak;
  // The costs are those of plans without outputs over inputs.
  const bool comparable = safe && view.graph->in_place().empty();
  shown_ = comparable ? std::optional(view.plan->footprint) : std::nullopt;
  show_sentence();
  start_costs();
}

void ConcurrencyPane::showEvent(QShowEvent* event) {
  Pane::showEvent(event);
  start_costs();
}

void ConcurrencyPane::start_costs() {
  if (!isVisible() || planning_ || streams_ < 2 || now_ == costed_) return;
  costed_ = now_;
  cost_.reset();
  there_->set_graph(now_.graph);
  costs_.start([this, of = now_](const Worker::Run& run) { compute_costs(run, of.graph, of.alignment); });
  show_sentence();
}

/// Of this graph they are not computed again.
QString ConcurrencyPane::stop_costs() {
  costs_.cancel();
  show_sentence();
  return tr("The costs of the syncs were cancelled. Those computed so far are kept.");
}

QString ConcurrencyPane::stop_search() {
  search_.cancel();
  return tr("The search for syncs was stopped. The best found so far are kept.");
}

/// In the background.
void ConcurrencyPane::compute_costs(const Worker::Run& run, const std::shared_ptr<const Graph>& graph,
                                    Bytes alignment) {
  const Result<ConcurrencyCost> cost = concurrency_cost(*graph, alignment, run.task());
  if (!cost) return;
  run.post([this, cost = *cost] {
    cost_ = cost;
    there_->set_now(cost.streams);
    show_sentence();
  });
  const auto known = [&](const SyncCost& sync) {
    const SyncWay way = sync.redundant ? implied_by(*graph, graph->control()[sync.place]) : SyncWay();
    run.post([this, sync, way] {
      there_->set_cost(sync, way);
      show_there();
    });
  };
  (void)sync_costs(*graph, alignment, cost->streams.bound, run.task(), known);
}

void ConcurrencyPane::show_sentence() {
  if (!now_.graph) return sentence_->setText(tr("Open a graph to see what its streams cost."));
  if (streams_ < 2) return sentence_->setText(tr("Nothing to save: all operators run on one stream."));
  const QString streams = tr("%Ln stream(s)", nullptr, as_int(streams_));
  if (!cost_)
    return sentence_->setText(
        (costs_.running() ? tr("%1: the cost is being computed…") : tr("%1: the cost has not been computed."))
            .arg(streams));
  const bool may_share = !now_.graph->in_place().empty();
  ConcurrencyCost cost = *cost_;
  // A plan that was searched for longer may be smaller; two figures of one thing would be hard to believe.
  if (shown_) cost.lower_to(*shown_);
  const auto& [many, one] = cost;
  const Bytes now = many.footprint;
  const Bytes extra = now - one.footprint;
  const QString words =
      extra > Bytes{0} ? tr("%1 need %5. One stream in this order needs %4, so the streams cost %2 (%3).")
                             .arg(streams, human_bytes(extra), signed_percent(gap(now, one.footprint)),
                                  human_bytes(one.footprint), human_bytes(now))
      : extra < Bytes{0} ? tr("%1 need %2. One stream in this order needs %3.")
                               .arg(streams, human_bytes(now), human_bytes(one.footprint))
                         : tr("%1 need %2. One stream in this order needs the same.").arg(streams, human_bytes(now));
  sentence_->setText(may_share ? words + ' ' + tr("No output is written over an input here.") : words);
  sentence_->setToolTip(
      tr("Best plan on one stream: %1, lower bound %2\nBest plan on these streams: %3, lower bound %4")
          .arg(full_bytes(one.footprint), full_bytes(one.bound), full_bytes(now), full_bytes(many.bound)));
}

void ConcurrencyPane::show_there() {
  const int count = there_->rowCount();
  const int redundant = there_->redundant_count();
  there_table_->setVisible(there_sorted_->rowCount() > 0);
  show_redundant_->setVisible(redundant > 0);
  show_redundant_->setText(tr("Show %Ln redundant sync(s)", nullptr, redundant));
  if (!now_.graph) return there_title_->clear();
  if (count == 0) return there_title_->setText(tr("There are no syncs to remove."));
  there_title_->setText(tr("%Ln sync(s): extra memory without each", nullptr, count));
}

void ConcurrencyPane::suggest() {
  if (!now_.graph || streams_ < 2) return;
  searched_ = now_;
  search_ended_ = false;
  suggested_->set_results(now_.graph, {});
  progress_->setValue(0);
  search_.start([this, of = now_, shown = shown_](const Worker::Run& run) {
    Task task = run.task();
    task.deadline = Task::with_time_limit(kSearchSeconds).deadline;
    const auto show = [&](const SyncSuggestions& found, bool ended) {
      run.post([this, found, ended] {
        search_ended_ = ended;
        show_found(found);
      });
    };
    const auto all = suggest_syncs(*of.graph, {.alignment = of.alignment, .shown = shown}, task,
                                   [&](const auto& found) { show(found, false); });
    if (all) show(*all, true);
  });
  show_search();
}

/// The row that is marked stays so, and where it is on screen, wherever its sync stands now; that is nobody's choice.
void ConcurrencyPane::show_found(const SyncSuggestions& found) {
  QScrollBar* bar = suggested_table_->verticalScrollBar();
  const int row = suggested_table_->currentIndex().row(), top = bar->value();
  const int held = row >= 0 ? row : top > 0 ? top : -1;
  const auto sync = held >= 0 ? std::optional(suggested_->at(held).sync) : std::nullopt;
  syncing_ = true;
  suggested_table_->setAutoScroll(false);
  suggested_->set_results(searched_.graph, found);
  const int now = sync ? suggested_->row_of(*sync) : -1;
  if (row >= 0 && now >= 0) suggested_table_->setCurrentIndex(suggested_->index(now, 0));
  show_search();
  suggested_table_->doItemsLayout();
  if (now >= 0) bar->setValue(top + now - held);
  suggested_table_->setAutoScroll(true);
  syncing_ = false;
}

void ConcurrencyPane::mark_stale() {
  suggested_->set_stale(searched_.graph && searched_ != now_);
  if (suggested_->is_stale()) search_.cancel();
  show_search();
}

void ConcurrencyPane::show_search() {
  const bool running = search_.running();
  suggest_->setEnabled(now_.graph && streams_ > 1 && !running);
  progress_->setVisible(running);
  cancel_->setVisible(running);
  const SyncSuggestions& found = suggested_->results();
  suggested_table_->setVisible(!found.best.empty());
  add_->setEnabled(!suggested_->is_stale() && suggested_table_->selectionModel()->hasSelection());
  search_status_->setText(search_status());
}

QString ConcurrencyPane::search_status() const {
  const SyncSuggestions& found = suggested_->results();
  if (!searched_.graph) return streams_ > 1 ? tr("The search takes up to a minute.") : "";
  if (suggested_->is_stale())
    return found.best.empty() ? tr("The graph changed, so the search was stopped.")
                              : tr("The graph changed after this search: suggest again, or undo.");
  const QLocale locale;
  const QString all = locale.toString(static_cast<qulonglong>(found.syncs));
  const QString planned = locale.toString(static_cast<qulonglong>(found.planned));
  if (search_.running()) return tr("Searching… %1 of %2 possible syncs planned.").arg(planned, all) + selected_move();
  QString out = found.all_planned   ? tr("All %1 possible syncs were planned.").arg(all)
                : found.all_bounded ? tr("All %1 possible syncs were bounded, %2 planned.").arg(all, planned)
                                    : tr("Stopped after %1 of %2 possible syncs.").arg(planned, all);
  if (!search_ended_ && found.syncs == 0) return tr("Stopped before any sync was planned.");
  if (found.best.empty()) out += ' ' + tr("No planned sync saves memory.");
  if (!found.all_planned && found.possible > (found.best.empty() ? Bytes{0} : found.best.front().saved))
    out += ' ' + tr("By the bounds, another could save at most %1.").arg(human_bytes(found.possible));
  if (!found.best.empty())
    out += ' ' + (searched_.graph->has_durations()
                      ? tr("Dominated syncs are hidden: they restrict the streams more, or take no less time, and save "
                           "no more bytes.")
                      : tr("Dominated syncs are hidden: they restrict the streams more and save no more bytes."));
  return out + selected_move();
}

/// Said before it is added: the order that every view shows will be another.
QString ConcurrencyPane::selected_move() const {
  const QModelIndexList at = suggested_table_->selectionModel()->selectedRows();
  if (at.isEmpty()) return {};
  const SyncSuggestion& each = suggested_->at(at.first().row());
  return each.later > 0 ? '\n' + moves_text(*searched_.graph, each) : QString();
}

void ConcurrencyPane::add_suggestion(int row) {
  if (row < 0 || row >= suggested_->rowCount() || suggested_->is_stale()) return;
  const auto [before, after] = suggested_->at(row).sync;
  emit edit_requested(edits::add_sync(*searched_.graph, before, after));
}

void ConcurrencyPane::remove_sync() {
  const QModelIndex at = there_table_->currentIndex();
  if (!at.isValid() || !now_.graph || there_->graph() != now_.graph) return;
  emit edit_requested(edits::remove_sync(*now_.graph, there_->sync(there_sorted_->mapToSource(at).row())));
}

void ConcurrencyPane::select_sync(const std::shared_ptr<const Graph>& of, const ControlEdge& sync, bool path) {
  if (!of || of != now_.graph) return;
  state().select_operators({sync.before, sync.after});
  state().set_path(path ? std::vector{sync.before, sync.after} : std::vector<OperatorId>());
}

}  // namespace stowage
