// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/recorded/heap_pane.h"

#include <algorithm>
#include <utility>

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/insight/recorded/heap_at.h"
#include "core/insight/recorded/heap_graph.h"
#include "core/insight/recorded/out_of_memory.h"
#include "core/safety/chains.h"
#include "widgets/base/canvas.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/base/latest_job.h"
#include "widgets/base/view_state.h"
#include "widgets/base/worker.h"
#include "widgets/controls/elided.h"
#include "widgets/controls/headline.h"
#include "widgets/controls/lines.h"
#include "widgets/controls/tool_button.h"
#include "widgets/painters/recorded/heap_chart.h"
#include "widgets/painters/recorded/heap_strip.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/painters/words/strategy_words.h"
#include "widgets/views/recorded/heap_strip_view.h"
#include "widgets/views/recorded/heap_words.h"

namespace stowage {
namespace {

constexpr int kLow = 220, kTight = 330;  // pixels
constexpr int kSpace = 4;
constexpr int kDeviceLetters = 22;  // that the box shows: "Device 1: out of memory"
constexpr int kMostDevices = 200;   // more than any machine has
constexpr Bytes kAlignment{512};    // what the caching allocator rounds to

QLabel* make_head_line(const char* object) {
  QLabel* label = make_wrapped_line(object);
  label->setContentsMargins({});
  return label;
}

/// The pane: see its header.
class RecordedHeapPane final : public HeapPane {
  Q_DECLARE_TR_FUNCTIONS(stowage::HeapPane)

 public:
  explicit RecordedHeapPane(ViewState& state) : HeapPane(state), strips_(new HeapStripView(state)) {
    setObjectName("heap_pane");
    setAccessibleName(tr("The heap as it was"));
    set_picture({"heap", tr("Recorded he&ap…"), tr("Export image of the recorded heap"), "-heap"});
    scroll_->setWidget(strips_);
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setFocusPolicy(Qt::NoFocus);
    in_rows(this, {make_head(), saving_, facts_, {scroll_, 1}})->setSizeConstraint(QLayout::SetNoConstraint);
    setFocusProxy(strips_);
    offer_image(strips_);
    connect(strips_, &HeapStripView::moved, this, &RecordedHeapPane::move);
    connect(strips_, &HeapStripView::shown_wanted, this,
            [this](const QRect& part) { scroll_->ensureVisible(0, part.center().y(), 0, part.height()); });
    connect(&state, &ViewState::time_cursor_changed, this, &RecordedHeapPane::follow_cursor);
    connect(&state, &ViewState::time_range_changed, this, &RecordedHeapPane::show_chart);
    follow_numbers(this, [this] { show_words(); });
    show_words();
  }

  void set_history(std::shared_ptr<const RecordedHeap> history, std::shared_ptr<const Graph> graph) override {
    graph_ = std::move(graph);
    serial_ = history && graph_ && chain_of_all(*graph_).has_value();
    if (history == history_) return show_chart();
    history_ = std::move(history);
    timeline_.cancel();
    strips_job_.cancel();
    failure_job_.cancel();
    plans_job_.cancel();
    worst_.reset();
    why_ = {};
    other_plan_.reset();
    failure_ = 0;
    computed_ = false;
    heap_ = {};
    shown_plan_ = best_plan_ = nullptr;
    strips_->set_strips(history_, nullptr);
    take_step(std::nullopt);
    if (isVisible()) compute();
  }

  void set_devices(const std::vector<RecordedDevice>& devices) override {
    const std::int64_t shown = history_ ? history_->device : 0;
    device_->clear();
    for (const RecordedDevice& device : devices) {
      if (device_->count() >= kMostDevices && device.number != shown) continue;
      device_->addItem(device_text(device), QVariant::fromValue<qlonglong>(device.number));
      if (device.number == shown) device_->setCurrentIndex(device_->count() - 1);
    }
    shown_device_ = device_->currentIndex();
    device_->setToolTip(device_->currentText() + '\n' + tr("Open the heap of another device of this file"));
    QAbstractItemView* list = device_->view();  // wide enough for all that is said of a device
    list->setMinimumWidth(list->sizeHintForColumn(0) + 2 * list->frameWidth() + kSpace);
    device_->setVisible(devices.size() > 1);
    show_jumps();
  }

