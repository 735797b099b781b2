// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/loops/loops_pane.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <QCoreApplication>
#include <QFont>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPalette>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QTreeWidget>

#include "core/layout/strategy.h"
#include "core/papers/tables.h"
#include "core/planning/plan_ground.h"
#include "core/safety/conflicts.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/base/latest_job.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/elided.h"
#include "widgets/controls/lines.h"
#include "widgets/controls/scrolled.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/tables/column_model.h"
#include "widgets/tables/row_table.h"
#include "widgets/tables/table_actions.h"
#include "widgets/views/loops/loop_map_view.h"

namespace stowage {
namespace {

constexpr int kMostFirsts = 1'000;  // columns of first iterations; further ones are seen under Now
constexpr int kMostIterations = 999'999;
constexpr int kNamesWidth = 140;  // pixels, at most
constexpr int kWordsWidth = 560;  // pixels of the sentences where there is nothing to show

bool stays(const LoopView& view) {
  return view.first.empty() &&
         std::ranges::all_of(view.repeat, [&](const LoopPlace& p) { return p == view.repeat[0]; });
}

/// The pointer table of a loop: where each tensor of its body lies in which iteration. The columns of the first
/// iterations are there where some tensor has a place of its own in them; then come those of counter % repeat.
/// ```
///  Tensor  Size   View     Now     c = 0  c % 2 = 0  c % 2 = 1
///  x       4 KiB  type II  0       (x)    4,096      0
///  w       2 KiB  fixed    (w)            (w)        (w)
/// ```
/// The buffers of loops inside are rows like all others.
class PointerModel final : public ColumnModel<int> {
  Q_DECLARE_TR_FUNCTIONS(stowage::PointerModel)

 public:
  enum Column { kTensor, kSize, kView, kNow, kFirst };

  using ColumnModel::ColumnModel;

  /// Null: no rows.
  void set_map(std::shared_ptr<const LoopMap> map) {
    reset([&] {
      map_ = std::move(map);
      firsts_ = 0;
      if (map_)
        for (const LoopView& view : map_->loop.plan->views)
          firsts_ = std::max(firsts_, static_cast<int>(std::min<std::size_t>(view.first.size(), kMostFirsts)));
      set_columns(columns());
    });
  }

  void set_iteration(std::size_t iteration) {
    if (iteration == iteration_) return;
    iteration_ = iteration;
    if (rowCount() == 0) return;
    rename_column(kNow, now_title());
    columns_changed(kNow, columnCount() - 1);
    emit headerDataChanged(Qt::Horizontal, kNow, columnCount() - 1);
  }

  [[nodiscard]] int at(int row) const override { return row; }
  [[nodiscard]] TensorId tensor(int row) const { return TensorId(static_cast<std::size_t>(row)); }
  /// Where a row is read in this iteration: the column, or -1 where its tensor is never read.
  [[nodiscard]] int used_column(int row) const {
    const LoopView& of = view(row);
    if (of.empty()) return -1;
    if (iteration_ < of.first.size())
      return iteration_ < static_cast<std::size_t>(firsts_) ? kFirst + static_cast<int>(iteration_) : -1;
    return kFirst + firsts_ + static_cast<int>(iteration_ % map_->copies);
  }

 private:
  [[nodiscard]] const LoopView& view(int row) const { return map_->loop.plan->views[static_cast<std::size_t>(row)]; }
  /// What stands in a cell; null: nothing.
  [[nodiscard]] const LoopPlace* place(int row, int column) const {
    const LoopView& of = view(row);
    if (of.empty() || column < kNow) return nullptr;
    if (column == kNow) return &of.at(iteration_);
    const auto at = static_cast<std::size_t>(column - kFirst);
    if (column < kFirst + firsts_) return at < of.first.size() ? &of.first[at] : nullptr;
    return &of.settled(at - static_cast<std::size_t>(firsts_));
  }

