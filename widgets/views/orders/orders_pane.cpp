// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/orders/orders_pane.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <QCoreApplication>
#include <QFont>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPalette>
#include <QProgressBar>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>

#include "core/graph/claims.h"
#include "core/plan/plan.h"
#include "widgets/base/canvas.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/elided.h"
#include "widgets/controls/scrolled.h"
#include "widgets/controls/tool_button.h"
#include "widgets/edit/edits.h"
#include "widgets/painters/charts/order_curves.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/style/theme.h"
#include "widgets/painters/words/strategy_words.h"
#include "widgets/tables/column_model.h"
#include "widgets/tables/fitted_columns.h"
#include "widgets/tables/row_table.h"
#include "widgets/views/orders/footprint_matrix.h"
#include "widgets/views/orders/moved_operators.h"
#include "widgets/views/orders/order_chart.h"
#include "widgets/views/orders/order_study.h"

namespace stowage {
namespace {

const Theme& theme() {
  return Theme::of(is_dark(QGuiApplication::palette()));
}

/// The order strategies, one a row, as a study knows them.
class OrderTableModel final : public ColumnModel<const OrderRow&> {
  Q_DECLARE_TR_FUNCTIONS(stowage::OrderTableModel)

 public:
  using enum OrdersPane::Column;

  explicit OrderTableModel(QObject* parent = nullptr) : ColumnModel(parent) { set_columns(columns()); }

  /// `bound` is 0 where none is known; `in_use` is the order that the graph is in. On several streams peaks and what is
  /// proved of them are told as those of operators that run one at a time.
  /// Where the graph leaves something `uncounted`, peaks are only the least, and none is said to be optimal.
  /// A row that comes or goes at the end leaves what is selected.
  void set_rows(std::vector<OrderRow> rows, Bytes bound, const KnownOrderPtr& in_use, bool several_streams = false,
                const Uncounted& uncounted = {}) {
    const auto before = static_cast<int>(rows_.size()), now = static_cast<int>(rows.size());
    const bool begins_or_ends = before != now && (before == 0 || now == 0);
    const auto take = [&] {
      rows_ = std::move(rows);
      used_.assign(rows_.size(), false);
      for (std::size_t k = 0; k < rows_.size(); ++k)
        used_[k] = in_use && rows_[k].order && rows_[k].order->sequence == in_use->sequence;
      used_row_ = row_in_use(in_use);
    };
    bound_ = uncounted.any() ? Bytes{} : bound;
    uncounted_ = uncounted;
    if (std::exchange(several_streams_, several_streams) != several_streams) {
      set_columns(columns());
      emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    }
    if (begins_or_ends) return reset(take);
    if (now > before) {
      beginInsertRows({}, before, now - 1);
      take();
      endInsertRows();
    } else if (now < before) {
      beginRemoveRows({}, now, before - 1);
      take();
      endRemoveRows();
    } else {
      take();
    }
    all_changed();
  }

  /// All that is to be said of a row, as its remark says it where there is room.
  [[nodiscard]] QString said_of(int row) const { return column(kRemark).text(at(row)); }
  /// The orders that are compared, or null; they are marked in their colours.
  void set_compared(KnownOrderPtr first, KnownOrderPtr second) {
    first_ = std::move(first);
    second_ = std::move(second);
    all_changed();
  }

  [[nodiscard]] const OrderRow& at(int row) const override { return rows_[static_cast<std::size_t>(row)]; }
  /// Whether the graph is in that order, perhaps by the strategy of another row.
  [[nodiscard]] bool in_use(int row) const { return used_[static_cast<std::size_t>(row)]; }