  void set_best_plan(std::shared_ptr<const Plan> plan) override {
    best_plan_ = std::move(plan);
    show_words();
  }

  void set_coloring(std::shared_ptr<const Coloring> coloring, const PlanView& view) override {
    strips_->set_coloring(std::move(coloring), view.graph);
  }

  [[nodiscard]] bool busy() const override {
    return strips_job_.busy() || timeline_.running() || failure_job_.busy() || plans_job_.busy();
  }
  /// The curves over time, and all segments of the step.
  [[nodiscard]] Drawing drawing() const override {
    const auto& strips = strips_->strips();
    if (!heap_.timeline || !strips || !history_) return {};
    QStringList lines;
    if (failure_ < history_->out_of_memory.size())
      lines += tr("%1: %2").arg(failure_title(*history_, failure_), failure_text(*history_, failure_, why_));
    QStringList peaks;
    for (const Headline::Figure& figure : figures()) peaks += figure.name + ' ' + figure.value;
    lines << peaks.join(QStringLiteral(" · ")) << saving() << facts();
    lines.removeAll({});
    return heap_drawing({.title = graph_ ? text_of(graph_->name()) : QString(),
                         .lines = lines,
                         .chart = heap_,
                         .history = history_,
                         .strips = strips,
                         .coloring = strips_->coloring(),
                         .graph = strips_->graph(),
                         .hidden = state().hidden_classes(),
                         .lit = state().selected_tensors()});
  }

  /// What stands above the pictures makes place for them.
  [[nodiscard]] QSize minimumSizeHint() const override { return {200, 120}; }

 private:
  void showEvent(QShowEvent* event) override {
    Pane::showEvent(event);
    compute();
  }

  void changeEvent(QEvent* event) override {
    Pane::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) color_card();
  }

  void resizeEvent(QResizeEvent* event) override {
    Pane::resizeEvent(event);
    show_words();
    layout()->activate();
    card_->layout()->activate();
    show_failure_text();
  }

  /// What stands above the pictures.
  QWidget* make_head() {
    auto* head = named(new QWidget, "heap_head");
    auto* rows = in_rows(head, {make_bar(), make_card(), figures_});
    rows->setContentsMargins(8, 3, 8, 0);
    rows->setSpacing(3);
    device_->hide();
    card_->hide();
    failure_jump_->setVisible(false);
    return head;
  }

  QLayout* make_bar() {
    device_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    device_->setMinimumContentsLength(kDeviceLetters);
    connect(device_, &QComboBox::activated, this, [this](int row) {
      const qlonglong chosen = device_->itemData(row).toLongLong();
      device_->setCurrentIndex(shown_device_);  // until that one is open
      if (row != shown_device_) emit device_chosen(chosen);
    });
    jump_->setPopupMode(QToolButton::InstantPopup);
    jump_->setMenu(new QMenu(jump_));
    QHBoxLayout* line = in_line({{device_, 1}, jump_}, {}, kSpace);
    const auto add_jump = [&](const char* object, const QString& text, const QString& hint, auto to) {
      QAction* action = jump_->menu()->addAction(text);
      action->setToolTip(hint);
      connect(action, &QAction::triggered, this, [this, to] {
        if (history_ && heap_.timeline) to();
      });
      jumps_.push_back(make_word_button(object, text, hint));
      jumps_.back()->setDefaultAction(action);
      line->addWidget(jumps_.back());
    };
    add_jump("heap_jump_peak", tr("Peak"), tr("Go to the event with most bytes allocated"),
             [this] { pick(static_cast<HeapStep>(heap_.timeline->active.peak_step())); });
    add_jump("heap_jump_reserved", tr("Reserved peak"), tr("Go to the event with most bytes reserved"),
             [this] { pick(static_cast<HeapStep>(heap_.timeline->reserved.peak_step())); });
    add_jump("heap_jump_fragmentation", tr("Worst fragmentation"),
             tr("Go to the failure, or near the reserved peak, with most bytes free in small holes"), [this] {
               if (worst_) pick(*worst_);
             });
    add_jump("heap_jump_failure", tr("Failure"), tr("Go to the next event that ran out of memory"),
             [this] { go_to_next_failure(); });
    failure_jump_ = jumps_.back()->defaultAction();
    line->addStretch(0);
    const std::pair<StripOrder, QString> orders[] = {{StripOrder::address, tr("By address")},
                                                     {StripOrder::hole, tr("By largest hole")},
                                                     {StripOrder::idle, tr("By idle bytes")},
                                                     {StripOrder::size, tr("By size")},
                                                     {StripOrder::stream, tr("By stream")}};
    for (const auto& [order, text] : orders) order_->addItem(text, static_cast<int>(order));
    order_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    order_->setMinimumContentsLength(8);
    connect(order_, &QComboBox::activated, this, [this](int row) {
      order_of_strips_ = static_cast<StripOrder>(order_->itemData(row).toInt());
      compute_strips();
    });
    line->addWidget(order_);
    return line;
  }

