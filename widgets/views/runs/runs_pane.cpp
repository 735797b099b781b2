// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include <QComboBox>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPointer>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>

#include "widgets/base/canvas.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/base/latest_job.h"
#include "widgets/base/pane.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/elided.h"
#include "widgets/controls/lines.h"
#include "widgets/controls/media_controls.h"
#include "widgets/controls/range_button.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/style/theme.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/views/runs/run_chart.h"
#include "widgets/views/views.h"

namespace stowage {
namespace {

constexpr double kMargin = 6;
constexpr QSize kNatural{1200, 400};
constexpr int kFrame = 33;                                               // milliseconds between two ticks
constexpr int kSlowestFrame = 500;                                       // where painting a moment takes long
constexpr int kShareOfTime = 4;                                          // painting takes at most one part in so many
constexpr double kPerEvent = 400, kShortest = 5'000, kLongest = 60'000;  // milliseconds a run takes at speed 1
constexpr std::size_t kMostRuns = 1'000, kLeastRuns = 30;                // that a search looks at
constexpr std::size_t kMostSteps = 20'000'000;                           // and of how many operators in all, about

/// How long the whole run is played at speed 1.
double playing_time(const PlayedRun& run) {
  return std::clamp(kPerEvent * static_cast<double>(run.last_moment()), kShortest, kLongest);
}

constexpr int kWidestWait = 360;         // pixels
constexpr std::size_t kMostWaits = 500;  // that the choice lists

/// A run as a small chart, with the play head; click or drag moves it.
class RunChart final : public Canvas {
  Q_DECLARE_TR_FUNCTIONS(stowage::RunChart)

 public:
  RunChart() {
    setObjectName("run_chart");
    setAccessibleName(tr("The run: when each operator ran, and bytes alive"));
    setMinimumHeight(36);
  }

  /// Null: the sentence instead. `bound` is 0 where none is known.
  void set_run(std::shared_ptr<const PlayedRun> run, Bytes bound, const QString& sentence) {
    run_ = std::move(run);
    bound_ = bound;
    sentence_ = sentence;
    if (!run_) head_.reset();
    redraw();
  }

  /// What the operators are narrowed to, or none.
  void set_range(std::optional<StepRange> range) {
    if (std::exchange(range_, range) != range) redraw();
  }

  /// The time of the play head, or none.
  void set_head(std::optional<double> time) {
    if (std::exchange(head_, time) != time) update();
  }

  /// Whether operators are too many to be drawn one by one; see is_shaded().
  [[nodiscard]] bool shaded() const { return run_ && is_shaded(lay_out_run_chart(area(), *run_), *run_); }

  [[nodiscard]] Drawing drawing() const {
    if (!run_) return {};
    Drawing out;
    out.title = text_of(run_->graph->name());
    out.subtitle = run_title(*run_);
    if (run_->without) out.subtitle += tr(", without: %1").arg(sync_text(*run_->graph, *run_->without));
    if (range_) out.subtitle += tr("; faint: operators outside of %1").arg(range_text(*range_));
    out.natural_size = kNatural;
    out.paint = [run = run_, bound = bound_, range = range_](QPainter& painter, const QRectF& rect,
                                                             const Theme& theme) {
      paint_run(painter, rect, *run, bound, range, theme);
    };
    return out;
  }

  std::function<void(double time)> time_picked;
  std::function<void()> resized;  // shaded() may be another

 private:
  void redraw() {
    picture_.clear();
    update();
  }
  void resizeEvent(QResizeEvent*) override { resized(); }
  [[nodiscard]] QRectF area() const { return QRectF(rect()).adjusted(kMargin, 2, -kMargin, -2); }

  void paint(QPainter& painter) override {
    if (!run_) return draw_sentence(painter, rect(), sentence_, theme());
    picture_.draw(painter, *this, [this](QPainter& into) { paint_run(into, area(), *run_, bound_, range_, theme()); });
    if (!head_) return;
    const RunChartLayout layout = lay_out_run_chart(area(), *run_);
    const double x = layout.x_of(*head_);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme().text, 1.5));
    painter.drawLine(QPointF(x, layout.rows.top()), QPointF(x, layout.curve.bottom()));
  }

  Drag press_at(QPointF at) override {
    if (!run_) return Drag::none;
    drag_to(at);
    return Drag::own;
  }

  void drag_to(QPointF at) override {
    if (run_) time_picked(lay_out_run_chart(area(), *run_).time_at(at.x()));
  }

