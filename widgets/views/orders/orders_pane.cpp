// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/orders/orders_pane.h"

#include <algorithm>
#include <map>
#include <utility>

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QProgressBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/base/follow_numbers.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/elided.h"
#include "widgets/controls/tool_button.h"
#include "widgets/edit/edits.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/strategy_words.h"
#include "widgets/tables/fitted_columns.h"
#include "widgets/tables/row_table.h"
#include "widgets/views/orders/footprint_matrix_view.h"
#include "widgets/views/orders/moved_operators_view.h"
#include "widgets/views/orders/order_table_model.h"

namespace stowage {

OrdersPane::OrdersPane(ViewState& state, std::span<const OrderStrategy> strategies, QWidget* parent)
    : Pane(state, parent),
      study_(strategies),
      model_(new OrderTableModel(this)),
      pages_(new QStackedWidget),
      sentence_(new QLabel) {
  sentence_->setObjectName("orders_sentence");
  sentence_->setAlignment(Qt::AlignCenter);
  sentence_->setWordWrap(true);
  sentence_->setMargin(12);
  auto* split = new QSplitter(Qt::Horizontal);
  split->setObjectName("orders_split");
  split->addWidget(make_left());
  split->addWidget(make_right());
  split->setSizes({530, 470});
  split->setChildrenCollapsible(false);
  pages_->addWidget(sentence_);
  pages_->addWidget(split);
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(0, 0, 0, 0);
  all->addWidget(pages_);
  connect(&study_, &OrderStudy::graph_changed, this, &OrdersPane::show_graph);
  connect(&study_, &OrderStudy::rows_changed, this, &OrdersPane::show_rows);
  connect(&study_, &OrderStudy::running_changed, this, [this] {
    show_progress(0);
    show_buttons();
  });
  connect(&study_, &OrderStudy::running_changed, this, &OrdersPane::searching_changed);
  connect(&study_, &OrderStudy::progress, this, &OrdersPane::show_progress);
  connect(&state, &ViewState::selection_changed, this, &OrdersPane::selection_from_state);
  connect(&state, &ViewState::time_range_changed, this, &OrdersPane::show_compared);
  connect(&state, &ViewState::bands_changed, this, &OrdersPane::show_compared);
  follow_numbers(this, [this] { show_rows(); });
  show_graph();
}

QWidget* OrdersPane::make_left() {
  run_ = make_word_button("run_order", tr("Run"),
                          tr("Find an order with the selected strategies (Enter); a minute each at most"));
  run_all_ =
      make_word_button("run_all_orders", tr("Run all"), tr("Find an order with every strategy that has no order yet"));
  stop_ = make_word_button("stop_orders", tr("Stop"), tr("Stop; the running strategy keeps its best order"));
  use_ =
      make_word_button("use_order", tr("Use this order"), tr("Apply the selected order to the graph; can be undone"));
  progress_ = new QProgressBar;
  progress_->setObjectName("orders_progress");
  progress_->setRange(0, 1000);
  progress_->setTextVisible(false);
  progress_->setMinimumWidth(24);
  progress_->setAccessibleName(tr("Progress of the search for orders"));
  make_table();
  remark_ = new QLabel;
  remark_->setObjectName("order_remark");
  remark_->setWordWrap(true);
  remark_->setContentsMargins(8, 2, 8, 1);
  remark_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  gap_note_ = make_elided_line("order_gap_note");  // the rows need the room more
  gap_note_->setContentsMargins(8, 0, 8, 2);
  gap_note_->hide();
  not_shared_ = new QLabel(tr("Orders are measured without outputs in place."));
  not_shared_->setObjectName("orders_not_shared");
  not_shared_->setWordWrap(true);
  not_shared_->setContentsMargins(8, 2, 8, 4);
  not_shared_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  not_shared_->hide();
  auto* line = new QHBoxLayout;
  line->setContentsMargins(6, 4, 6, 4);
  line->addWidget(run_);
  line->addWidget(run_all_);
  line->addWidget(stop_);
  line->addWidget(progress_, 1);
  line->addStretch();
  line->addWidget(use_);
  auto* part = new QWidget;
  auto* rows = new QVBoxLayout(part);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addLayout(line);
  rows->addWidget(table_, 1);
  rows->addWidget(remark_);
  rows->addWidget(gap_note_);
  rows->addWidget(not_shared_);
  connect(run_, &QToolButton::clicked, this, &OrdersPane::run_selected);
  connect(run_all_, &QToolButton::clicked, this, &OrdersPane::run_all);
  connect(stop_, &QToolButton::clicked, &study_, &OrderStudy::stop);
  connect(use_, &QToolButton::clicked, this, &OrdersPane::use);
  return part;
}

void OrdersPane::make_table() {
  table_ = new QTableView;
  table_->setModel(model_);
  set_up_rows(table_, "orders_table", tr("Orders of the operators"));
  table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  table_->setToolTip(tr("Select an order to compare with the given one; Ctrl selects two"));
  QHeaderView* header = table_->horizontalHeader();
  // Beside what it is about, and as wide as there is room for.
  header->moveSection(header->visualIndex(OrderTableModel::kRemark),
                      header->visualIndex(OrderTableModel::kInterleaved));
  auto* columns = new FittedColumns(table_);
  columns->set_filler(OrderTableModel::kRemark);
  // In a narrow dock the remark of the selected order still stands below the table, and its interleaved peak above the
  // curves.
  columns->set_spare({OrderTableModel::kTime, OrderTableModel::kRemark, OrderTableModel::kInterleaved});
  table_->installEventFilter(this);
  connect(table_, &QTableView::doubleClicked, this, &OrdersPane::run_selected);
  connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
    if (syncing_) return;
    show_compared();
    show_buttons();
  });
}