  QWidget* make_card() {
    QFont bold = title_->font();
    bold.setBold(true);
    title_->setFont(bold);
    failure_words_->setSpacing(1);
    failure_words_->addWidget(title_);
    failure_words_->addWidget(text_, 1);
    card_->setLayout(in_line({{failure_words_, 1}, pieces_}, {8, 4, 8, 4}));
    connect(pieces_, &QToolButton::clicked, this, &RecordedHeapPane::show_pieces);
    color_card();
    return card_;
  }

  void color_card() {
    const Theme& theme = theme_of(*this);
    QColor ground = theme.peak;
    ground.setAlphaF(theme.dark ? 0.22F : 0.10F);
    card_->setStyleSheet(QStringLiteral("#heap_failure { background: %1; border-radius: 6px; } "
                                        "#heap_failure_title { color: %2; }")
                             .arg(ground.name(QColor::HexArgb), theme.peak.name()));
  }

  /// Side by side where they and the boxes have room; none without events to go to.
  void show_jumps() {
    int needed = order_->sizeHint().width() + (device_->isHidden() ? 0 : device_->sizeHint().width() + kSpace);
    for (const QToolButton* button : jumps_)
      if (button->defaultAction()->isVisible()) needed += button->sizeHint().width() + kSpace;
    const bool wide = width() >= needed, any = history_ && history_->event_count > 0;
    jump_->setVisible(!wide && any);
    for (QToolButton* button : jumps_) button->setVisible(wide && any && button->defaultAction()->isVisible());
  }

  /// One line takes as much of it as it has room for.
  void show_failure_text() {
    const bool tight = height() < kTight;
    const QString shown = tight ? fitted_facts(text_->font(), failure_text_, text_->width()) : failure_text_;
    if (shown != text_->text()) text_->setText(shown);
  }

  /// The step that is shown: the one that was picked, or the one with the most active bytes.
  [[nodiscard]] std::optional<HeapStep> step() const {
    if (step_) return step_;
    if (!heap_.timeline) return std::nullopt;
    return static_cast<HeapStep>(heap_.timeline->active.peak_step());
  }

  /// What the heap was at the step, in a line; and what a plan saves.
  [[nodiscard]] QString facts() const {
    const auto& strips = strips_->strips();
    return strips && history_ ? heap_facts(*history_, *strips) : QString();
  }

  [[nodiscard]] QString saving() const {
    if (!heap_.timeline) return {};
    if (history_->segments.empty()) return tr("No segments recorded: what was reserved is not known.");
    const QString plans = static_plans_text(static_plans(), heap_.timeline->reserved.peak());
    if (plans.isEmpty() || heap_.timeline->unsplit == Bytes{}) return plans;
    return plans + ' ' +
           tr("At the allocated peak, blocks that the allocator did not split are %1 larger than their tensors.")
               .arg(human_bytes(heap_.timeline->unsplit));
  }