  /// The operator there, or what was alive then.
  [[nodiscard]] QString tip_at(QPointF at) const override {
    if (!run_) return {};
    const RunChartLayout layout = lay_out_run_chart(area(), *run_);
    const double time = layout.time_at(at.x());
    if (layout.curve.contains(at)) {
      const std::size_t moment = run_->moment_at(static_cast<std::int64_t>(time));
      return tr("%1 alive").arg(full_bytes(run_->memory.bytes()[moment]));
    }
    if (!layout.rows.contains(at)) return {};
    const auto row =
        std::min(static_cast<std::size_t>((at.y() - layout.rows.top()) / layout.row_height), run_->rows.size() - 1);
    const auto& bars = run_->rows[row];
    const auto after = std::ranges::upper_bound(bars, static_cast<std::int64_t>(time), {}, &PlayedRun::Bar::begin);
    const QString stream = stream_label(*run_->graph, StreamId(row));
    if (after == bars.begin() || static_cast<double>(std::prev(after)->end) < time) return stream;
    return tr("%1 (%2)").arg(text_of(run_->graph->name(std::prev(after)->op)), stream);
  }

  std::shared_ptr<const PlayedRun> run_;
  Bytes bound_;
  QString sentence_;
  std::optional<double> head_;
  std::optional<StepRange> range_;
  CachedPicture picture_;  // all but what changes often
};

/// Plays random legal executions of the graph: what runs, what is alive, the observed peak. *Break it* leaves out a
/// wait between streams and stops at the first overwrite. The moment shown is shared, so that other views paint it;
/// it goes when this pane is hidden or another graph is shown.
class RunsPane final : public Pane {
  Q_DECLARE_TR_FUNCTIONS(stowage::RunsPane)

 public:
  explicit RunsPane(ViewState& state)
      : Pane(state),
        player_({.prefix = "run",
                 .first = tr("To the beginning"),
                 .back = tr("One event back"),
                 .play = tr("Play"),
                 .pause = tr("Pause"),
                 .forward = tr("One event on"),
                 .last = tr("To the end"),
                 .speed = tr("Speed of the run; at × 1 a whole run takes at most a minute"),
                 .slider = "run_scrubber",
                 .slider_name = tr("Moment of the run")},
                this),
        job_(this, {.text =
                        [this] {
                          return searching_ ? tr("Looking for a run that breaks the plan…")
                                            : tr("Running the streams…");
                        },
                    .cancel = [this] { return stop_job(); }}) {
    setObjectName("runs_pane");
    set_picture({"runs", tr("&Runs…"), tr("Export image of the runs"), "-runs"});
    words_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    words_->setWordWrap(true);
    chart_->time_picked = [this](double time) {
      player_.pause();
      if (run_) go_to(run_->moment_at(static_cast<std::int64_t>(time)));
    };
    chart_->resized = [this] { show_words(); };
    connect(&player_, &Player::wanted, this, &RunsPane::go_to);
    connect(&player_, &Player::ticked, this, &RunsPane::tick);
    connect(&player_, &Player::playing_changed, this, [this] {
      player_.set_interval(kFrame);
      since_.start();
    });

    auto* playing = in_line({}, {}, 3);
    player_.add_buttons(playing);
    player_.slider()->setMinimumWidth(50);
    playing->addWidget(player_.slider(), 1);
    playing->addWidget(place_);
    auto* choice = in_line({}, {}, 3);
    make_seed(choice);
    make_breaker(choice);
    choice->setStretchFactor(waits_, 1);
    choice->addStretch();
    QVBoxLayout* rows = in_rows(this, {playing, choice, {chart_, 1}, words_});
    rows->setContentsMargins(6, 3, 6, 3);
    rows->setSpacing(2);
    setFocusProxy(chart_);  // where every key is the pane's: Space plays

    connect(&state, &ViewState::moment_changed, this, [this] {
      if (shared_ && this->state().moment() != shared_) end_playing();
    });
    connect(&state, &ViewState::selection_changed, this, [this] {
      if (run_ && run_->syncs.size() > kMostWaits && !run_->without) fill_waits();
    });
    connect(&state, &ViewState::time_range_changed, this, [this] {
      chart_->set_range(this->state().time_range());
      show_words();
    });
    follow_numbers(this, [this] { show_words(); });
    drop_run();
  }

  [[nodiscard]] bool busy() const override { return job_.busy(); }
  [[nodiscard]] Drawing drawing() const override { return chart_->drawing(); }

 private:
  void showEvent(QShowEvent* event) override {
    Pane::showEvent(event);
    if (dirty_) refresh();
  }

