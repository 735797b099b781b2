// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/orders/orders_pane.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <QCoreApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QProgressBar>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>

#include "widgets/base/follow_numbers.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/elided.h"
#include "widgets/controls/lines.h"
#include "widgets/controls/scrolled.h"
#include "widgets/controls/tool_button.h"
#include "widgets/edit/edits.h"
#include "widgets/painters/charts/order_curves.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/strategy_words.h"
#include "widgets/tables/fitted_columns.h"
#include "widgets/tables/row_table.h"
#include "widgets/views/orders/footprint_matrix.h"
#include "widgets/views/orders/moved_operators.h"
#include "widgets/views/orders/order_chart.h"
#include "widgets/views/orders/order_study.h"
#include "widgets/views/orders/order_table.h"

namespace stowage {
namespace {

/// The pane: see its header.
class Orders final : public OrdersPane {
  Q_DECLARE_TR_FUNCTIONS(stowage::OrdersPane)

 public:
  Orders(ViewState& state, std::span<const OrderStrategy> strategies) : OrdersPane(state), study_(strategies, this) {
    set_picture({"orders", tr("Or&ders…"), tr("Export image of the orders"), "-orders"});
    sentence_->setAlignment(Qt::AlignCenter);
    sentence_->setWordWrap(true);
    sentence_->setMargin(12);
    make_tabs();
    make_table();
    auto* split = named(new QSplitter(Qt::Horizontal), "orders_split");
    split->addWidget(make_left());
    split->addWidget(tabs_);
    split->setSizes({530, 470});
    split->setChildrenCollapsible(false);
    pages_->addWidget(sentence_);
    pages_->addWidget(split);
    in_rows(this, {pages_});
    connect(&study_, &OrderStudy::graph_changed, this, &Orders::show_graph);
    connect(&study_, &OrderStudy::rows_changed, this, &Orders::show_rows);
    connect(&study_, &OrderStudy::running_changed, this, [this] {
      show_progress(0);
      show_buttons();
    });
    connect(&study_, &OrderStudy::progress, this, &Orders::show_progress);
    connect(&state, &ViewState::selection_changed, this, &Orders::selection_from_state);
    connect(&state, &ViewState::time_range_changed, this, &Orders::show_compared);
    connect(&state, &ViewState::bands_changed, this, &Orders::show_compared);
    follow_numbers(this, [this] { show_rows(); });
    show_graph();
  }

  void set_imported_order(std::shared_ptr<const ImportedOrder> imported) override {
    study_.set_imported(std::move(imported));
  }
  [[nodiscard]] Drawing drawing() const override { return chart_->drawing(); }

  [[nodiscard]] std::vector<PanePicture> more_pictures() const override {
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

  [[nodiscard]] bool busy() const override {
    return study_.is_looking() || study_.running() || moved_->busy() || matrix_->busy();
  }

  void compare_with(std::string_view strategy) override {
    for (int row = 0; row < model_->rowCount(); ++row) {
      if (model_->at(row).strategy->id != strategy) continue;
      table_->selectionModel()->setCurrentIndex(model_->index(row, 0),
                                                QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
      tabs_->setCurrentWidget(chart_);
      return run_selected();
    }
  }

 private:
  void take_graph(const std::shared_ptr<const Graph>& graph) override { study_.set_graph(graph); }

  /// Only the alignment of the plan counts.
  void take_view(const PlanView& view) override {
    if (!view.plan) return;
    alignment_ = view.plan->alignment;
    matrix_->show(study_, alignment_);
  }

  [[nodiscard]] bool may_wait() const override { return Pane::may_wait() && !busy(); }
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (watched == table_ && event->type() == QEvent::KeyPress) {
      const int key = static_cast<QKeyEvent*>(event)->key();
      if (key == Qt::Key_Return || key == Qt::Key_Enter) {
        run_selected();
        return true;
      }
    }
    return Pane::eventFilter(watched, event);
  }

  QWidget* make_left() {
    progress_->setRange(0, 1000);
    progress_->setTextVisible(false);
    progress_->setMinimumWidth(24);
    gap_note_->setContentsMargins(8, 0, 8, 2);
    gap_note_->hide();
    not_shared_->setText(tr("Orders are measured without outputs in place."));
    not_shared_->hide();
    connect(run_, &QToolButton::clicked, this, &Orders::run_selected);
    connect(run_all_, &QToolButton::clicked, this, [this] { study_.run(runnable(all_rows())); });
    connect(stop_, &QToolButton::clicked, &study_, &OrderStudy::stop);
    connect(use_, &QToolButton::clicked, this, &Orders::use);
    QLayout* line = in_line({run_, run_all_, stop_, {progress_, 1}, spring(), use_}, {6, 4, 6, 4});
    return in_column({line, {table_, 1}, remark_, gap_note_, not_shared_});
  }

  void make_tabs() {
    tabs_->setDocumentMode(true);
    tabs_->addTab(chart_, tr("Memory"));
    tabs_->addTab(moved_, tr("Moved operators"));
    tabs_->addTab(matrix_, tr("Footprints"));
    connect(chart_, &OrderChart::step_picked, this, &Orders::pick_step);
    connect(moved_, &MovedOperatorsView::picked, this, &Orders::pick);
    connect(moved_, &MovedOperatorsView::rows_changed, this, &Orders::selection_from_state);
  }

  void make_table() {
    table_->setModel(model_);
    set_up_rows(table_, "orders_table", tr("Orders of the operators"));
    table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table_->setToolTip(tr("Select an order to compare with the given one; Ctrl selects two"));
    QHeaderView* header = table_->horizontalHeader();
    // Beside what it is about, and as wide as there is room for.
    header->moveSection(header->visualIndex(kRemark), header->visualIndex(kInterleaved));
    auto* columns = make_fitted_columns(table_);
    columns->set_filler(kRemark);
    // In a narrow dock the remark of the selected order still stands below the table, and its interleaved peak above
    // the curves.
    columns->set_spare({kTime, kRemark, kInterleaved});
    table_->installEventFilter(this);
    connect(table_, &QTableView::doubleClicked, this, &Orders::run_selected);
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
      if (syncing_) return;
      show_compared();
      show_buttons();
    });
  }