  void take_view(const PlanView& view) override {
    shown_plan_ = view.plan;
    show_words();
  }

  /// Takes the event of the cursor; where a step of the graph was picked, the one in it at which most is there.
  void follow_cursor() {
    if (!history_ || !graph_ || !steps_match(*graph_, *history_)) return;
    const auto cursor = state().time_cursor();
    if (!cursor || *cursor >= graph_->operator_count()) return take_step(std::nullopt);
    const auto event = state().event_cursor();
    take_step(event ? std::min(*event, history_->last_step()) : heap_step_of(*graph_, *history_, *cursor));
  }

  void pick(HeapStep step) {
    if (!history_) return;
    step = std::min(step, history_->last_step());
    if (graph_ && steps_match(*graph_, *history_)) return state().set_time_cursor(graph_step_of(*graph_, step), step);
    take_step(step);
  }

  void move(int steps) {
    if (!history_ || !step()) return;
    const std::int64_t to = std::int64_t{*step()} + steps;
    pick(static_cast<HeapStep>(std::clamp<std::int64_t>(to, 0, history_->last_step())));
  }

  void take_step(std::optional<HeapStep> step) {
    if (step_ != step) {
      step_ = step;
      emit step_changed(step_);
    }
    if (isVisible()) compute_strips();
    show_words();
  }

  /// The curves at once, then the largest hole of every step, which takes longer; the segments of a step beside that.
  void compute() {
    if (!history_) return;
    compute_strips();
    if (std::exchange(computed_, true)) return;
    timeline_.start([this, history = history_](const Worker::Run& run) {
      auto timeline = std::make_shared<const HeapTimeline>(heap_timeline(*history));
      run.post([this, timeline] {
        heap_.timeline = timeline;
        show_chart();
        if (!step_) compute_strips();
      });
      auto free = fragmentation(*history, run.task());
      if (!free) return;
      const HeapStep worst = most_fragmented(*free, *history);
      auto largest = std::make_shared<const StepCurve>(std::move(free->largest));
      run.post([this, largest, worst] {
        heap_.largest = largest;
        worst_ = worst;
        show_chart();
      });
    });
    if (!history_->out_of_memory.empty()) show_failure(0);
    compute_other_plan();
  }

  QString stop() {
    timeline_.cancel();
    return tr("Cancelled. The largest hole of each event is not shown.");
  }

  /// The last strips stay until the new ones are there.
  void compute_strips() {
    const auto at = step();
    const auto& strips = strips_->strips();
    const bool there = at && strips && strips->step == *at && strips_order_ == order_of_strips_;
    if (!at || (there && !strips_job_.busy())) return;
    strips_job_.start([this, history = history_, step = *at, order = order_of_strips_](const Task&) {
      return [this, history, order, strips = std::make_shared<const HeapStrips>(heap_strips(*history, step, order))] {
        strips_order_ = order;
        strips_->set_strips(history, strips);
        show_words();
      };
    });
  }

  /// Narrows the chart to the range of time that all views have.
  void show_chart() {
    heap_.range.reset();
    const auto range = state().time_range();
    if (range && history_ && graph_ && steps_match(*graph_, *history_) && range->begin < graph_->operator_count()) {
      const auto times = graph_->times();
      heap_.range = Lifetime{static_cast<std::uint32_t>(times[range->begin]),
                             static_cast<std::uint32_t>(times[std::min(range->end, graph_->operator_count())])};
    }
    show_words();
  }