  /// Behind another tab of its place the moment stays: the view in front shows it.
  void hideEvent(QHideEvent* event) override {
    if (!parentWidget() || !parentWidget()->isVisible()) end_playing();
    Pane::hideEvent(event);
  }

  void keyPressEvent(QKeyEvent* event) override {
    if (player_.key(*event)) return;
    if (event->key() == Qt::Key_Escape && moment_) return end_playing();
    Pane::keyPressEvent(event);
  }

  void changeEvent(QEvent* event) override {
    if (event->type() == QEvent::PaletteChange && chart_) show_words();
    Pane::changeEvent(event);
  }

  void take_graph(const std::shared_ptr<const Graph>& graph) override {
    if (graph == graph_) return;
    graph_ = graph;
    drop_run();
  }

  void take_view(const PlanView& view) override {
    view_ = view;
    if (!view.stale) graph_ = view.graph;
    if (!usable()) return drop_run();
    if (run_ && run_->graph == view.graph && run_->plan == view.plan) return show_chart();
    if (run_ && run_->graph != view.graph) drop_run();
    refresh();
  }

  /// A moment that is shown elsewhere ends with its graph.
  [[nodiscard]] bool may_wait() const override { return Pane::may_wait() && !moment_; }

  void make_seed(QLayout* line) {
    seed_->setRange(1, 1'000'000);
    seed_->setKeyboardTracking(false);
    connect(seed_, &QSpinBox::valueChanged, this, [this](int seed) {
      outcome_.clear();
      if (usable()) simulate_run(static_cast<std::uint64_t>(seed), run_ ? run_->without : std::nullopt, false);
    });
    auto* label = new QLabel(tr("R&un"));
    label->setBuddy(seed_);
    connect(another_, &QPushButton::clicked, seed_, &QSpinBox::stepUp);
    line->addWidget(label);
    line->addWidget(seed_);
    line->addWidget(another_);
  }

  void make_breaker(QLayout* line) {
    waits_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    waits_->setMinimumContentsLength(6);
    waits_->setMaximumWidth(kWidestWait);
    waits_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(break_, &QPushButton::clicked, this, &RunsPane::break_or_mend);
    line->addWidget(waits_);
    line->addWidget(break_);
  }

  /// All waits, or, of too many, those of what is selected.
  void fill_waits() {
    const QSignalBlocker quiet(waits_);
    waits_->clear();
    if (!run_) return;
    waits_->addItem(tr("Try leaving out each wait"), -1);
    const auto& syncs = run_->syncs;
    const bool all = syncs.size() <= kMostWaits;
    const auto concerned = [&](OperatorId o) {
      return state().is_selected(o) ||
             std::ranges::any_of(run_->graph->outputs(o), [&](TensorId t) { return state().is_selected(t); });
    };
    for (const bool carries : {false, true})  // the true syncs first
      for (std::size_t k = 0; k < syncs.size() && static_cast<std::size_t>(waits_->count()) <= kMostWaits; ++k)
        if (carries_data(*run_->graph, syncs[k]) == carries &&
            (all || concerned(syncs[k].before) || concerned(syncs[k].after)))
          waits_->addItem(tr("without: %1").arg(sync_text(*run_->graph, syncs[k])), static_cast<int>(k));
    for (int row = 0; row < waits_->count(); ++row) waits_->setItemData(row, waits_->itemText(row), Qt::ToolTipRole);
    if (all) return;
    waits_->addItem(tr("%1 waits in all: select an operator to list its own").arg(grouped(syncs.size())));
    waits_->setItemData(waits_->count() - 1, 0, Qt::UserRole - 1);  // not to be chosen
  }

  void show_controls() {
    const bool there = run_ != nullptr;
    player_.set_place(moment_, there ? run_->last_moment() : 0);
    seed_->setEnabled(there && !searching_);
    another_->setEnabled(there && !searching_);
    const bool broken = there && run_->without.has_value();
    if (broken) {
      const auto at = std::ranges::lower_bound(run_->syncs, *run_->without) - run_->syncs.begin();
      if (const int row = waits_->findData(static_cast<int>(at)); row >= 0) waits_->setCurrentIndex(row);
    }
    const bool has_waits = there && !run_->syncs.empty();
    waits_->setEnabled(has_waits && !searching_ && !broken);
    break_->setEnabled(has_waits || searching_);
    break_->setText(searching_ ? tr("Stop") : broken ? tr("&Mend it") : tr("&Break it"));
    break_->setToolTip(!there || has_waits ? tr("Find a run without one wait that overwrites a needed tensor")
                                           : tr("No stream waits for another, so no wait can be left out"));
    show_words();
  }