  void show_graph() {
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
    selection_from_state();  // the ids may be those of the graph before
    if (std::exchange(shown_, graph) == graph || !graph) return;
    syncing_ = true;  // the given order of another graph is looked at first
    table_->selectionModel()->setCurrentIndex(model_->index(0, 0),
                                              QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    syncing_ = false;
    show_compared();
    show_buttons();
  }

  void show_rows() {
    syncing_ = true;
    model_->show(study_);
    syncing_ = false;
    matrix_->show(study_, alignment_);
    show_gap_note();
    show_compared();
    show_buttons();
  }

  /// Bands are of the order that the graph is in, and are shown where that is one of the two.
  void show_compared() {
    const ComparedOrders orders = compared();
    const KnownOrderPtr& now = study_.in_use();
    const bool bands = now && (orders.first == now || orders.second == now);
    chart_->show(orders, life_of(state().time_range()), bands ? state().bands() : nullptr,
                 bands ? order_name(*now->strategy) : QString());
    moved_->set_orders(orders);
    model_->set_compared(orders.first, orders.second);
  }

  void show_buttons() {
    run_->setEnabled(study_.is_ready() && !runnable(selected_rows(table_)).empty());
    run_all_->setEnabled(study_.is_ready() && !runnable(all_rows()).empty());
    stop_->setVisible(study_.running());
    progress_->setVisible(study_.running());
    use_->setEnabled(row_to_use() >= 0);
    show_remark();
  }

  /// Most strategies do not know how far they are: until the first is done, the bar only says that something runs.
  void show_progress(double of_this_one) {
    const auto [done, asked] = study_.count();
    const double all = static_cast<double>(done) + of_this_one;
    progress_->setRange(0, all > 0 ? 1000 : 0);
    if (all > 0)
      progress_->setValue(static_cast<int>(1000 * all / static_cast<double>(std::max<std::size_t>(asked, 1))));
  }

  /// Shows in full the remark on the one order that is selected: its column may be narrow.
  void show_remark() {
    const std::vector<int> rows = selected_rows(table_);
    const bool one = rows.size() == 1 && rows[0] < model_->rowCount();
    remark_->setText(one ? model_->said_of(rows[0]) : QString());
    remark_->setHidden(remark_->text().isEmpty());
  }

  /// Says to which bound gaps are measured: that of an order to what every order needs, that of a plan to what its own
  /// order needs, and both are in sight.
  void show_gap_note() {
    if (study_.base() && uncounted(*study_.base()).any()) {
      gap_note_->setText(tr("Not everything is counted."));
      return gap_note_->show();
    }
    const Bytes bound = study_.bound();
    const bool any = std::ranges::any_of(
        study_.rows(), [&](const OrderRow& row) { return bound > Bytes{} && row.order && row.order->peak() > bound; });
    gap_note_->setVisible(any);
    gap_note_->setText(
        any ? tr("Gap: peak above %1, the bound for every order. Gaps of plans are for their order only.")
                  .arg(human_bytes(bound))
            : QString());
  }

  [[nodiscard]] std::vector<int> all_rows() const {
    std::vector<int> out(static_cast<std::size_t>(model_->rowCount()));
    std::iota(out.begin(), out.end(), 0);
    return out;
  }

  void run_selected() { study_.run(runnable(selected_rows(table_))); }

  /// The order is one of the base, the edit of the graph that is open, which may be in another by now.
  void use() {
    const int row = row_to_use();
    if (row < 0) return;
    const KnownOrder& order = *model_->at(row).order;
    std::vector<OperatorId> sequence;
    sequence.reserve(order.sequence.size());
    for (const OperatorId o : order.sequence) sequence.push_back(OperatorId(study_.in_use()->steps[o.index()]));
    const bool imported = order.strategy == &kImportedOrder && study_.imported();
    const QString id = imported ? study_.imported()->order : text_of(order.strategy->id);
    study_.prefer(model_->at(row).order);
    emit order_used(order_name(*order.strategy));
    emit edit_requested(edits::put_in_order(order_name(*order.strategy), id, std::move(sequence)));
  }

  void pick(const std::vector<OperatorId>& operators) {
    if (!study_.is_ready() || !study_.in_use()) return;
    std::vector<OperatorId> now;
    for (const OperatorId o : operators) now.push_back(OperatorId(study_.in_use()->steps[o.index()]));
    syncing_ = true;
    state().select_operators(std::move(now));
    syncing_ = false;
  }

  void pick_step(std::size_t step) {
    const ComparedOrders orders = compared();
    std::vector<OperatorId> operators{orders.first->sequence[step]};
    if (orders.second) operators.push_back(orders.second->sequence[step]);
    pick(operators);
  }

  void selection_from_state() {
    if (syncing_ || !study_.is_ready() || !study_.in_use()) return;
    std::vector<OperatorId> operators;
    for (const OperatorId o : state().selected_operators())
      if (o.index() < study_.in_use()->sequence.size()) operators.push_back(study_.in_use()->sequence[o.index()]);
    moved_->select(operators);
  }

  [[nodiscard]] std::vector<std::size_t> runnable(const std::vector<int>& rows) const {
    std::vector<std::size_t> out;
    using enum OrderRow::State;
    for (const int row : rows)
      if (model_->at(row).state == idle || model_->at(row).state == stopped)
        out.push_back(static_cast<std::size_t>(row));
    return out;
  }

  /// The row whose order the button uses, or -1.
  [[nodiscard]] int row_to_use() const {
    const std::vector<int> rows = selected_rows(table_);
    const int row = rows.size() == 1 ? rows[0] : table_->currentIndex().row();
    const bool good = row >= 0 && row < model_->rowCount() && model_->at(row).order && !model_->in_use(row);
    return good && study_.is_ready() ? row : -1;
  }

  /// One selected order is compared with the given one, two with each other; more are not compared. The given one is
  /// with that in use.
  [[nodiscard]] ComparedOrders compared() const {
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

  OrderStudy study_;
  OrderTable* model_ = make_order_table(this);
  PageStack* pages_ = new PageStack;
  QTableView* table_ = new QTableView;
  QLabel* sentence_ = named(new QLabel, "orders_sentence");
  QLabel* remark_ = make_wrapped_line("order_remark");
  QLabel* gap_note_ = make_elided_line("order_gap_note");  // the rows need the room more
  QLabel* not_shared_ = make_wrapped_line("orders_not_shared");
  QToolButton* run_ = make_word_button("run_order", tr("Run"),
                                       tr("Find an order with the selected strategies (Enter); a minute each at most"));
  QToolButton* run_all_ =
      make_word_button("run_all_orders", tr("Run all"), tr("Find an order with every strategy that has no order yet"));
  QToolButton* stop_ =
      make_word_button("stop_orders", tr("Stop"), tr("Stop; the running strategy keeps its best order"));
  QToolButton* use_ =
      make_word_button("use_order", tr("Use this order"), tr("Apply the selected order to the graph; can be undone"));
  QProgressBar* progress_ = named(new QProgressBar, "orders_progress", tr("Progress of the search for orders"));
  QTabWidget* tabs_ = named(new QTabWidget, "orders_tabs", tr("Orders"));
  OrderChart* chart_ = new OrderChart;
  MovedOperatorsView* moved_ = new MovedOperatorsView;
  FootprintMatrixView* matrix_ = make_footprint_matrix();
  Bytes alignment_{1};                  // that the plan shown has
  std::shared_ptr<const Graph> shown_;  // the base whose rows are shown
  bool syncing_ = false;
};

}  // namespace

OrdersPane* make_orders_of(ViewState& state, std::span<const OrderStrategy> strategies) {
  return new Orders(state, strategies);
}

OrdersPane* make_orders(ViewState& state) {
  return make_orders_of(state, order_strategies());
}

}  // namespace stowage