QWidget* OrdersPane::make_right() {
  tabs_ = new QTabWidget;
  tabs_->setObjectName("orders_tabs");
  tabs_->setDocumentMode(true);
  chart_ = new OrderChart;
  moved_ = new MovedOperatorsView;
  tabs_->addTab(chart_, tr("Memory"));
  tabs_->addTab(moved_, tr("Moved operators"));
  matrix_ = new FootprintMatrixView;
  tabs_->addTab(matrix_, tr("Footprints"));
  connect(&matrix_->model(), &QAbstractItemModel::dataChanged, this, &OrdersPane::show_larger);
  connect(&matrix_->model(), &QAbstractItemModel::modelReset, this, &OrdersPane::show_larger);
  connect(chart_, &OrderChart::step_picked, this, &OrdersPane::pick_step);
  connect(moved_, &MovedOperatorsView::picked, this, &OrdersPane::pick);
  connect(moved_, &MovedOperatorsView::rows_changed, this, &OrdersPane::selection_from_state);
  return tabs_;
}

bool OrdersPane::eventFilter(QObject* watched, QEvent* event) {
  if (watched == table_ && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
      run_selected();
      return true;
    }
  }
  return Pane::eventFilter(watched, event);
}

bool OrdersPane::busy() const {
  return study_.is_looking() || study_.running() || moved_->busy() || matrix_->busy();
}

Drawing OrdersPane::drawing() const {
  return chart_->drawing();
}

void OrdersPane::take_graph(const std::shared_ptr<const Graph>& graph) {
  study_.set_graph(graph);
}

/// Of the plan only its alignment counts.
void OrdersPane::take_view(const PlanView& view) {
  if (view.plan) matrix_->set_alignment(view.plan->alignment);
}