  /// In a low dock the words keep to a line each.
  void show_words() {
    const bool tight = height() < kTight;
    figures_->set_figures(figures());
    show_failure_words();
    show_jumps();
    set_low(height() < kLow);
    const QString brief = heap_.timeline && !history_->segments.empty()
                              ? static_plans_brief(static_plans(), heap_.timeline->reserved.peak())
                              : saving();
    struct Line {
      QLabel* label;
      QString text, brief;
    };
    const auto& strips = strips_->strips();
    const QString few_facts = strips && history_ ? heap_facts_brief(*history_, *strips) : QString();
    for (const auto& [label, text, few] : {Line{facts_, facts(), few_facts}, Line{saving_, saving(), brief}}) {
      const int room = width() - label->contentsMargins().left() - label->contentsMargins().right();
      const QString all = label->fontMetrics().horizontalAdvance(text) <= room ? text : few;
      const QString shown = tight ? fitted_facts(label->font(), all, room) : text;
      label->setWordWrap(!tight);
      label->setText(shown);
      label->setToolTip(shown == text ? QString() : text);
      label->setVisible(!text.isEmpty());
    }
  }

  /// Goes to the failure after the step that is shown, and after the last to the first.
  void go_to_next_failure() {
    const auto& failures = history_->out_of_memory;
    if (failures.empty()) return;
    const auto after = std::ranges::upper_bound(failures, step().value_or(0), {}, &HeapOutOfMemory::step);
    const std::size_t next = after == failures.end() ? 0 : static_cast<std::size_t>(after - failures.begin());
    show_failure(next);
    pick(failures[next].step);
  }

  /// Selects the blocks that stood in the way of the failed allocation.
  void show_pieces() {
    if (!history_ || failure_ >= history_->out_of_memory.size()) return;
    pick(history_->out_of_memory[failure_].step);
    std::vector<TensorId> tensors;
    for (const std::uint32_t a : why_.in_the_way)
      if (const TensorId t = history_->allocations[a].tensor; t.valid()) tensors.push_back(t);
    state().select_tensors(std::move(tensors));
  }

  void show_failure(std::size_t failure) {
    failure_ = failure;
    failure_job_.start([this, history = history_, failure](const Task&) {
      return [this, why = explain_failure(*history, history->out_of_memory[failure])] {
        why_ = why;
        show_words();
      };
    });
  }

  /// Several streams can be read in two ways; the plans of the graph are of one.
  void compute_other_plan() {
    if (!graph_ || graph_->stream_count() < 2) return;
    const HeapStreams other = serial_ ? HeapStreams::unordered : HeapStreams::serial;
    plans_job_.start([this, history = history_, other](const Task& task) -> LatestJob::Delivery {
      const auto footprint = static_footprint(*history, other, kAlignment, task);
      if (!footprint) return [] {};
      return [this, bytes = *footprint] {
        other_plan_ = bytes;
        show_words();
      };
    });
  }

  void show_failure_words() {
    const bool failed = history_ && failure_ < history_->out_of_memory.size();
    failure_text_ = failed ? failure_text(*history_, failure_, why_) : QString();
    title_->setText(failed ? failure_title(*history_, failure_) : QString());
    text_->setToolTip(failure_text_);
    const QString pieces = failed ? in_the_way_text(why_) : QString();
    pieces_->setText(pieces);
    pieces_->setToolTip(failed ? in_the_way_tip(why_) : QString());
    pieces_->setAccessibleName(pieces);
    pieces_->setVisible(!pieces.isEmpty());
    card_->setVisible(failed);
    failure_jump_->setVisible(failed);
  }