  void show_words() {
    place_->setText(!run_     ? QString()
                    : moment_ ? moment_text(*run_, *moment_)
                              : tr("%Ln event(s)", nullptr, static_cast<int>(run_->last_moment())));
    const Theme& theme = theme_of(*this);
    const bool clash = run_ && moment_ && run_->memory.overwrite() && *moment_ >= run_->memory.overwrite_moment();
    QPalette colors = palette();
    if (clash) colors.setColor(QPalette::WindowText, theme.peak);
    words_->setPalette(colors);
    QFont font = this->font();
    font.setBold(clash);
    words_->setFont(font);
    if (!run_) return words_->clear();
    if (searching_) return words_->setText(tr("Looking for a run that breaks…"));
    QStringList parts;
    if (clash) parts << overwrite_text(*run_);
    if (!outcome_.isEmpty()) parts << outcome_;
    parts << run_title(*run_);
    if (run_->without && !clash) parts << tr("without: %1").arg(sync_text(*run_->graph, *run_->without));
    if (moment_) parts << tr("alive %1").arg(human_bytes(run_->memory.bytes()[*moment_]));
    parts << tr("observed peak %1").arg(human_bytes(run_->memory.peak()));
    parts << tr("footprint %1").arg(human_bytes(run_->plan->footprint));
    if (const Bytes bound = bound_of_plan(view_); bound > Bytes{0}) parts << tr("bound %1").arg(human_bytes(bound));
    if (chart_->shaded()) parts << tr("shaded: more operators than pixels");
    if (const auto range = state().time_range())
      parts << tr("faint: operators outside of %1; bytes and peak are of the whole run").arg(range_text(*range));
    words_->setText(parts.join(QStringLiteral(" · ")));
  }

  /// A plan of the graph that the shared state speaks of.
  [[nodiscard]] bool usable() const { return view_.graph && view_.plan && !view_.stale && view_.graph == graph_; }

  void refresh() {
    dirty_ = !isVisible();
    if (dirty_ || !usable()) return;
    const bool same_graph = run_ && run_->graph == view_.graph;
    simulate_run(same_graph ? run_->seed : static_cast<std::uint64_t>(seed_->value()),
                 same_graph ? run_->without : std::nullopt, false);
  }

  void simulate_run(std::uint64_t seed, std::optional<Sync> without, bool to_overwrite) {
    searching_ = false;
    job_.start([this, graph = view_.graph, plan = view_.plan, seed, without, to_overwrite](const Task& task) {
      auto run = make_played_run(graph, plan, seed, without, task);
      return [this, run = std::move(run), to_overwrite] {
        if (run) return take_run(*run, to_overwrite);
        drop_run();
        chart_->set_run(nullptr, {}, tr("No run. %1").arg(QString::fromStdString(run.error().text())));
      };
    });
    show_controls();
  }

  /// Another plan for the run shown keeps the moment; another run begins before its first event.
  void take_run(const std::shared_ptr<const PlayedRun>& run, bool to_overwrite) {
    const bool same_graph = run_ && run_->graph == run->graph;
    const bool keeps_moment = same_graph && run_->seed == run->seed && run_->without == run->without && moment_;
    const std::size_t moment = moment_.value_or(0);
    player_.pause();
    run_ = run;
    if (!same_graph) fill_waits();
    show_chart();
    const auto& overwrite = run->memory.overwrite();
    if (to_overwrite && overwrite) {
      go_to(run->memory.overwrite_moment());
      state().select_tensors({overwrite->overwritten, overwrite->overwriting});
      emit pair_picked();
    } else if (keeps_moment) {
      go_to(moment);
    } else {
      end_playing();
    }
    show_controls();
  }

  void drop_run() {
    job_.cancel();
    searching_ = false;
    outcome_.clear();
    end_playing();
    run_ = nullptr;
    fill_waits();
    show_chart();
    show_controls();
  }

  void show_chart() {
    chart_->set_run(run_, bound_of_plan(view_),
                    !view_.graph || !graph_ ? tr("Nothing is open.") : tr("A run is shown once there is a plan."));
    show_words();
  }

  void go_to(std::size_t moment) {
    if (!run_) return;
    moment_ = std::min(moment, run_->last_moment());
    time_ = static_cast<double>(run_->time_of(*moment_));
    shared_ = played_moment(*run_->graph, run_->memory, *moment_);
    state().set_moment(shared_);
    chart_->set_head(time_);
    show_controls();
  }