  [[nodiscard]] Columns columns() const {
    if (!map_) return {};
    const auto body = [this]() -> const Graph& { return *map_->loop.plan->body; };
    Columns out{{.title = tr("Tensor"),
                 .hint = tr("A tensor of the body, or a buffer of an inner loop"),
                 .text = [=, this](int row) { return text_of(body().name(tensor(row))); }},
                number(
                    tr("Size"), tr("How many bytes it has"),
                    [=, this](int row) { return body().size(tensor(row)).count; }, cell::bytes, cell::full_bytes),
                {.title = tr("View"),
                 .hint = tr("How the pointer is found, in the NNC paper's terms"),
                 .text = [this](int row) { return kind(row); },
                 .tip = [this](int row) { return kind_tip(row); }},
                places(kNow, now_title(), tr("Its place in the chosen iteration"))};
    out[kSize].exact_title = tr("Size in bytes");
    const QString first = tr("c = %1 only"), rest = tr("c % %1 = %2"), repeat = cell::count(copies());
    const QString in_first = tr("Its place in this iteration, where it differs from the later ones");
    const QString in_rest = tr("Its place in the iterations c with c mod %1 = %2");
    const auto add = [&](const QString& title, const QString& hint) {
      out.push_back(places(static_cast<int>(out.size()), title, hint));
    };
    for (int c = 0; c < firsts_; ++c) add(first.arg(cell::count(c)), in_first);
    for (int c = 0; c < copies(); ++c) add(rest.arg(repeat, cell::count(c)), in_rest.arg(repeat, cell::count(c)));
    return out;
  }

  [[nodiscard]] TableColumn<int> places(int column, const QString& title, const QString& hint) const {
    const auto text = [=, this](int row) {
      const LoopPlace* at = place(row, column);
      return at ? place_text(map_->loop, *at) : QString();
    };
    const auto exact = [=, this](int row) -> QVariant {
      const LoopPlace* at = place(row, column);
      return !at || at->outside.valid() ? text(row) : exact_number(map_->loop.plan->starts[at->buffer] + at->offset);
    };
    const auto tip = [=, this](int row) {
      const LoopPlace* at = place(row, column);
      return at ? place_details(*map_, tensor(row), *at) : QString();
    };
    return {.title = title, .hint = hint, .number = true, .text = text, .exact = exact, .tip = tip};
  }

  [[nodiscard]] int copies() const { return static_cast<int>(map_->copies); }
  [[nodiscard]] QString now_title() const {
    return tr("now (c = %1)").arg(cell::count(static_cast<std::int64_t>(iteration_)));
  }

  [[nodiscard]] QString kind(int row) const {
    const LoopView& of = view(row);
    if (of.empty()) return tr("never read");
    if (stays(of)) return tr("fixed");
    return of.first.empty() ? tr("type I") : tr("type II");
  }

  [[nodiscard]] QString kind_tip(int row) const {
    const LoopView& of = view(row);
    if (of.empty()) return tr("Nothing reads it, so it needs no place.");
    if (stays(of)) return tr("It lies in one place in all iterations.");
    return (of.first.empty() ? tr("Type I: its places come round from the first iteration on, ptrs[c % %1].")
                             : tr("Type II: its first value lies in a place of its own; from then on its places come "
                                  "round, ptrs[c % %1]."))
        .arg(cell::count(copies()));
  }

  [[nodiscard]] int row_count() const override { return map_ ? static_cast<int>(map_->loop.plan->views.size()) : 0; }

  /// What is read in this iteration is lit.
  [[nodiscard]] QVariant look(int row, int column, int role) const override {
    const bool lit = column >= kFirst && used_column(row) == column;
    if (role == Qt::AccessibleTextRole) {
      const QString text = this->column(column).text(row);
      return lit ? tr("%1, read now").arg(text) : text;
    }
    if (role != Qt::BackgroundRole || !lit) return {};
    QColor ground = QGuiApplication::palette().color(QPalette::Highlight);
    ground.setAlphaF(0.3F);
    return ground;
  }

  [[nodiscard]] QVariant title_look(int column, int role) const override {
    const int at = column - kFirst - firsts_;
    if (role != Qt::FontRole || at < 0 || static_cast<std::size_t>(at) != iteration_ % map_->copies) return {};
    QFont bold = QGuiApplication::font();
    bold.setBold(true);
    return bold;
  }

  [[nodiscard]] QVariant row_header(int row, int role) const override {
    if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    if (!map_ || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) return {};
    return column(kTensor).text(row);
  }

