// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/orders/footprint_matrix.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <QCoreApplication>
#include <QFont>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QTableView>
#include <QToolButton>

#include "core/graph/lifetimes.h"
#include "core/insight/edit/edits.h"
#include "core/layout/strategy.h"
#include "core/papers/tables.h"
#include "core/plan/bounds.h"
#include "core/planning/plan_ground.h"
#include "core/safety/conflicts.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/base/worker.h"
#include "widgets/controls/elided.h"
#include "widgets/controls/lines.h"
#include "widgets/controls/tool_button.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/strategy_words.h"
#include "widgets/tables/column_model.h"
#include "widgets/tables/row_table.h"
#include "widgets/tables/table_actions.h"

namespace stowage {
namespace {

constexpr std::array<std::string_view, 6> kFirstChoice{"auto", "so.size.best", "greedy-by-size",
                                                       "llfb", "search",       "caching"};
constexpr std::string_view kSearch = "search";
constexpr double kSeconds = 60, kSearchSeconds = 10;  // that a strategy gets in each order

using Clock = std::chrono::steady_clock;

/// What a layout strategy made of a graph in some order.
struct MatrixCell {
  std::optional<Bytes> footprint{};  ///< none where it made no plan
  Bytes lower_bound{};               ///< for plans in that order, as far as it is known; 0 where it is not
  double milliseconds = 0;
  QString brief{}, reason{};  ///< why there is no plan: in a word or two, and in a sentence
};

/// Footprints: orders down, layout strategies across. What was computed stays, also while its row or column is not
/// shown.
class FootprintMatrixModel final : public ColumnModel<const KnownOrderPtr&> {
  Q_DECLARE_TR_FUNCTIONS(stowage::FootprintMatrixModel)

 public:
  enum Column { kOrder, kFirstLayout };

  explicit FootprintMatrixModel(QObject* parent = nullptr) : ColumnModel(parent) { set_columns(columns()); }

  void set_axes(std::vector<KnownOrderPtr> orders, std::vector<const LayoutStrategy*> layouts) {
    if (orders == orders_ && layouts == layouts_) return;
    reset([&] {
      orders_ = std::move(orders);
      layouts_ = std::move(layouts);
      set_columns(columns());
    });
  }

  /// Every plan in the order needs so much.
  void raise_bound_of(const KnownOrderPtr& order, Bytes least) {
    if (least <= bound_of(order)) return;
    bounds_[order] = least;
    all_changed();
  }

  /// All may change with one: the least, and what meets the bound of its row.
  void set_cell(const KnownOrderPtr& order, const LayoutStrategy& layout, MatrixCell cell) {
    raise_bound_of(order, cell.lower_bound);
    cells_[{order, &layout}] = std::move(cell);
    all_changed();
  }

  void forget_all() {
    cells_.clear();
    bounds_.clear();
    all_changed();
  }

  [[nodiscard]] const std::vector<KnownOrderPtr>& orders() const { return orders_; }
  /// Null where nothing was computed.
  [[nodiscard]] const MatrixCell* cell(const KnownOrderPtr& order, const LayoutStrategy& layout) const {
    const auto at = cells_.find({order, &layout});
    return at == cells_.end() ? nullptr : &at->second;
  }

  /// The smallest footprint shown; none where there is none.
  [[nodiscard]] std::optional<Bytes> least() const {
    std::optional<Bytes> out;
    for (const KnownOrderPtr& order : orders_)
      for (const LayoutStrategy* layout : layouts_)
        if (const MatrixCell* one = cell(order, *layout); one && one->footprint)
          out = std::min(out.value_or(*one->footprint), *one->footprint);
    return out;
  }

  /// Whether no plan in the order is smaller than this one.
  [[nodiscard]] bool meets_bound(const KnownOrderPtr& order, const MatrixCell& cell) const {
    return cell.footprint == bound_of(order);
  }

  [[nodiscard]] const KnownOrderPtr& at(int row) const override { return orders_[static_cast<std::size_t>(row)]; }

 private:
  using Key = std::pair<KnownOrderPtr, const LayoutStrategy*>;
  [[nodiscard]] Columns columns() const {
    Columns out{{.title = tr("Order"),
                 .hint = tr("In which order the operators run"),
                 .text = [](const KnownOrderPtr& order) { return order_name(*order->strategy); },
                 .exact = [](const KnownOrderPtr& order) { return text_of(order->strategy->id); },
                 .tip = [](const KnownOrderPtr& order) { return order_description(*order->strategy) + '.'; }}};
    for (const LayoutStrategy* layout : layouts_) out.push_back(footprints(*layout));
    return out;
  }

