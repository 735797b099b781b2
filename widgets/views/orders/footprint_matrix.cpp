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
#include "core/layout/strategy.h"
#include "core/papers/tables.h"
#include "core/plan/bounds.h"
#include "core/planning/plan_ground.h"
#include "core/safety/conflicts.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/base/worker.h"
#include "widgets/controls/elided.h"
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
constexpr double kSeconds = 60;  // of a strategy that has no time of its own
constexpr int kSearchSeconds = 10, kMostSearchSeconds = 3600;

using Clock = std::chrono::steady_clock;

/// What a layout strategy made of a graph in some order.
struct MatrixCell {
  enum class State {
    running,
    done,
    none,  ///< it made no plan
  };
  State state = State::running;
  Bytes footprint{};
  Bytes lower_bound{};  ///< of plans in that order, as far as it is known; 0 where it is not
  double milliseconds = 0;
  QString brief{}, reason{};  ///< why there is no plan: in a word or two, and in a sentence
};

/// Footprints: orders down, layout strategies across. What was computed stays, also while its row or column is not
/// shown.
class FootprintMatrixModel final : public ColumnModel<const KnownOrderPtr&> {
  Q_DECLARE_TR_FUNCTIONS(stowage::FootprintMatrixModel)

 public:
  enum Column { kOrder, kPeak, kFirstLayout };

  explicit FootprintMatrixModel(QObject* parent = nullptr) : ColumnModel(parent) { set_columns(columns()); }

  void set_axes(std::vector<KnownOrderPtr> orders, std::vector<const LayoutStrategy*> layouts) {
    if (orders == orders_ && layouts == layouts_) return;
    reset([&] {
      orders_ = std::move(orders);
      layouts_ = std::move(layouts);
      set_columns(columns());
    });
  }

  /// What every plan in an order needs with the streams side by side: a bound of its row, and told beside the peak.
  void set_interleaved(std::map<KnownOrderPtr, Bytes> interleaved) {
    if (interleaved == interleaved_) return;
    interleaved_ = std::move(interleaved);
    all_changed();
  }

  /// All may change with one: the least, and what meets the bound of its row.
  void set_cell(const KnownOrderPtr& order, const LayoutStrategy& layout, MatrixCell cell) {
    Bytes& bound = bounds_[order];
    bound = std::max(bound, cell.lower_bound);
    cells_[{order, &layout}] = std::move(cell);
    all_changed();
  }

  /// As if it had not been begun.
  void forget_running() {
    std::erase_if(cells_, [](const auto& each) { return each.second.state == MatrixCell::State::running; });
    all_changed();
  }

  void forget_all() {
    cells_.clear();
    bounds_.clear();
    all_changed();
  }

  [[nodiscard]] const std::vector<KnownOrderPtr>& orders() const { return orders_; }
  [[nodiscard]] const std::vector<const LayoutStrategy*>& layouts() const { return layouts_; }
  /// Null where nothing was computed.
  [[nodiscard]] const MatrixCell* cell(const KnownOrderPtr& order, const LayoutStrategy& layout) const {
    const auto at = cells_.find({order, &layout});
    return at == cells_.end() ? nullptr : &at->second;
  }

  /// By the layouts that planned both; none where none did.
  [[nodiscard]] std::optional<LargerPlans> against_first(const KnownOrderPtr& order) const {
    std::optional<LargerPlans> out;
    for (const LayoutStrategy* layout : layouts_) {
      const MatrixCell *own = cell(order, *layout), *first = cell(orders_.front(), *layout);
      if (!own || !first || own->state != MatrixCell::State::done || first->state != MatrixCell::State::done) continue;
      if (!out) out = LargerPlans{own->footprint, first->footprint};
      out = LargerPlans{std::min(out->own, own->footprint), std::min(out->first, first->footprint)};
    }
    return out;
  }

  /// The smallest footprint shown; none where there is none.
  [[nodiscard]] std::optional<Bytes> least() const {
    std::optional<Bytes> out;
    for (const KnownOrderPtr& order : orders_)
      for (const LayoutStrategy* layout : layouts_)
        if (const MatrixCell* one = cell(order, *layout); one && one->state == MatrixCell::State::done)
          out = std::min(out.value_or(one->footprint), one->footprint);
    return out;
  }

  /// Whether no plan in the order is smaller than this one.
  [[nodiscard]] bool meets_bound(const KnownOrderPtr& order, const MatrixCell& cell) const {
    return cell.state == MatrixCell::State::done && cell.footprint == bound_of(order);
  }