  std::shared_ptr<const LoopMap> map_;
  int firsts_ = 0;  // iterations that have a column of their own
  std::size_t iteration_ = 0;
};

/// The pane: see its header.
class Loops final : public LoopsPane {
  Q_DECLARE_TR_FUNCTIONS(stowage::LoopsPane)

 public:
  explicit Loops(ViewState& state) : LoopsPane(state), pages_(new PageStack(this)), pointers_(new PointerModel(this)) {
    pages_->addWidget(make_message());
    pages_->addWidget(make_content());
    in_rows(this, {pages_})->setSizeConstraint(QLayout::SetNoConstraint);
    set_picture({"loops", tr("L&oop…"), tr("Export image of the loop"), "-loop"});
    connect(&state, &ViewState::selection_changed, this, &Loops::selection_from_state);
    follow_numbers(this, [this] {
      fill_tree();
      show_words();
    });
    take_view({});
  }

  [[nodiscard]] bool busy() const override { return planner_.busy() || mapper_.busy() || totaler_.busy(); }
  [[nodiscard]] const std::shared_ptr<const LoopMap>& map() const override { return map_; }
  [[nodiscard]] Drawing drawing() const override { return view_->drawing(); }
  /// The same however long the words are: a dock that follows them would show them in another way, without end.
  [[nodiscard]] QSize minimumSizeHint() const override {
    constexpr int kLeastHeight = 170;  // of a map with a line of words above it and below
    return {LoopsPane::minimumSizeHint().width(), kLeastHeight};
  }

 private:
  void showEvent(QShowEvent* event) override {
    Pane::showEvent(event);
    selection_from_state();
  }
  /// Where the pane is low, words are in one line each, and in tips: the map needs the height.
  void resizeEvent(QResizeEvent* event) override {
    constexpr int kRoomForWords = 280;  // pixels
    Pane::resizeEvent(event);
    const bool low = height() < kRoomForWords;
    for (QLabel* each : {summary_, results_}) each->setVisible(!low);
    for (QLabel* each : {short_summary_, short_results_}) each->setVisible(low);
  }