 private:
  [[nodiscard]] Columns columns() const {
    using Row = const OrderRow&;
    const auto about = [](Row row) { return order_description(*row.strategy) + '.'; };
    // Of an order that is found; else nothing, or what the strategy does.
    const auto found = [](auto text) { return [=](Row row) { return row.order ? text(row) : QString(); }; };
    const auto exact = [](auto value) {
      return [=](Row row) { return row.order ? QVariant(value(row)) : QVariant(); };
    };
    const auto tip = [=](auto text) { return [=](Row row) { return row.order ? text(row) : about(row); }; };
    return {
        {.title = tr("Order"),
         .hint = tr("The order's name; bold: the current order of the graph"),
         .text = [](Row row) { return order_name(*row.strategy); },
         .exact = [](Row row) { return text_of(row.strategy->id); },
         .tip = [about](Row row) { return text_of(row.strategy->id) + ": " + about(row); }},
        {.title = tr("Peak"),
         .hint = several_streams_
                     ? tr("Most bytes alive at one step if the operators run one at a time: no plan in this "
                          "order is smaller")
                     : tr("Most bytes alive at one step: no plan in this order is smaller"),
         .number = true,
         .text = [this](Row row) { return peak_text(row); },
         .exact = exact([](Row row) { return exact_number(row.order->peak().count); }),
         .tip = tip([this](Row row) { return peak_tip(row); })},
        {.title = tr("Gap"),
         .hint = several_streams_
                     ? tr("How far the peak is above the bound proved for every order, with operators one at a time")
                     : tr("How far the peak is above the bound proved for every order"),
         .number = true,
         .text = [this](Row row) { return gap_text(row); },
         .exact = exact(
             [this](Row row) { return bound_ == Bytes{} ? QVariant() : QVariant(gap(row.order->peak(), bound_)); }),
         .tip = tip([this](Row row) { return proof_tip(row); })},
        {.title = tr("Interleaved"),
         .hint = tr("Lower bound with streams side by side: the heaviest clique. Bold: smallest"),
         .number = true,
         .text = found([](Row row) { return row.interleaved ? human_bytes(*row.interleaved) : QString(); }),
         .exact = exact([](Row row) { return row.interleaved ? exact_number(row.interleaved->count) : QVariant(); }),
         .tip = tip([this](Row row) { return interleaved_tip(row); }),
         .blank = [this] { return !several_streams_; }},
        {.title = tr("Time"),
         .hint = tr("Time to find the order"),
         .number = true,
         .text = found([](Row row) { return row.strategy->run ? human_duration(row.order->milliseconds) : QString(); }),
         .exact = exact([](Row row) { return row.strategy->run ? QVariant(row.order->milliseconds) : QVariant(); }),
         .tip = tip([](Row) { return tr("Until the order was found"); }),
         .blank =
             [this] { return std::ranges::none_of(rows_, [](Row row) { return row.order && row.strategy->run; }); }},
        {.title = tr("Remark"),
         .hint = tr("How it ended"),
         .text = [this](Row row) { return whole_remark(row); },
         .tip = [=, this](Row row) { return remark(row).isEmpty() ? about(row) : whole_remark(row); }},
    };
  }

  [[nodiscard]] int row_count() const override { return static_cast<int>(rows_.size()); }
  [[nodiscard]] QVariant look(const OrderRow& row, int column, int role) const override {
    if (role == Qt::ForegroundRole && !row.order) return theme().muted_text;
    if (role == Qt::DecorationRole && column == kOrder) return mark(row);
    if (role != Qt::FontRole || (column != kOrder && column != kInterleaved)) return {};
    QFont font;
    font.setBold(column == kOrder ? used_row_ == place(row) : is_least_interleaved(row));
    return font;
  }

  [[nodiscard]] std::size_t place(const OrderRow& row) const { return static_cast<std::size_t>(&row - rows_.data()); }
  /// The peak; of what is still running the best so far.
  [[nodiscard]] QString peak_text(const OrderRow& row) const {
    if (row.order) return footprint_words(uncounted_, row.order->peak());
    // On several streams what it finds is still mixed with other orders, whose peak may be larger: it would only
    // mislead.
    if (row.so_far && !several_streams_) return human_bytes(row.so_far->peak);
    return row.state == OrderRow::State::idle ? tr("not run") : QStringLiteral("–");
  }

  [[nodiscard]] QString remark(const OrderRow& row) const {
    using enum OrderRow::State;
    if (row.state == waiting) return tr("waiting");
    if (row.state == running) return tr("running…");
    if (row.state == stopped) return row.reason;
    if (!row.order) return {};
    return row.order->remark;
  }

  [[nodiscard]] QString whole_remark(const OrderRow& row) const {
    const QString said = remark(row);
    if (!used_[place(row)]) return said;
    if (place(row) == used_row_) return said.isEmpty() ? tr("in use") : tr("in use · %1").arg(said);
    const QString same = tr("the order of %1").arg(order_name(*rows_[*used_row_].strategy));
    return said.isEmpty() ? same : tr("%1 · %2").arg(same, said);
  }

  [[nodiscard]] QString gap_text(const OrderRow& row) const {
    if (!row.order || bound_ == Bytes{}) return {};
    return row.order->peak() == bound_ ? tr("least") : signed_percent(gap(row.order->peak(), bound_));
  }

  [[nodiscard]] QString peak_tip(const OrderRow& row) const {
    return (several_streams_ ? tr("%1 alive at the peak, step %L2, if the operators run one at a time. No plan in this "
                                  "order is smaller.")
                             : tr("%1 alive at the peak, step %L2. No plan in this order is smaller."))
        .arg(full_bytes(row.order->peak()))
        .arg(row.order->curve.peak_step());
  }

  [[nodiscard]] QString interleaved_tip(const OrderRow& row) const {
    if (!row.interleaved) return tr("Peak with the streams side by side: not computed yet");
    return tr("With the streams side by side, every plan in this order needs at least %1")
        .arg(full_bytes(*row.interleaved));
  }

