// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include <QAction>
#include <QCheckBox>
#include <QColor>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QLabel>
#include <QPalette>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

#include "core/insight/edit/edits.h"
#include "core/insight/improve/cost.h"
#include "widgets/base/canvas.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/elided.h"
#include "widgets/controls/tool_button.h"
#include "widgets/edit/edits.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/style/theme.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/tables/column_model.h"
#include "widgets/tables/fitted_columns.h"
#include "widgets/tables/row_table.h"
#include "widgets/views/improve/sync_costs.h"

namespace stowage {
namespace {

/// "conv1 → allreduce".
QString sync_arrow(const Graph& graph, const ControlEdge& sync) {
  return QStringLiteral("%1 → %2").arg(text_of(graph.name(sync.before)), text_of(graph.name(sync.after)));
}

constexpr std::size_t kMostWays = 20'000;  // that are looked for and kept
constexpr std::size_t kMostSteps = 1'000;  // looked at for each

/// What implies the first of the redundant syncs.
std::vector<SyncWay> ways_of(const Graph& graph, const std::vector<std::size_t>& redundant, const Task& task) {
  std::vector<SyncWay> ways;
  for (const std::size_t sync : redundant) {
    if (ways.size() == kMostWays || task.should_stop()) break;
    ways.push_back(implied_by(graph, graph.control()[sync], kMostSteps));
  }
  return ways;
}

/// Of rows that say that there is nothing to be had, and can be read all the same.
QColor quiet_text() {
  return Theme::of(is_dark(QGuiApplication::palette())).muted_text;
}

std::size_t streams_used(const Graph* graph) {
  if (!graph) return 0;
  const auto used = [&](StreamId s) { return !graph->operators_of(s).empty(); };
  return static_cast<std::size_t>(std::ranges::count_if(graph->streams(), used));
}

}  // namespace

/// The syncs of a graph, one a row, with what the graph costs without each: figures, and which of them are redundant,
/// fill in as they become known.
class SyncCostModel final : public ColumnModel<std::size_t> {
  Q_DECLARE_TR_FUNCTIONS(stowage::SyncCostModel)

 public:
  enum Column { kSync, kStreams, kFootprint, kBound };

  explicit SyncCostModel(QObject* parent = nullptr) : ColumnModel(parent) {
    set_columns({
        {.title = tr("Existing sync"),
         .hint = tr("The second operator waits for the first"),
         .text = [this](std::size_t row) { return sync_arrow(*graph_, graph_->control()[row]); },
         .key = [](std::size_t row) { return static_cast<int>(row); },
         .tip = [this](std::size_t row) { return sync_tip(row); }},
        words(tr("Streams"), tr("The streams on which the two run"),
              [this](std::size_t row) { return streams_text(row); }),
        figure(kFootprint, tr("Footprint"), tr("How much more the best plan needs without the sync")),
        figure(kBound, tr("Bound"), tr("How much more every plan needs without the sync")),
    });
  }

  /// Forgets all. Null: no rows.
  void set_graph(std::shared_ptr<const Graph> graph) {
    reset([&] {
      graph_ = std::move(graph);
      redundant_.clear();
      ways_.clear();
      now_.reset();
      // Where bodies are laid out, most syncs only hold their parts together.
      const bool shows = graph_ && graph_->laid_out() == nullptr;
      costs_.assign(shows ? graph_->control().size() : 0, std::nullopt);
    });
  }
  /// With the same syncs: its streams are called otherwise.
  void rename(std::shared_ptr<const Graph> graph) {
    graph_ = std::move(graph);
    all_changed();
  }
  /// Forgets the figures, but not what is redundant.
  void forget_costs() {
    now_.reset();
    costs_.assign(costs_.size(), std::nullopt);
    all_changed();
  }
  /// What the graph costs as it is: the rows say how much more it is without their sync.
  void set_now(const Cost& now) {
    now_ = now;
    all_changed();
  }
  void set_cost(const SyncCost& cost) {
    if (cost.place >= costs_.size()) return;
    costs_[cost.place] = cost;
    const int row = static_cast<int>(cost.place);
    emit dataChanged(index(row, 0), index(row, columnCount() - 1));
  }
  /// Places in graph.control(), ascending, and what implies them: of the first, as many as are known.
  void set_redundant(std::vector<std::size_t> redundant, std::vector<SyncWay> ways) {
    redundant_ = std::move(redundant);
    ways_ = std::move(ways);
    all_changed();
  }