  void take_graph(const std::shared_ptr<const Graph>& graph) override { newest_ = graph; }
  /// Another strategy changes nothing: a loop is planned for itself.
  void take_view(const PlanView& view) override {
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

  QWidget* make_message() {
    message_ = named(new QLabel, "loops_message");
    message_->setWordWrap(true);
    message_->setAlignment(Qt::AlignCenter);
    message_->setMaximumWidth(kWordsWidth);
    message_->setForegroundRole(QPalette::PlaceholderText);
    const auto make_button = [this](const QString& text, const char* object, const auto& run) {
      auto* button = named(new QPushButton(text), object);
      connect(button, &QPushButton::clicked, this, run);
      return button;
    };
    stop_ = make_button(tr("Stop"), "loops_stop", &Loops::stop);
    again_ = make_button(tr("Plan the loops"), "loops_again", &Loops::plan);
    sample_ = make_button(tr("Open a sample with a loop"), "loops_sample", &LoopsPane::sample_requested);
    auto* line = in_line({{message_, 100}});
    line->insertStretch(0, 1);
    line->addStretch(1);
    return in_column({spring(), line, gap(6), in_line({spring(), stop_, again_, sample_, spring()}), spring()});
  }

  QWidget* make_content() {
    make_table();
    tree_ = named(new QTreeWidget, "loops_tree", tr("Loops"));
    tree_->setHeaderLabel(tr("Loop"));
    tree_->headerItem()->setToolTip(0, tr("Loops in the body of another stand below it"));
    tree_->setHeaderHidden(true);
    tree_->setIndentation(14);
    tree_->setFrameShape(QFrame::NoFrame);
    tree_->setUniformRowHeights(true);
    tree_->header()->setSectionResizeMode(QHeaderView::Stretch);
    tree_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    tree_->setMinimumWidth(90);
    connect(tree_, &QTreeWidget::currentItemChanged, this, &Loops::take_current);
    view_ = make_loop_map_view();
    view_->setMinimumSize(120, 90);
    connect(view_, &LoopMapView::tensor_picked, this, [this](TensorId t) {
      if (t.valid())
        table_->selectRow(static_cast<int>(t.index()));
      else
        table_->clearSelection();
    });
    connect(view_, &LoopMapView::copy_picked, this, [this](std::size_t copy) {
      const auto copies = static_cast<int>(map_->copies), now = iteration_->value();
      iteration_->setValue(now - now % copies + static_cast<int>(copy));
    });
    auto* split = new QSplitter(Qt::Horizontal);
    split->setChildrenCollapsible(false);
    for (QWidget* part : {static_cast<QWidget*>(tree_), static_cast<QWidget*>(view_), static_cast<QWidget*>(table_)})
      split->addWidget(part);
    split->setSizes({150, 500, 400});
    results_ = make_wrapped_line("loops_results");
    results_->setAccessibleName(tr("Where the results lie"));
    short_results_ = make_elided_line("loops_short_results");
    return in_column({make_bar(), {split, 1}, results_, short_results_});
  }

  QWidget* make_bar() {
    summary_ = make_wrapped_line("loops_summary");
    summary_->setAccessibleName(tr("About the loop"));
    summary_->setContentsMargins({});
    short_summary_ = make_elided_line("loops_short_summary");
    short_summary_->setContentsMargins({});
    iteration_ = named(new QSpinBox, "loops_iteration", tr("Iteration"),
                       tr("Highlight the tensors read in this iteration in map and table"));
    iteration_->setRange(0, kMostIterations);
    iteration_->setGroupSeparatorShown(true);
    connect(iteration_, &QSpinBox::valueChanged, this, &Loops::take_iteration);
    auto* label = new QLabel(tr("&Iteration c"));
    label->setBuddy(iteration_);
    return in_bar({{summary_, 1}, {short_summary_, 1}, label, iteration_, TableActions::of(table_)->make_button()},
                  {8, 3, 6, 3});
  }

  void make_table() {
    table_ = new QTableView;
    table_->setModel(pointers_);
    set_up_rows(table_, "loops_pointers", tr("Pointer table of the loop"));
    table_->setAlternatingRowColors(true);
    table_->horizontalHeader()->setMinimumSectionSize(24);
    table_->horizontalHeader()->setResizeContentsPrecision(20);  // rows that are measured
    // The names stay in view whichever iteration is.
    table_->verticalHeader()->show();
    table_->verticalHeader()->setMaximumWidth(kNamesWidth);
    table_->verticalHeader()->setTextElideMode(Qt::ElideLeft);
    table_->verticalHeader()->setHighlightSections(false);
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &Loops::take_rows);
  }

  void say(const QString& words, bool working, bool stopped, bool no_loops) {
    message_->setText(words);
    stop_->setVisible(working);
    again_->setVisible(stopped);
    sample_->setVisible(no_loops);
    pages_->setCurrentIndex(0);
  }