  /// Moves the head by the time that has gone, and stops at the end and at an overwrite.
  void tick() {
    if (!run_ || !moment_) return player_.pause();
    const auto duration = static_cast<double>(run_->duration());
    const double time =
        time_ + static_cast<double>(since_.restart()) * player_.speed() * duration / playing_time(*run_);
    std::size_t moment = time >= duration ? run_->last_moment() : run_->moment_at(static_cast<std::int64_t>(time));
    const std::size_t overwrite = run_->memory.overwrite_moment();
    const bool breaks = run_->memory.overwrite() && *moment_ < overwrite && overwrite <= moment;
    if (breaks) moment = overwrite;
    if (moment != *moment_) {
      QElapsedTimer cost;
      cost.start();
      const QPointer<RunsPane> alive(this);
      go_to(moment);
      if (!alive || !player_.playing()) return;
      player_.set_interval(std::clamp(kShareOfTime * static_cast<int>(cost.elapsed()), kFrame, kSlowestFrame));
    }
    if (breaks || moment == run_->last_moment()) return player_.pause();
    time_ = time;
    chart_->set_head(time_);
  }

  /// No moment is shown any more; that of another view stays.
  void end_playing() {
    player_.pause();
    moment_.reset();
    chart_->set_head(std::nullopt);
    const auto mine = std::exchange(shared_, nullptr);
    if (mine && state().moment() == mine) state().set_moment(nullptr);
    show_controls();
  }

  void break_or_mend() {
    if (searching_) return void(stop_job());
    if (!run_) return;
    outcome_.clear();
    if (run_->without) return simulate_run(static_cast<std::uint64_t>(seed_->value()), std::nullopt, false);
    search();
  }

  QString stop_job() {
    job_.cancel();
    outcome_ = std::exchange(searching_, false) ? tr("Search cancelled.") : tr("The run was cancelled.");
    show_controls();
    return outcome_;
  }

  /// Over many seeds, beginning with the one shown.
  void search() {
    const int row = waits_->currentData().toInt();
    BreakOptions options;
    options.first_seed = run_->seed;
    options.runs =
        std::clamp(kMostSteps / std::max<std::size_t>(1, run_->graph->operator_count()), kLeastRuns, kMostRuns);
    if (row >= 0) options.sync = run_->syncs[static_cast<std::size_t>(row)];
    end_playing();
    searching_ = true;
    job_.start([this, graph = run_->graph, plan = run_->plan, options](const Task& task) {
      auto search = find_broken_run(*graph, *plan, options, task);
      return [this, search = std::move(search), runs = options.runs] { take_search(search, runs); };
    });
    show_controls();
  }

  void take_search(const Result<BreakSearch>& search, std::size_t runs) {
    searching_ = false;
    if (search && search->found) return simulate_run(search->found->seed, search->found->sync, true);
    outcome_ =
        !search ? tr("No search. %1").arg(QString::fromStdString(search.error().text()))
        : waits_->currentData().toInt() < 0
            ? tr("None of %Ln run(s), each without one of the waits, broke the plan.", nullptr, static_cast<int>(runs))
            : tr("None of %Ln run(s) without this wait broke the plan.", nullptr, static_cast<int>(runs));
    show_controls();
  }

  std::shared_ptr<const Graph> graph_;  // the newest
  PlanView view_;
  std::shared_ptr<const PlayedRun> run_;
  std::optional<std::size_t> moment_;
  double time_ = 0;                             // of the play head
  std::shared_ptr<const PlayedMoment> shared_;  // the moment set by this pane
  QString outcome_;                             // of the last search
  bool searching_ = false;
  bool dirty_ = false;  // something changed while the pane was hidden

  Player player_;
  QSpinBox* seed_ = named(new QSpinBox, "run_seed", tr("Seed of the run"),
                          tr("Each number is another execution, the same on every machine"));
  QPushButton* another_ =
      named(new QPushButton(tr("A&nother")), "run_another", {}, tr("Play the run of the next seed"));
  QComboBox* waits_ = named(new ElidedCombo, "run_waits", tr("Wait between streams to leave out"),
                            tr("Choose a wait that the run leaves out; the plan stays"));
  QPushButton* break_ = named(new QPushButton(tr("&Break it")), "run_break");
  QLabel* place_ = named(new QLabel, "run_place", tr("Event of the run"));
  QLabel* words_ = named(new QLabel, "run_words", tr("Result of the run"));
  RunChart* chart_ = new RunChart;
  QElapsedTimer since_;  // the last tick
  LatestJob job_;
};

}  // namespace

Pane* make_runs(ViewState& state) {
  return new RunsPane(state);
}

}  // namespace stowage