  [[nodiscard]] const std::shared_ptr<const Graph>& graph() const { return graph_; }
  [[nodiscard]] const ControlEdge& sync(int row) const { return graph_->control()[static_cast<std::size_t>(row)]; }
  [[nodiscard]] const std::vector<std::size_t>& redundant() const { return redundant_; }
  /// Known to be.
  [[nodiscard]] bool is_redundant(std::size_t row) const { return std::ranges::binary_search(redundant_, row); }

  [[nodiscard]] std::size_t at(int row) const override { return static_cast<std::size_t>(row); }

 private:
  /// More, or less, than what it is with the sync; none while unknown.
  [[nodiscard]] std::optional<Bytes> change(std::size_t row, int column) const {
    if (is_redundant(row)) return Bytes{0};
    const std::optional<SyncCost>& cost = costs_[row];
    if (!cost || !now_) return std::nullopt;
    if (column == kBound) return cost->bound_without - now_->bound;
    if (!cost->without) return std::nullopt;
    return cost->without->footprint - now_->footprint;
  }

  /// Redundant syncs come first, then those whose figures are not known yet.
  [[nodiscard]] TableColumn<std::size_t> figure(Column column, const QString& title, const QString& hint) {
    const auto text = [=, this](std::size_t row) {
      if (column == kFootprint && is_redundant(row)) return tr("redundant");
      const std::optional<Bytes> more = change(row, column);
      return more ? signed_bytes(*more) : QStringLiteral("…");
    };
    const auto exact = [=, this](std::size_t row) {
      const std::optional<Bytes> more = change(row, column);
      return more ? exact_number(more->count) : QVariant(text(row));
    };
    const auto key = [=, this](std::size_t row) {
      if (is_redundant(row)) return exact_number(std::numeric_limits<std::int64_t>::min());
      return exact_number(change(row, column).value_or(Bytes{-1}).count);
    };
    const auto tip = [=, this](std::size_t row) { return figure_tip(row, column); };
    return {.title = title, .hint = hint, .number = true, .text = text, .exact = exact, .key = key, .tip = tip};
  }
  [[nodiscard]] QString streams_text(std::size_t row) const {
    const StreamId before = graph_->stream(sync(static_cast<int>(row)).before),
                   after = graph_->stream(sync(static_cast<int>(row)).after);
    const QString from = stream_label(*graph_, before);
    return before == after ? from : from + " → " + stream_label(*graph_, after);
  }
  [[nodiscard]] QString sync_tip(std::size_t row) const {
    const auto& [before, after] = graph_->control()[row];
    return tr("%1 (%2) waits for %3 (%4)")
        .arg(text_of(graph_->name(after)), stream_label(*graph_, graph_->stream(after)), text_of(graph_->name(before)),
             stream_label(*graph_, graph_->stream(before)));
  }

  [[nodiscard]] QString figure_tip(std::size_t row, Column column) const {
    if (is_redundant(row)) {
      const auto at = static_cast<std::size_t>(std::ranges::lower_bound(redundant_, row) - redundant_.begin());
      const QString way = at < ways_.size() ? ways_[at].whole : QString();
      return way.isEmpty() ? tr("Other arcs imply this sync: without it nothing changes.")
                           : tr("Implied by %1: without it nothing changes.").arg(way);
    }
    const std::optional<SyncCost>& cost = costs_[row];
    if (!cost || !now_) return tr("Not known yet");
    if (column == kBound)
      return tr("Every plan without this sync needs at least %1; with it, %2.")
          .arg(full_bytes(cost->bound_without), full_bytes(now_->bound));
    if (!cost->without) return tr("Not known yet");
    return tr("The best plan without this sync needs %1; with it, %2.")
        .arg(full_bytes(cost->without->footprint), full_bytes(now_->footprint));
  }
  [[nodiscard]] int row_count() const override { return static_cast<int>(costs_.size()); }
  [[nodiscard]] QVariant look(std::size_t row, int /*column*/, int role) const override {
    return role == Qt::ForegroundRole && is_redundant(row) ? quiet_text() : QVariant();
  }