  /// Proofs are of operators that run one at a time: side by side an order of least peak may need more than another.
  [[nodiscard]] QString proof_tip(const OrderRow& row) const {
    if (bound_ == Bytes{}) return tr("No bound has been proved yet");
    const bool least = row.order->peak() == bound_;
    if (several_streams_)
      return (least
                  ? tr("Run one at a time, no order has a smaller peak than %1; with the streams side by side, another "
                       "order may need less")
                  : tr("Run one at a time, every order has a peak of at least %1"))
          .arg(full_bytes(bound_));
    return (least ? tr("Optimal: no order has a smaller peak than %1") : tr("Every order has a peak of at least %1"))
        .arg(full_bytes(bound_));
  }

  /// Strategies may find the same order: of one only it is said that it is in use, that of the graph before all.
  [[nodiscard]] std::optional<std::size_t> row_in_use(const KnownOrderPtr& in_use) const {
    for (std::size_t k = 0; k < rows_.size(); ++k)
      if (used_[k] && rows_[k].order == in_use) return k;
    const auto first = std::ranges::find(used_, true);
    return first == used_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(first - used_.begin()));
  }

  /// Of two or more.
  [[nodiscard]] bool is_least_interleaved(const OrderRow& row) const {
    std::size_t known = 0;
    for (const OrderRow& other : rows_) {
      if (!other.interleaved) continue;
      ++known;
      if (row.interleaved && *other.interleaved < *row.interleaved) return false;
    }
    return row.interleaved && known > 1;
  }

  /// A swatch in the colour of its curve.
  [[nodiscard]] QColor mark(const OrderRow& row) const {
    if (row.order && row.order == second_) return second_order_color(theme());
    if (row.order && row.order == first_) return first_order_color(theme());
    return Qt::transparent;  // names stay in line
  }

  std::vector<OrderRow> rows_;
  std::vector<bool> used_;  // by row
  std::optional<std::size_t> used_row_;
  Bytes bound_;
  Uncounted uncounted_{};
  bool several_streams_ = false;
  KnownOrderPtr first_, second_;
};

/// The pane: see its header.
class Orders final : public OrdersPane {
  Q_DECLARE_TR_FUNCTIONS(stowage::OrdersPane)

 public:
  Orders(ViewState& state, std::span<const OrderStrategy> strategies)
      : OrdersPane(state),
        study_(strategies),
        model_(new OrderTableModel(this)),
        pages_(new PageStack),
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
    make_rows(this)->addWidget(pages_);
    connect(&study_, &OrderStudy::graph_changed, this, &Orders::show_graph);
    connect(&study_, &OrderStudy::rows_changed, this, &Orders::show_rows);
    connect(&study_, &OrderStudy::running_changed, this, [this] {
      show_progress(0);
      show_buttons();
    });
    connect(&study_, &OrderStudy::running_changed, this, &OrdersPane::searching_changed);
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

  [[nodiscard]] std::optional<PictureWords> picture() const override {
    return PictureWords{"orders", tr("Or&ders…"), tr("Export image of the orders"), "-orders"};
  }

  [[nodiscard]] bool busy() const override {
    return study_.is_looking() || study_.running() || moved_->busy() || matrix_->busy();
  }

  [[nodiscard]] bool searching() const override { return study_.running(); }
  [[nodiscard]] QString search_text() const override {
    const auto [done, asked] = study_.count();
    return asked == 1 ? tr("Looking for an order…") : tr("Looking for orders: %1 of %2").arg(done).arg(asked);
  }

  void stop_search() override { study_.stop(); }
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

  /// Of the plan only its alignment counts.
  void take_view(const PlanView& view) override {
    if (!view.plan) return;
    matrix_->set_alignment(view.plan->alignment);
    matrix_->set_orders(study_.base(), study_.rows());
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
    run_ = make_word_button("run_order", tr("Run"),
                            tr("Find an order with the selected strategies (Enter); a minute each at most"));
    run_all_ = make_word_button("run_all_orders", tr("Run all"),
                                tr("Find an order with every strategy that has no order yet"));
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
    remark_ = make_wrapped_line("order_remark");
    gap_note_ = make_elided_line("order_gap_note");  // the rows need the room more
    gap_note_->setContentsMargins(8, 0, 8, 2);
    gap_note_->hide();
    not_shared_ = make_wrapped_line("orders_not_shared");
    not_shared_->setText(tr("Orders are measured without outputs in place."));
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
    auto* rows = make_rows(part);
    rows->addLayout(line);
    rows->addWidget(table_, 1);
    rows->addWidget(remark_);
    rows->addWidget(gap_note_);
    rows->addWidget(not_shared_);
    connect(run_, &QToolButton::clicked, this, &Orders::run_selected);
    connect(run_all_, &QToolButton::clicked, this, &Orders::run_all);
    connect(stop_, &QToolButton::clicked, &study_, &OrderStudy::stop);
    connect(use_, &QToolButton::clicked, this, &Orders::use);
    return part;
  }