void OrdersPane::show_graph() {
  const std::shared_ptr<const Graph>& graph = study_.base();
  const bool fixed = graph && !graph->times().empty();
  const bool empty = graph && graph->operator_count() == 0;
  not_shared_->setVisible(graph && !graph->in_place().empty());
  pages_->setCurrentIndex(graph && !fixed && !empty ? 1 : 0);
  sentence_->setText(!graph && !study_.is_ready() ? tr("Checking the order of the graph…")
                     : !graph                     ? tr("Open a graph to see in which other orders it could run.")
                     : empty
                         ? tr("This graph has no operators to put into an order.")
                         : tr("This file has recorded lifetimes but no operators, so there is nothing to reorder."));
  show_rows();
  selection_from_state();  // what was told with the ids of the graph before
  if (std::exchange(shown_, graph) == graph || !graph) return;
  syncing_ = true;  // of another graph the given order is the one to look at first
  table_->selectionModel()->setCurrentIndex(model_->index(0, 0),
                                            QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  syncing_ = false;
  show_compared();
  show_buttons();
}

void OrdersPane::show_rows() {
  syncing_ = true;
  const bool several = study_.has_several_streams();
  model_->set_rows({study_.rows().begin(), study_.rows().end()}, study_.bound(), study_.in_use(), several,
                   study_.base() ? uncounted(*study_.base()) : Uncounted{});
  syncing_ = false;
  std::vector<KnownOrderPtr> orders;
  std::map<KnownOrderPtr, Bytes> interleaved;
  for (const OrderRow& row : study_.rows()) {
    if (row.order) orders.push_back(row.order);
    if (row.order && row.interleaved) interleaved.emplace(row.order, *row.interleaved);
  }
  matrix_->set_orders(study_.base(), std::move(orders), std::move(interleaved));
  show_gap_note();
  show_compared();
  show_buttons();
}

/// The gap of an order is to what every order needs, that of the plan to what its own order needs: both are in sight.
void OrdersPane::show_gap_note() {
  if (study_.base() && uncounted(*study_.base()).any()) {
    gap_note_->setText(tr("Not everything is counted."));
    return gap_note_->show();
  }
  const Bytes bound = study_.bound();
  const bool any = std::ranges::any_of(
      study_.rows(), [&](const OrderRow& row) { return bound > Bytes{} && row.order && row.order->peak() > bound; });
  gap_note_->setVisible(any);
  gap_note_->setText(any ? tr("Gap: peak above %1, the bound for every order. Gaps of plans are for their order only.")
                               .arg(human_bytes(bound))
                         : QString());
}

/// One selected order is compared with the given one, two with each other; more are not compared. The given one is
/// with that in use.
ComparedOrders OrdersPane::compared() const {
  ComparedOrders out{study_.base(), nullptr, nullptr};
  std::vector<KnownOrderPtr> chosen;
  for (const int row : selected_rows(table_))
    if (row < model_->rowCount() && model_->at(row).order) chosen.push_back(model_->at(row).order);
  if (model_->rowCount() > 0) out.first = model_->at(0).order;
  if (chosen.size() == 1 && chosen[0] != out.first) out.second = chosen[0];
  if (chosen.size() >= 2) out.first = chosen[0], out.second = chosen[1];
  const KnownOrderPtr& now = study_.in_use();
  if (chosen.size() < 2 && !out.second && out.first && now && now->sequence != out.first->sequence) out.second = now;
  out.several_streams = study_.has_several_streams();
  for (const OrderRow& row : study_.rows()) {
    if (row.order && row.order == out.first) out.first_interleaved = row.interleaved;
    if (row.order && row.order == out.second) out.second_interleaved = row.interleaved;
  }
  return out;
}

void OrdersPane::show_compared() {
  const ComparedOrders orders = compared();
  const auto range = state().time_range();
  chart_->set_orders(orders);
  chart_->set_range(
      range ? std::optional(Lifetime{static_cast<std::uint32_t>(range->begin), static_cast<std::uint32_t>(range->end)})
            : std::nullopt);
  show_bands(orders);
  moved_->set_orders(orders);
  model_->set_compared(orders.first, orders.second);
}

/// They are of the order that the graph is in: told where that is one of the two.
void OrdersPane::show_bands(const ComparedOrders& orders) {
  const KnownOrderPtr& now = study_.in_use();
  const bool shown = now && (orders.first == now || orders.second == now);
  chart_->set_bands(shown ? state().bands() : nullptr, shown ? order_name(*now->strategy) : QString());
}

std::vector<std::size_t> OrdersPane::runnable(const std::vector<int>& rows) const {
  std::vector<std::size_t> out;
  using enum OrderRow::State;
  for (const int row : rows)
    if (model_->at(row).state == idle || model_->at(row).state == stopped) out.push_back(static_cast<std::size_t>(row));
  return out;
}

int OrdersPane::row_to_use() const {
  const std::vector<int> rows = selected_rows(table_);
  const int row = rows.size() == 1 ? rows[0] : table_->currentIndex().row();
  const bool good = row >= 0 && row < model_->rowCount() && model_->at(row).order && !model_->in_use(row);
  return good && study_.is_ready() ? row : -1;
}

void OrdersPane::show_buttons() {
  std::vector<int> all;
  for (int row = 0; row < model_->rowCount(); ++row) all.push_back(row);
  run_->setEnabled(study_.is_ready() && !runnable(selected_rows(table_)).empty());
  run_all_->setEnabled(study_.is_ready() && !runnable(all).empty());
  stop_->setVisible(study_.running());
  progress_->setVisible(study_.running());
  use_->setEnabled(row_to_use() >= 0);
  show_remark();
}

/// Most strategies do not know how far they are: until the first is done, the bar only tells that something runs.
void OrdersPane::show_progress(double of_this_one) {
  const auto [done, asked] = study_.count();
  const double all = static_cast<double>(done) + of_this_one;
  progress_->setRange(0, all > 0 ? 1000 : 0);
  if (all > 0) progress_->setValue(static_cast<int>(1000 * all / static_cast<double>(std::max<std::size_t>(asked, 1))));
}

QString OrdersPane::search_text() const {
  const auto [done, asked] = study_.count();
  return asked == 1 ? tr("Looking for an order…") : tr("Looking for orders: %1 of %2").arg(done).arg(asked);
}

/// What was planned so far says of which orders one should beware.
void OrdersPane::show_larger() {
  std::map<KnownOrderPtr, FootprintMatrixModel::Against> larger;
  for (const KnownOrderPtr& order : matrix_->model().orders())
    if (const auto bytes = matrix_->model().against_first(order); bytes && bytes->own > bytes->first)
      larger.emplace(order, *bytes);
  model_->set_larger(std::move(larger));
  show_remark();
}

/// Of the one order that is selected, in full: its column may be narrow.
void OrdersPane::show_remark() {
  const std::vector<int> rows = selected_rows(table_);
  const bool one = rows.size() == 1 && rows[0] < model_->rowCount();
  remark_->setText(one ? model_->said_of(rows[0]) : QString());
  remark_->setHidden(remark_->text().isEmpty());
}

void OrdersPane::run_selected() {
  study_.run(runnable(selected_rows(table_)));
}

void OrdersPane::compare_with(std::string_view strategy) {
  for (int row = 0; row < model_->rowCount(); ++row) {
    if (model_->at(row).strategy->id != strategy) continue;
    table_->selectionModel()->setCurrentIndex(model_->index(row, 0),
                                              QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    tabs_->setCurrentWidget(chart_);
    return run_selected();
  }
}

void OrdersPane::run_all() {
  std::vector<int> all;
  for (int row = 0; row < model_->rowCount(); ++row) all.push_back(row);
  study_.run(runnable(all));
}

/// The order is one of the base, the edit of the graph that is open, which may be in another by now.
void OrdersPane::use() {
  const int row = row_to_use();
  if (row < 0) return;
  const KnownOrder& order = *model_->at(row).order;
  std::vector<OperatorId> sequence;
  sequence.reserve(order.sequence.size());
  for (const OperatorId o : order.sequence) sequence.push_back(OperatorId(study_.in_use()->steps[o.index()]));
  const bool imported = order.strategy == &kImportedOrder && study_.imported();
  const QString id = imported ? study_.imported()->order : text_of(order.strategy->id);
  emit order_used(order_name(*order.strategy));
  emit edit_requested(edits::put_in_order(order_name(*order.strategy), id, std::move(sequence)));
}

void OrdersPane::pick(const std::vector<OperatorId>& operators) {
  if (!study_.is_ready() || !study_.in_use()) return;
  std::vector<OperatorId> now;
  for (const OperatorId o : operators) now.push_back(OperatorId(study_.in_use()->steps[o.index()]));
  syncing_ = true;
  state().select_operators(std::move(now));
  syncing_ = false;
}

void OrdersPane::pick_step(std::size_t step) {
  const ComparedOrders orders = compared();
  std::vector<OperatorId> operators{orders.first->sequence[step]};
  if (orders.second) operators.push_back(orders.second->sequence[step]);
  pick(operators);
}

void OrdersPane::selection_from_state() {
  if (syncing_ || !study_.is_ready() || !study_.in_use()) return;
  std::vector<OperatorId> operators;
  for (const OperatorId o : state().selected_operators())
    if (o.index() < study_.in_use()->sequence.size()) operators.push_back(study_.in_use()->sequence[o.index()]);
  moved_->select(operators);
}

std::vector<PanePicture> OrdersPane::more_pictures() const {
  const auto name = [this] { return study_.base() ? text_of(study_.base()->name()) : QString(); };
  return {{{"moved", tr("Mo&ved operators…"), tr("Export image of the moved operators"), "-moved"},
           [this, name] { return table_drawing(*moved_->table()->model(), name(), tr("moved operators")); },
           moved_},
          {{"footprints", tr("Footprints &by order…"), tr("Export image of the footprints"), "-footprints"},
           [this, name] {
             return table_drawing(matrix_->model(), name(), tr("footprint of each order with each strategy"));
           },
           matrix_}};
}

std::optional<PictureWords> OrdersPane::picture() const {
  return PictureWords{"orders", tr("Or&ders…"), tr("Export image of the orders"), "-orders"};
}

}  // namespace stowage