  [[nodiscard]] TableColumn<const KnownOrderPtr&> footprints(const LayoutStrategy& layout) const {
    // What is said of a cell that is planned, or of one that is not yet.
    const auto of_cell = [this, of = &layout](auto say, const QString& none) {
      return [=, this](const KnownOrderPtr& order) {
        const MatrixCell* one = cell(order, *of);
        return one ? say(order, *one) : decltype(say(order, *one))(none);
      };
    };
    const auto exact = [](const KnownOrderPtr&, const MatrixCell& one) {
      return one.footprint ? exact_number(one.footprint->count) : QVariant(one.brief);
    };
    return {
        .title = strategy_name(layout),
        .hint = strategy_description(layout) + '.',
        .number = true,
        .text = of_cell([this](const auto& order, const auto& one) { return text(order, one); }, QStringLiteral("–")),
        .exact = of_cell(exact, {}),
        .tip = of_cell([this, of = &layout](const auto& order, const auto& one) { return tool_tip(order, *of, one); },
                       tr("Not planned yet")),
        .exact_title = text_of(layout.id)};
  }

  [[nodiscard]] int row_count() const override { return static_cast<int>(orders_.size()); }
  /// The least of all is bold.
  [[nodiscard]] QVariant look(const KnownOrderPtr& order, int column, int role) const override {
    if (role != Qt::FontRole || column < kFirstLayout) return {};
    const MatrixCell* one = cell(order, *layouts_[static_cast<std::size_t>(column - kFirstLayout)]);
    QFont font;
    font.setBold(one && one->footprint && one->footprint == least());
    return font;
  }

  /// 0 where none is known.
  [[nodiscard]] Bytes bound_of(const KnownOrderPtr& order) const {
    const auto at = bounds_.find(order);
    return at == bounds_.end() ? Bytes{} : at->second;
  }

  [[nodiscard]] QString text(const KnownOrderPtr& order, const MatrixCell& cell) const {
    if (!cell.footprint) return cell.brief;
    return human_bytes(*cell.footprint) + (meets_bound(order, cell) ? QStringLiteral(" ✓") : QString());
  }

  [[nodiscard]] QString tool_tip(const KnownOrderPtr& order, const LayoutStrategy& layout,
                                 const MatrixCell& cell) const {
    if (!cell.footprint) return cell.reason;
    QStringList lines{tr("%1, %2: %3 in %4")
                          .arg(order_name(*order->strategy), strategy_name(layout), full_bytes(*cell.footprint),
                               human_duration(cell.milliseconds))};
    const Bytes bound = bound_of(order);
    if (meets_bound(order, cell))
      lines += tr("It equals the lower bound: no plan in this order is smaller.");
    else if (bound > Bytes{})
      lines += tr("Every plan in this order needs at least %1.").arg(full_bytes(bound));
    if (cell.footprint == least()) lines += tr("The smallest of all planned footprints.");
    return lines.join('\n');
  }

  std::vector<KnownOrderPtr> orders_;
  std::vector<const LayoutStrategy*> layouts_;
  std::map<Key, MatrixCell> cells_;
  std::map<KnownOrderPtr, Bytes> bounds_;  // the best that is known
};

/// The view: see its header.
class FootprintMatrix final : public FootprintMatrixView {
  Q_DECLARE_TR_FUNCTIONS(stowage::FootprintMatrixView)

 public:
  FootprintMatrix() {
    for (const std::string_view id : kFirstChoice)
      if (const LayoutStrategy* layout = find_layout_strategy(id)) layouts_.push_back(layout);
    make_table();
    make_layout_menu();
    QWidget* to_csv = TableActions::of(table_)->make_button();
    in_rows(this, {in_bar({compute_, spring(), choice_, to_csv}, {6, 4, 6, 4}), {table_, 1}, note_});
    connect(compute_, &QToolButton::clicked, this, &FootprintMatrix::compute);
    connect(&worker_, &Worker::running_changed, this, &FootprintMatrix::show_state);
    follow_numbers(this, [this] { table_->viewport()->update(); });
    show_state();
  }

  void show(const OrderStudy& study, Bytes alignment) override {
    const bool other_alignment = std::exchange(alignment_, alignment) != alignment;
    const bool other_graph = std::exchange(graph_, study.base()) != study.base();
    if (other_alignment || other_graph) worker_.cancel();
    if (other_alignment || !graph_) model_->forget_all();
    std::vector<KnownOrderPtr> orders;
    for (const OrderRow& row : study.rows()) {
      if (row.order) orders.push_back(row.order);
      if (row.order && row.interleaved) model_->raise_bound_of(row.order, *row.interleaved);
    }
    model_->set_axes(std::move(orders), layouts_);
    show_state();
  }

  [[nodiscard]] const QAbstractItemModel& model() const override { return *model_; }
  [[nodiscard]] bool busy() const override { return worker_.running(); }

 private:
  /// What is to be computed, row by row.
  struct Row {
    KnownOrderPtr order;
    std::vector<const LayoutStrategy*> layouts;
  };

  void make_layout_menu() {
    choice_->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(choice_);
    for (const LayoutStrategy& layout : layout_strategies()) {
      QAction* action = menu->addAction(text_of(layout.id));
      action->setToolTip(strategy_description(layout));
      action->setCheckable(true);
      action->setChecked(std::ranges::find(layouts_, &layout) != layouts_.end());
      connect(action, &QAction::toggled, this, [this, &layout](bool shown) { choose(layout, shown); });
    }
    menu->setToolTipsVisible(true);
    choice_->setMenu(menu);
  }