  /// Where there is little room, figures make place for the pictures, and the failure takes one line.
  void set_low(bool low) {
    figures_->setVisible(!low && !figures_->figures().empty());
    failure_words_->setDirection(low ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    failure_words_->setSpacing(low ? kSpace : 1);
    for (QLabel* label : {title_, text_}) label->setWordWrap(!low);
    title_->setSizePolicy(low ? QSizePolicy::Maximum : QSizePolicy::Ignored, QSizePolicy::Preferred);
    show_failure_text();
  }

  /// The recorded placement is no plan to compare with: it is what the allocator reserved.
  [[nodiscard]] StaticPlans static_plans() const {
    const bool recorded = !shown_plan_ || shown_plan_->reserved_peak;
    const std::shared_ptr<const Plan>& plan = recorded ? best_plan_ : shown_plan_;
    StaticPlans out;
    const bool several = graph_ && graph_->stream_count() > 1;
    if (plan && !plan->reserved_peak) {
      (serial_ ? out.serial : out.unordered) = plan->footprint;
      if (!several) out.strategy = plan_name(plan->strategy);
    }
    if (several) (serial_ ? out.unordered : out.serial) = other_plan_;
    return out;
  }

  [[nodiscard]] std::vector<Headline::Figure> figures() const {
    if (!heap_.timeline || !history_) return {};
    const auto peak = [](const QString& name, const StepCurve& curve, const QString& tip) {
      return Headline::Figure{name, human_bytes(curve.peak()),
                              tip.arg(full_bytes(curve.peak())).arg(static_cast<qulonglong>(curve.peak_step()))};
    };
    const bool segments = !history_->segments.empty();
    std::vector<Headline::Figure> out;
    if (segments)
      out.push_back(peak(tr("Reserved, peak"), heap_.timeline->reserved, tr("%1 of segments, at event %L2")));
    out.push_back(
        peak(tr("Allocated, peak"), heap_.timeline->active, tr("%1 of blocks, pending frees included, at event %L2")));
    if (const QString value = static_plans_value(static_plans()); !value.isEmpty())
      out.push_back({tr("Static plan"), value, saving()});
    if (segments)
      out.push_back({tr("Segments"), segment_events_value(history_->segment_events),
                     segment_events_tip(history_->segment_events)});
    return out;
  }

  std::shared_ptr<const RecordedHeap> history_;
  std::shared_ptr<const Graph> graph_;
  bool serial_ = false;  // one operator of the graph after the other
  std::shared_ptr<const Plan> shown_plan_, best_plan_;
  HeapChart heap_;
  bool computed_ = false;                          // or it is being computed
  std::optional<HeapStep> step_;                   // picked
  std::optional<HeapStep> worst_;                  // the most fragmented; none until that is computed
  std::size_t failure_ = 0;                        // the one shown, in RecordedHeap::out_of_memory
  FailedAllocation why_;                           // the reason of that failure
  std::optional<Bytes> other_plan_;                // for the other reading of the streams
  StripOrder order_of_strips_{}, strips_order_{};  // wanted, and of what is shown
  QComboBox* device_ = named(new QComboBox, "heap_device", tr("Device"));
  QComboBox* order_ =
      named(new QComboBox, "heap_order", tr("Order of the segments"), tr("Choose the order of the segments"));
  int shown_device_ = -1;
  // All in one, where they have no room side by side.
  QToolButton* jump_ = make_word_button("heap_jump", tr("Go to"), tr("Go to an event that stands out"));
  std::vector<QToolButton*> jumps_;
  QAction* failure_jump_ = nullptr;
  QFrame* card_ = named(new QFrame, "heap_failure");
  QLabel *title_ = make_head_line("heap_failure_title"), *text_ = make_head_line("heap_failure_text");
  QBoxLayout* failure_words_ = new QBoxLayout(QBoxLayout::TopToBottom);  // both
  QString failure_text_;                                                 // all of it
  QToolButton* pieces_ = make_word_button("heap_in_the_way", {}, {});
  Headline* figures_ = named(new Headline, "heap_figures");
  QLabel *facts_ = make_wrapped_line("heap_facts"), *saving_ = make_wrapped_line("heap_saving");
  HeapStripView* strips_;
  QScrollArea* scroll_ = new QScrollArea;

  Worker timeline_{this,
                   {.text = [] { return tr("Measuring the free memory…"); }, .cancel = [this] { return stop(); }}};
  LatestJob failure_job_{this}, plans_job_{this};
  LatestJob strips_job_{this};  // last: destroyed first
};

}  // namespace

HeapPane* make_heap(ViewState& state) {
  return new RecordedHeapPane(state);
}

}  // namespace stowage