  std::shared_ptr<const Graph> graph_;
  std::optional<Cost> now_;
  std::vector<std::optional<SyncCost>> costs_;
  std::vector<std::size_t> redundant_;  // ascending
  std::vector<SyncWay> ways_;           // of the first of these
};

/// Its rows, sorted; those that are redundant only where they are wanted.
class SyncCostRows final : public QSortFilterProxyModel {
 public:
  explicit SyncCostRows(SyncCostModel* rows) : QSortFilterProxyModel(rows) {
    setSourceModel(rows);
    setSortRole(SyncCostModel::kSortRole);
  }

  void show_redundant(bool shown) {
    redundant_ = shown;
    invalidateFilter();
  }

 private:
  [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& /*parent*/) const override {
    const auto* rows = static_cast<const SyncCostModel*>(sourceModel());
    return redundant_ || !rows->is_redundant(rows->at(row));
  }

  bool redundant_ = false;
};

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
                        }}),
      reducing_(this, {.text = [] { return tr("Looking for redundant syncs…"); }}) {
  make_commands();
  make_table();
  auto* rows = make_rows(this);
  rows->addWidget(sentence_);
  rows->addWidget(title_);
  rows->addWidget(show_redundant_);
  rows->addWidget(table_, 1);
  rows->addLayout(make_command_line({remove_, remove_redundant_}));
  rows->addLayout(make_command_line({add_}));
  rows->addStretch();
  connect(&costs_, &Worker::progress, this, &SyncCosts::progress);
  connect(&costs_, &Worker::running_changed, this, &SyncCosts::changed);
  follow_numbers(this, [this] { show_sentence(); });
  show_sentence();
  show_rows();
}

void SyncCosts::make_commands() {
  remove_ = make_command(*this, "remove_sync", tr("Remove"), {},
                         [this] { emit edit_requested(edits::remove_syncs(*now_.graph, selected())); });
  remove_->setShortcuts({QKeySequence(Qt::Key_Delete), QKeySequence(Qt::Key_Backspace)});
  remove_redundant_ =
      make_command(*this, "remove_redundant_syncs", tr("Remove all redundant"), {}, [this] { remove_redundant(); });
  add_ = make_command(*this, "add_sync", tr("Sync between the two selected"), {}, [this] {
    const auto& pair = state_.selected_operators();
    emit edit_requested(edits::add_sync(*now_.graph, pair[0], pair[1]));
  });
  for (const auto changed : {&ViewState::selection_changed, &ViewState::why_no_edits_changed})
    connect(&state_, changed, this, [this] {
      if (isVisible()) update_commands();
    });
}

void SyncCosts::make_table() {
  table_->setModel(sorted_);
  set_up_rows(table_, "sync_costs", tr("Syncs of the graph"));
  table_->addActions({remove_, remove_redundant_, add_});
  table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  table_->setItemDelegateForColumn(SyncCostModel::kSync, new NamesDelegate(table_));
  auto* columns = make_fitted_columns(table_);
  columns->set_filler(SyncCostModel::kSync);
  columns->set_spare({SyncCostModel::kStreams});
  table_->setSortingEnabled(true);
  table_->sortByColumn(SyncCostModel::kFootprint, Qt::DescendingOrder);
  show_redundant_->setObjectName("show_redundant_syncs");
  show_redundant_->setToolTip(tr("Other arcs imply a redundant sync: removing it changes nothing"));
  connect(show_redundant_, &QCheckBox::toggled, this, [this](bool shown) {
    sorted_->show_redundant(shown);
    show_rows();
  });
  connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &SyncCosts::select_rows);
}

void SyncCosts::set_graph(const std::shared_ptr<const Graph>& graph) {
  if (graph == now_.graph) return;
  if (state_.is_renamed(now_.graph)) {
    if (model_->graph() == now_.graph) model_->rename(graph);
    if (costed_.graph == now_.graph) costed_.graph = graph;
    now_.graph = graph;
    return;
  }
  now_.graph = graph;
  streams_ = streams_used(graph.get());
  costs_.cancel();
  reducing_.cancel();
  reduced_ = false;
  failed_.clear();
  costed_ = {};
  cost_.reset();
  whole_ = false;
  model_->set_graph(nullptr);
  if (isVisible()) fill();
  show_sentence();
  emit changed();
}

/// The table, which sorts all syncs.
void SyncCosts::fill() {
  if (model_->graph() != now_.graph) model_->set_graph(now_.graph);
  find_redundant();
  show_rows();
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
  fill();
  start();
  update_commands();
}