  [[nodiscard]] const KnownOrderPtr& at(int row) const override { return orders_[static_cast<std::size_t>(row)]; }

 private:
  using Key = std::pair<KnownOrderPtr, const LayoutStrategy*>;
  [[nodiscard]] Columns columns() const {
    auto peak = number(
        tr("Peak"), tr("Most bytes alive at one step of the order"),
        [](const KnownOrderPtr& order) { return order->peak().count; }, cell::bytes);
    peak.tip = [this](const KnownOrderPtr& order) { return peak_tip(order); };
    Columns out{{.title = tr("Order"),
                 .hint = tr("In which order the operators run"),
                 .text = [](const KnownOrderPtr& order) { return order_name(*order->strategy); },
                 .exact = [](const KnownOrderPtr& order) { return text_of(order->strategy->id); },
                 .tip = [](const KnownOrderPtr& order) { return order_description(*order->strategy) + '.'; }},
                std::move(peak)};
    for (const LayoutStrategy* layout : layouts_) out.push_back(footprints(*layout));
    return out;
  }

  [[nodiscard]] TableColumn<const KnownOrderPtr&> footprints(const LayoutStrategy& layout) const {
    const auto text = [this, of = &layout](const KnownOrderPtr& order) {
      const MatrixCell* one = cell(order, *of);
      return one ? this->text(order, *one) : QStringLiteral("–");
    };
    const auto exact = [this, of = &layout](const KnownOrderPtr& order) -> QVariant {
      const MatrixCell* one = cell(order, *of);
      if (!one || one->state != MatrixCell::State::done) return one ? one->brief : QString();
      return exact_number(one->footprint.count);
    };
    const auto tip = [this, of = &layout](const KnownOrderPtr& order) {
      const MatrixCell* one = cell(order, *of);
      return one ? tool_tip(order, *of, *one) : tr("Not planned yet");
    };
    const QString about = strategy_description(layout) + '.';
    return {.title = strategy_name(layout),
            .hint = about,
            .number = true,
            .text = text,
            .exact = exact,
            .tip = tip,
            .exact_title = text_of(layout.id)};
  }

  [[nodiscard]] int row_count() const override { return static_cast<int>(orders_.size()); }
  /// Bold: the least of all.
  [[nodiscard]] QVariant look(const KnownOrderPtr& order, int column, int role) const override {
    if (role != Qt::FontRole || column < kFirstLayout) return {};
    const MatrixCell* one = cell(order, *layouts_[static_cast<std::size_t>(column - kFirstLayout)]);
    QFont font;
    font.setBold(one && one->state == MatrixCell::State::done && one->footprint == least());
    return font;
  }

  [[nodiscard]] QString peak_tip(const KnownOrderPtr& order) const {
    const auto at = interleaved_.find(order);
    if (at == interleaved_.end()) return full_bytes(order->peak());
    return tr("%1 if the operators run one at a time; with the streams side by side, every plan needs at least %2")
        .arg(full_bytes(order->peak()), full_bytes(at->second));
  }

  /// 0 where none is known.
  [[nodiscard]] Bytes bound_of(const KnownOrderPtr& order) const {
    const auto in = [&](const std::map<KnownOrderPtr, Bytes>& bounds) {
      const auto at = bounds.find(order);
      return at == bounds.end() ? Bytes{} : at->second;
    };
    return std::max(in(bounds_), in(interleaved_));
  }

  [[nodiscard]] QString text(const KnownOrderPtr& order, const MatrixCell& cell) const {
    if (cell.state == MatrixCell::State::running) return QStringLiteral("…");
    if (cell.state == MatrixCell::State::none) return cell.brief;
    return human_bytes(cell.footprint) + (meets_bound(order, cell) ? QStringLiteral(" ✓") : QString());
  }