  QWidget* make_right() {
    tabs_ = new QTabWidget;
    tabs_->setObjectName("orders_tabs");
    tabs_->setAccessibleName(tr("Orders"));
    tabs_->setDocumentMode(true);
    chart_ = new OrderChart;
    moved_ = new MovedOperatorsView;
    tabs_->addTab(chart_, tr("Memory"));
    tabs_->addTab(moved_, tr("Moved operators"));
    matrix_ = make_footprint_matrix();
    tabs_->addTab(matrix_, tr("Footprints"));
    connect(chart_, &OrderChart::step_picked, this, &Orders::pick_step);
    connect(moved_, &MovedOperatorsView::picked, this, &Orders::pick);
    connect(moved_, &MovedOperatorsView::rows_changed, this, &Orders::selection_from_state);
    return tabs_;
  }

  void make_table() {
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
    // In a narrow dock the remark of the selected order still stands below the table, and its interleaved peak above
    // the curves.
    columns->set_spare({OrderTableModel::kTime, OrderTableModel::kRemark, OrderTableModel::kInterleaved});
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
    selection_from_state();  // what was told with the ids of the graph before
    if (std::exchange(shown_, graph) == graph || !graph) return;
    syncing_ = true;  // of another graph the given order is the one to look at first
    table_->selectionModel()->setCurrentIndex(model_->index(0, 0),
                                              QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    syncing_ = false;
    show_compared();
    show_buttons();
  }

  void show_rows() {
    syncing_ = true;
    const bool several = study_.has_several_streams();
    model_->set_rows({study_.rows().begin(), study_.rows().end()}, study_.bound(), study_.in_use(), several,
                     study_.base() ? uncounted(*study_.base()) : Uncounted{});
    syncing_ = false;
    matrix_->set_orders(study_.base(), study_.rows());
    show_gap_note();
    show_compared();
    show_buttons();
  }

  void show_compared() {
    const ComparedOrders orders = compared();
    const auto range = state().time_range();
    chart_->set_orders(orders);
    chart_->set_range(range ? std::optional(Lifetime{static_cast<std::uint32_t>(range->begin),
                                                     static_cast<std::uint32_t>(range->end)})
                            : std::nullopt);
    show_bands(orders);
    moved_->set_orders(orders);
    model_->set_compared(orders.first, orders.second);
  }

  /// They are of the order that the graph is in: told where that is one of the two.
  void show_bands(const ComparedOrders& orders) {
    const KnownOrderPtr& now = study_.in_use();
    const bool shown = now && (orders.first == now || orders.second == now);
    chart_->set_bands(shown ? state().bands() : nullptr, shown ? order_name(*now->strategy) : QString());
  }

  void show_buttons() {
    run_->setEnabled(study_.is_ready() && !runnable(selected_rows(table_)).empty());
    run_all_->setEnabled(study_.is_ready() && !runnable(all_rows()).empty());
    stop_->setVisible(study_.running());
    progress_->setVisible(study_.running());
    use_->setEnabled(row_to_use() >= 0);
    show_remark();
  }

  /// Most strategies do not know how far they are: until the first is done, the bar only tells that something runs.
  void show_progress(double of_this_one) {
    const auto [done, asked] = study_.count();
    const double all = static_cast<double>(done) + of_this_one;
    progress_->setRange(0, all > 0 ? 1000 : 0);
    if (all > 0)
      progress_->setValue(static_cast<int>(1000 * all / static_cast<double>(std::max<std::size_t>(asked, 1))));
  }

  /// Of the one order that is selected, in full: its column may be narrow.
  void show_remark() {
    const std::vector<int> rows = selected_rows(table_);
    const bool one = rows.size() == 1 && rows[0] < model_->rowCount();
    remark_->setText(one ? model_->said_of(rows[0]) : QString());
    remark_->setHidden(remark_->text().isEmpty());
  }

  /// The gap of an order is to what every order needs, that of the plan to what its own order needs: both are in sight.
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
  void run_all() { study_.run(runnable(all_rows())); }

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
  OrderTableModel* model_;
  PageStack* pages_;
  QLabel *sentence_, *remark_ = nullptr, *gap_note_ = nullptr, *not_shared_ = nullptr;
  QTableView* table_ = nullptr;
  QToolButton *run_ = nullptr, *run_all_ = nullptr, *stop_ = nullptr, *use_ = nullptr;
  QProgressBar* progress_ = nullptr;
  QTabWidget* tabs_ = nullptr;
  OrderChart* chart_ = nullptr;
  MovedOperatorsView* moved_ = nullptr;
  FootprintMatrixView* matrix_ = nullptr;
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