  void make_table() {
    table_->setModel(model_);
    set_up_rows(table_, "matrix_table", tr("Footprints of orders and layouts"));
    table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table_->horizontalHeader()->setMinimumSectionSize(table_->fontMetrics().horizontalAdvance("8888 MiB ✓ 8"));
  }

  void choose(const LayoutStrategy& layout, bool shown) {
    std::erase(layouts_, &layout);
    if (shown) layouts_.push_back(&layout);
    model_->set_axes(model_->orders(), layouts_);
    show_state();
  }

  [[nodiscard]] std::vector<Row> missing() const {
    std::vector<Row> out;
    for (const KnownOrderPtr& order : model_->orders()) {
      Row row{order, {}};
      for (const LayoutStrategy* layout : layouts_)
        if (!model_->cell(order, *layout)) row.layouts.push_back(layout);
      if (!row.layouts.empty()) out.push_back(std::move(row));
    }
    return out;
  }

  void compute() {
    std::vector<Row> rows = missing();
    if (!graph_ || rows.empty()) return;
    worker_.start([this, graph = graph_, alignment = alignment_, rows = std::move(rows)](const Worker::Run& run) {
      work(run, *graph, rows, alignment);
    });
  }

  /// Ends what is at hand with what it has.
  QString stop() {
    worker_.finish();
    return tr("Stopping. The footprints planned so far are kept.");
  }

  /// Makes a plan in that order, or says why it could not.
  [[nodiscard]] static MatrixCell plan_cell(const LayoutStrategy& layout, const PlanGround& ground,
                                            const Bounds& bounds, const Task& task) {
    if (const auto why = strategy_refusal(layout, ground.problem()))
      return {.brief = why->brief, .reason = why->reason + '.'};
    const auto begin = Clock::now();
    Result<Plan> plan = ground.plan(layout, task);
    const std::chrono::duration<double, std::milli> took = Clock::now() - begin;
    if (plan) {
      raise_bound(ground.graph(), bounds.proved(), *plan);
      return {.footprint = plan->footprint, .lower_bound = plan->lower_bound, .milliseconds = took.count()};
    }
    const bool late = plan.error().kind == Error::Kind::timed_out || plan.error().kind == Error::Kind::cancelled;
    return {.brief = late ? tr("no plan") : tr("refused"),
            .reason = late ? tr("Stopped or out of time before it had a plan.")
                           : QString::fromStdString(plan.error().text())};
  }

  /// Works in the background. Asked to finish, it ends with the cell that it is at.
  void work(const Worker::Run& run, const Graph& graph, const std::vector<Row>& rows, Bytes alignment) const {
    Task task;
    task.stop = run.task().stop;
    std::size_t all = 0, ended = 0;
    for (const Row& row : rows) all += row.layouts.size();
    for (const Row& row : rows) {
      const Graph ordered = with_order(graph, row.order->sequence);
      const Result<Conflicts> conflicts = Conflicts::compute(ordered, task);
      const Result<PlanGround> ground =
          conflicts ? PlanGround::make(ordered, *conflicts, alignment) : tl::unexpected(conflicts.error());
      const Bounds bounds = ground ? ground->quick_bounds() : Bounds{};
      for (const LayoutStrategy* layout : row.layouts) {
        if (task.stop.stop_requested()) return;
        task.deadline = Task::with_time_limit(layout->id == kSearch ? kSearchSeconds : kSeconds).deadline;
        const MatrixCell cell =
            ground ? plan_cell(*layout, *ground, bounds, task)
                   : MatrixCell{.brief = tr("refused"), .reason = QString::fromStdString(ground.error().text())};
        run.post([this, order = row.order, layout, cell] { model_->set_cell(order, *layout, cell); });
        run.task().report(static_cast<double>(++ended) / static_cast<double>(all));
      }
    }
  }

  void show_state() {
    compute_->setEnabled(!worker_.running() && graph_ && !missing().empty());
    if (model_->least())
      note_->setText(tr("✓ equals the lower bound of its order: no layout is smaller. Bold: the smallest footprint."));
    else
      note_->setText(tr("Rows are orders, and columns are layout strategies. Plan all computes the footprints."));
  }

  std::shared_ptr<const Graph> graph_;
  Bytes alignment_{1};
  std::vector<const LayoutStrategy*> layouts_;
  FootprintMatrixModel* model_ = new FootprintMatrixModel(this);
  QTableView* table_ = new QTableView;
  QToolButton* compute_ = make_word_button("compute_matrix", tr("Plan all"),
                                           tr("Plan every order with every layout strategy shown, in the background"));
  QToolButton* choice_ =
      make_word_button("choose_layouts", tr("Layouts"), tr("Choose the layout strategies to show, one per column"));
  QLabel* note_ = make_wrapped_line("matrix_note");
  Worker worker_{this, {.text = [] { return tr("Planning every order…"); }, .cancel = [this] { return stop(); }}};
};

}  // namespace

FootprintMatrixView* make_footprint_matrix() {
  return new FootprintMatrix;
}

}  // namespace stowage