  [[nodiscard]] QString tool_tip(const KnownOrderPtr& order, const LayoutStrategy& layout,
                                 const MatrixCell& cell) const {
    if (cell.state == MatrixCell::State::running) return tr("Being planned");
    if (cell.state == MatrixCell::State::none) return cell.reason;
    QStringList lines{tr("%1, %2: %3 in %4")
                          .arg(order_name(*order->strategy), strategy_name(layout), full_bytes(cell.footprint),
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
  std::map<KnownOrderPtr, Bytes> bounds_;  // the best that some cell of the row knows
  std::map<KnownOrderPtr, Bytes> interleaved_;
};

/// The view: see its header.
class FootprintMatrix final : public FootprintMatrixView {
  Q_DECLARE_TR_FUNCTIONS(stowage::FootprintMatrixView)

 public:
  FootprintMatrix()
      : model_(new FootprintMatrixModel(this)), table_(new QTableView), note_(make_wrapped_line("matrix_note")) {
    for (const std::string_view id : kFirstChoice)
      if (const LayoutStrategy* layout = find_layout_strategy(id)) layouts_.push_back(layout);
    make_table();
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
    connect(model_, &QAbstractItemModel::dataChanged, this, &FootprintMatrixView::footprints_changed);
    connect(model_, &QAbstractItemModel::modelReset, this, &FootprintMatrixView::footprints_changed);
    show_state();
  }

  void set_orders(const std::shared_ptr<const Graph>& graph, std::span<const OrderRow> rows) override {
    if (graph != graph_) worker_.cancel();
    graph_ = graph;
    if (!graph_) model_->forget_all();
    std::vector<KnownOrderPtr> orders;
    std::map<KnownOrderPtr, Bytes> interleaved;
    for (const OrderRow& row : rows) {
      if (row.order) orders.push_back(row.order);
      if (row.order && row.interleaved) interleaved.emplace(row.order, *row.interleaved);
    }
    model_->set_axes(std::move(orders), layouts_);
    model_->set_interleaved(std::move(interleaved));
    show_state();
  }

  [[nodiscard]] const QAbstractItemModel& model() const override { return *model_; }
  [[nodiscard]] std::map<KnownOrderPtr, LargerPlans> larger() const override {
    std::map<KnownOrderPtr, LargerPlans> out;
    for (const KnownOrderPtr& order : model_->orders())
      if (const auto bytes = model_->against_first(order); bytes && bytes->own > bytes->first)
        out.emplace(order, *bytes);
    return out;
  }

  void set_alignment(Bytes alignment) override {
    if (alignment == alignment_) return;
    alignment_ = alignment;
    worker_.cancel();
    model_->forget_all();
    show_state();
  }

  [[nodiscard]] bool busy() const override { return worker_.running(); }

 private:
  /// What is to be computed, row by row.
  struct Row {
    KnownOrderPtr order;
    std::vector<const LayoutStrategy*> layouts;
  };
  struct Job {
    std::shared_ptr<const Graph> graph;
    std::vector<Row> rows;
    Bytes alignment;
    double search_seconds;
  };
  QWidget* make_bar() {
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
    connect(compute_, &QToolButton::clicked, this, &FootprintMatrix::compute);
    connect(stop_, &QToolButton::clicked, this, &FootprintMatrix::stop);
    return bar;
  }

  void make_layout_menu() {
    auto* menu = new QMenu(choice_);
    for (const LayoutStrategy& layout : layout_strategies()) {
      QAction* action = menu->addAction(text_of(layout.id));
      action->setToolTip(strategy_description(layout));
      action->setCheckable(true);
      action->setChecked(std::ranges::find(layouts_, &layout) != layouts_.end());
      connect(action, &QAction::toggled, this, &FootprintMatrix::choose_layouts);
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

  /// In the order of the table of strategies; those chosen at first keep theirs.
  void choose_layouts() {
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
    const Job job{graph_, std::move(rows), alignment_, static_cast<double>(seconds_->value())};
    worker_.start([this, job](const Worker::Run& run) { work(run, job); });
  }

  /// What is at hand is ended with what it has.
  QString stop() {
    worker_.finish();
    return tr("Stopping. The footprints planned so far are kept.");
  }

  /// A plan in that order, or why there is none.
  [[nodiscard]] static MatrixCell plan_cell(const LayoutStrategy& layout, const PlanGround& ground,
                                            const Bounds& bounds, const Task& task) {
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
            .reason = late ? tr("Stopped or out of time before it had a plan.")
                           : QString::fromStdString(plan.error().text())};
  }

  /// In the background. Told to finish, it ends with the cell that it is at.
  void work(const Worker::Run& run, const Job& job) const {
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

  void show_state() {
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

  std::shared_ptr<const Graph> graph_;
  Bytes alignment_{1};
  std::vector<const LayoutStrategy*> layouts_;
  FootprintMatrixModel* model_;
  QTableView* table_;
  QToolButton *compute_ = nullptr, *stop_ = nullptr, *choice_ = nullptr;
  QSpinBox* seconds_ = nullptr;
  QProgressBar* progress_ = nullptr;
  QLabel* note_;
  Worker worker_{this, {.text = [] { return tr("Planning every order…"); }, .cancel = [this] { return stop(); }}};
};

}  // namespace

FootprintMatrixView* make_footprint_matrix() {
  return new FootprintMatrix;
}

}  // namespace stowage