  void plan() {
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

  QString stop() {
    planner_.cancel();
    const QString said = tr("You cancelled the planning of the loops.");
    say(said, false, true, false);
    again_->setFocus();
    return said;
  }

  QString stop_total() {
    totaler_.cancel();
    return tr("The plan of the graph with its loops was cancelled.");
  }

  /// The loop that was shown is shown again where there is one of that name.
  void take_loops(const std::vector<ShownLoop>& loops) {
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

  /// That of the graph in which each loop needs its buffers.
  void find_total(const std::shared_ptr<const LoopsPlan>& loops) {
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

  void fill_tree() {
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

  void choose(std::optional<std::size_t> loop) {
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

  void take_map(std::shared_ptr<const LoopMap> map) {
    map_ = std::move(map);
    view_->set_map(map_);
    pointers_->set_map(map_);
    table_->setColumnHidden(PointerModel::kTensor, true);  // the names stand beside the rows
    fit_columns();
    show_iteration();
  }

  /// By the user, in the tree.
  void take_current() {
    const QTreeWidgetItem* item = tree_->currentItem();
    if (syncing_ || !item) return;
    choose(item->data(0, Qt::UserRole).toULongLong());
    const OperatorId node = loops_[outermost(*chosen_)].plan->node;
    if (newest_ && newest_ != graph_) return;  // the state's operators are those of another graph
    syncing_ = true;
    state().select_operators({node});
    syncing_ = false;
  }

  void take_rows() {
    if (syncing_) return;
    const std::vector<int> rows = selected_rows(table_);
    view_->set_tensor(rows.empty() ? TensorId() : pointers_->tensor(rows.front()));
  }

  /// The first ones to what they hold; of the many that may follow all are alike.
  void fit_columns() {
    constexpr int kMeasured = 8;
    const int measured = std::min(pointers_->columnCount(), kMeasured);
    if (measured == 0) return;
    table_->resizeColumnToContents(measured - 1);
    table_->horizontalHeader()->setDefaultSectionSize(table_->columnWidth(measured - 1));
    for (int column = 0; column + 1 < measured; ++column) table_->resizeColumnToContents(column);
  }

  void show_iteration() {
    const auto iteration = static_cast<std::size_t>(iteration_->value());
    pointers_->set_iteration(iteration);
    view_->set_iteration(iteration);
    show_words();
  }

  /// By the user: what it reads comes into view.
  void take_iteration() {
    show_iteration();
    if (pointers_->rowCount() == 0) return;
    const int row = std::max(0, table_->rowAt(0));
    if (const int used = pointers_->used_column(row); used >= 0) table_->scrollTo(pointers_->index(row, used));
  }

  void show_words() {
    if (!map_) return;
    QString words = loop_summary(map_->loop);
    if (!map_->loop.parent && map_->loop.plan->plan.footprint.count > 0)
      words += ' ' + (total_ ? tr("The footprints of the graph do not count it: with its loops the graph needs %1.")
                                   .arg(human_bytes(*total_))
                             : tr("The footprints of the graph do not count it."));
    if (map_->loop.plan->plan.footprint.count > 0)
      words += ' ' + tr("Places count from the start of the loop's memory.");
    const QString results = results_text(map_->loop, static_cast<std::size_t>(iteration_->value()));
    summary_->setText(words);
    results_->setText(results);
    short_summary_->setText(words.simplified());
    short_results_->setText(results.simplified());
  }

  void selection_from_state() {
    const auto& selected = state().selected_operators();
    if (syncing_ || !isVisible() || !chosen_ || selected.empty() || (newest_ && newest_ != graph_)) return;
    if (loops_[outermost(*chosen_)].plan->node == selected.front()) return;
    for (std::size_t k = 0; k < loops_.size(); ++k)
      if (!loops_[k].parent && std::ranges::find(selected, loops_[k].plan->node) != selected.end()) return choose(k);
  }

  [[nodiscard]] std::size_t outermost(std::size_t loop) const {
    while (loops_[loop].parent) loop = *loops_[loop].parent;
    return loop;
  }

  std::shared_ptr<const Graph> newest_, graph_;  // graph_ is planned, or being planned
  Bytes alignment_{1};
  std::vector<ShownLoop> loops_;
  std::optional<std::size_t> chosen_;
  std::optional<Bytes> total_;  // what the graph needs with its loops, once that is known
  std::shared_ptr<const LoopMap> map_;
  PageStack* pages_;
  QLabel *message_ = nullptr, *summary_ = nullptr, *results_ = nullptr;
  QLabel *short_summary_ = nullptr, *short_results_ = nullptr;  // where the pane is low
  QPushButton *stop_ = nullptr, *again_ = nullptr, *sample_ = nullptr;
  QTreeWidget* tree_ = nullptr;
  LoopMapView* view_ = nullptr;
  QTableView* table_ = nullptr;
  PointerModel* pointers_;
  QSpinBox* iteration_ = nullptr;
  bool syncing_ = false;
  // last: destroyed first, they wait for what uses the rest
  LatestJob planner_{this, {.text = [] { return tr("Planning the loops…"); }, .cancel = [this] { return stop(); }}};
  LatestJob totaler_{this,
                     {.text = [] { return tr("Planning the loops…"); }, .cancel = [this] { return stop_total(); }}};
  LatestJob mapper_{this};
};

}  // namespace

LoopsPane* make_loops(ViewState& state) {
  return new Loops(state);
}

}  // namespace stowage
