// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/improve/sync_costs.h"

#include <algorithm>

#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

#include "widgets/base/follow_numbers.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/elided.h"
#include "widgets/edit/edits.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/tables/fitted_columns.h"
#include "widgets/tables/cell_delegates.h"
#include "widgets/tables/row_table.h"
#include "widgets/views/improve/sync_cost_model.h"

namespace stowage {
namespace {

std::size_t streams_used(const Graph* graph) {
  if (!graph) return 0;
  const auto used = [&](StreamId s) { return !graph->operators_of(s).empty(); };
  return static_cast<std::size_t>(std::ranges::count_if(graph->streams(), used));
}

}  // namespace

SyncCosts::SyncCosts(ViewState& state, QWidget* parent)
    : QWidget(parent),
      state_(state),
      model_(new SyncCostModel(this)),
      sorted_(new SyncCostRows(model_)),
      sentence_(make_wrapped_line("concurrency_cost")),
      title_(make_wrapped_line("sync_costs_title")),
      table_(new QTableView),
      show_redundant_(new QCheckBox),
      costs_(this, {.text = [] { return tr("Computing the cost of syncs…"); },
                    .cancel =
                        [this] {
                          stop();
                          return tr("The costs of the syncs were cancelled. Those computed so far are kept.");
                        }}) {
  make_rows();
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(sentence_);
  rows->addWidget(title_);
  rows->addWidget(show_redundant_);
  rows->addWidget(table_, 1);
  rows->addStretch();
  connect(&costs_, &Worker::progress, this, &SyncCosts::progress);
  connect(&costs_, &Worker::running_changed, this, &SyncCosts::changed);
  follow_numbers(this, [this] { show_sentence(); });
  show_sentence();
  show_rows();
}

void SyncCosts::make_rows() {
  table_->setModel(sorted_);
  set_up_rows(table_, "sync_costs", tr("Syncs of the graph"));
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setItemDelegateForColumn(SyncCostModel::kSync, new NamesDelegate(table_));
  (new FittedColumns(table_))->set_filler(SyncCostModel::kSync);
  table_->setSortingEnabled(true);
  table_->sortByColumn(SyncCostModel::kFootprint, Qt::DescendingOrder);
  show_redundant_->setObjectName("show_redundant_syncs");
  show_redundant_->setToolTip(tr("Other arcs imply a redundant sync: removing it changes nothing"));
  connect(show_redundant_, &QCheckBox::toggled, this, [this](bool shown) {
    sorted_->show_redundant(shown);
    show_rows();
  });
  auto* remove = new QAction(tr("Remove this sync"), table_);
  remove->setShortcuts({QKeySequence(Qt::Key_Delete), QKeySequence(Qt::Key_Backspace)});
  remove->setShortcutContext(Qt::WidgetShortcut);
  connect(remove, &QAction::triggered, this, &SyncCosts::remove_current);
  table_->addAction(remove);
  connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &SyncCosts::select_row);
}

void SyncCosts::set_graph(const std::shared_ptr<const Graph>& graph) {
  if (graph == now_.graph) return;
  now_.graph = graph;
  streams_ = streams_used(graph.get());
  costs_.cancel();
  costed_ = {};
  cost_.reset();
  whole_ = false;
  model_->set_graph(graph);
  show_sentence();
  show_rows();
  emit changed();
}

void SyncCosts::set_view(const PlanView& view) {
  planning_ = view.planning;
  if (view.stale) return;  // set_graph() said what is new
  set_graph(view.graph);
  if (view.plan) now_.alignment = view.plan->alignment;
  const bool safe = view.plan && !view.clashes && !view.plan->serial_streams && !view.plan->reserved_peak;
  // The costs are those of plans without outputs over inputs.
  const bool comparable = safe && view.graph->in_place().empty();
  shown_ = comparable ? std::optional(view.plan->footprint) : std::nullopt;
  show_sentence();
  if (isVisible()) start();
}

void SyncCosts::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  start();
}

QString SyncCosts::why_not() const {
  if (!now_.graph) return tr("Open a graph to see what its streams cost.");
  if (streams_ < 2) return tr("Nothing to save: all operators run on one stream.");
  if (busy()) return tr("The costs are being computed.");
  if (planning_) return tr("The costs are computed once the graph is planned.");
  return whole_ && now_ == costed_ ? tr("All costs are computed.") : QString();
}

/// Once per graph and alignment.
void SyncCosts::start() {
  if (!planning_ && streams_ > 1 && now_ != costed_) compute();
}

void SyncCosts::compute() {
  if (planning_ || streams_ < 2) return;
  costed_ = now_;
  cost_.reset();
  whole_ = false;
  model_->set_graph(now_.graph);
  costs_.start([this, of = now_](const Worker::Run& run) { work(run, of.graph, of.alignment); });
  show_sentence();
}

void SyncCosts::stop() {
  costs_.cancel();
  show_sentence();
}

/// In the background.
void SyncCosts::work(const Worker::Run& run, const std::shared_ptr<const Graph>& graph, Bytes alignment) {
  const Result<ConcurrencyCost> cost = concurrency_cost(*graph, alignment, run.task());
  if (!cost) return;
  run.post([this, cost = *cost] {
    cost_ = cost;
    model_->set_now(cost.streams);
    show_sentence();
  });
  const auto known = [&](const SyncCost& sync) {
    const SyncWay way = sync.redundant ? implied_by(*graph, graph->control()[sync.place]) : SyncWay();
    run.post([this, sync, way] {
      model_->set_cost(sync, way);
      show_rows();
    });
  };
  const auto all = sync_costs(*graph, alignment, cost->streams.bound, run.task(), known);
  run.end_with([this, ok = all.has_value()] { whole_ = ok; });
}

void SyncCosts::show_sentence() {
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

void SyncCosts::show_rows() {
  const int count = model_->rowCount();
  const int redundant = model_->redundant_count();
  table_->setVisible(sorted_->rowCount() > 0);
  show_redundant_->setVisible(redundant > 0);
  show_redundant_->setText(tr("Show %Ln redundant sync(s)", nullptr, redundant));
  if (!now_.graph) return title_->clear();
  if (count == 0) return title_->setText(tr("There are no syncs to remove."));
  title_->setText(tr("%Ln sync(s): extra memory without each", nullptr, count));
}

void SyncCosts::remove_current() {
  const QModelIndex at = table_->currentIndex();
  if (!at.isValid() || !now_.graph || model_->graph() != now_.graph) return;
  emit edit_requested(edits::remove_sync(*now_.graph, model_->sync(sorted_->mapToSource(at).row())));
}

void SyncCosts::select_row() {
  const QModelIndexList at = table_->selectionModel()->selectedRows();
  if (at.isEmpty() || !now_.graph || model_->graph() != now_.graph) return;
  const ControlEdge sync = model_->sync(sorted_->mapToSource(at.first()).row());
  state_.select_operators({sync.before, sync.after});
  state_.set_path({sync.before, sync.after});
}

}  // namespace stowage