/// Once per graph; no plan is needed for it.
void SyncCosts::find_redundant() {
  if (!now_.graph || now_.graph->laid_out() != nullptr || now_.graph->control().empty() ||
      std::exchange(reduced_, true))
    return;
  reducing_.start([this, graph = now_.graph](const Task& task) -> LatestJob::Delivery {
    auto found = redundant_syncs(*graph, task);
    if (!found)
      return [this, why = QString::fromStdString(found.error().text())] {
        failed_ = why;
        show_rows();
      };
    return [this, found = *found, ways = ways_of(*graph, *found, task)] {
      model_->set_redundant(found, ways);
      show_rows();
    };
  });
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
  if (planning_ || streams_ < 2 || now_.graph->laid_out() != nullptr) return;
  costed_ = now_;
  cost_.reset();
  whole_ = false;
  model_->forget_costs();
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
    if (!sync.redundant) run.post([this, sync] { model_->set_cost(sync); });
  };
  const auto all = sync_costs(*graph, alignment, cost->streams.bound, run.task(), known);
  run.end_with([this, ok = all.has_value()] { whole_ = ok; });
}

void SyncCosts::show_sentence() {
  if (!now_.graph) return sentence_->setText(tr("Open a graph to see what its streams cost."));
  if (streams_ < 2) return sentence_->setText(tr("Nothing to save: all operators run on one stream."));
  if (now_.graph->laid_out() != nullptr)
    return sentence_->setText(tr("The syncs of a graph with loops or branches are not weighed."));
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
  const int redundant = static_cast<int>(model_->redundant().size());
  table_->setVisible(sorted_->rowCount() > 0);
  show_redundant_->setVisible(redundant > 0);
  show_redundant_->setText(tr("Show %Ln redundant sync(s)", nullptr, redundant));
  update_commands();
  if (!now_.graph) return title_->clear();
  if (count == 0)
    return title_->setText(
        tr("No syncs: streams wait for each other only through data. Select two operators to make one wait for the "
           "other."));
  const QString title = sorted_->rowCount() > 0 ? tr("%Ln sync(s): extra memory without each", nullptr, count)
                                                : tr("%Ln redundant sync(s): no memory to save", nullptr, count);
  title_->setText(failed_.isEmpty() ? title : tr("%1. Could not find the redundant syncs: %2").arg(title, failed_));
}

void SyncCosts::update_commands() {
  const QString held = now_.graph ? state_.why_no_edits() : tr("Nothing is open");
  const auto offer = [&held](QAction* command, const QString& hint, bool possible, const QString& why_not) {
    command->setEnabled(held.isEmpty() && possible);
    command->setToolTip(!held.isEmpty() ? held : possible ? hint : why_not);
  };
  offer(remove_, tr("Remove the selected syncs"), table_->selectionModel()->hasSelection(),
        tr("Select syncs in the table first"));
  offer(remove_redundant_, tr("Remove all syncs that other arcs imply: no execution changes"),
        !model_->redundant().empty(), tr("No sync is known to be redundant"));
  offer(add_, tr("The later of the two selected operators waits for the earlier"),
        state_.selected_operators().size() == 2, tr("Select two operators first"));
}

std::vector<ControlEdge> SyncCosts::selected() const {
  std::vector<ControlEdge> out;
  for (const QModelIndex& at : table_->selectionModel()->selectedRows())
    out.push_back(model_->sync(sorted_->mapToSource(at).row()));
  return out;
}

void SyncCosts::remove_redundant() {
  std::vector<ControlEdge> edges;
  for (const std::size_t sync : model_->redundant()) edges.push_back(now_.graph->control()[sync]);
  EditRequest request = edits::remove_syncs(*now_.graph, std::move(edges));
  request.text = tr("Remove %Ln redundant sync(s)", nullptr, static_cast<int>(model_->redundant().size()));
  emit edit_requested(request);
}

void SyncCosts::select_rows() {
  update_commands();
  std::vector<OperatorId> operators;
  for (const auto& [before, after] : selected()) operators.insert(operators.end(), {before, after});
  if (operators.empty()) return;
  state_.select_operators(operators);
  state_.set_path(operators.size() == 2 ? operators : std::vector<OperatorId>());
}

}  // namespace stowage
