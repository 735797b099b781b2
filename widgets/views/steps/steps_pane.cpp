// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/steps/steps_pane.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QSlider>
#include <QSplitter>
#include <QStandardItemModel>
#include <QToolButton>

#include "widgets/base/follow_numbers.h"
#include "widgets/base/latest_job.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/lines.h"
#include "widgets/controls/media_controls.h"
#include "widgets/controls/tool_button.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/views/steps/step_side.h"
#include "widgets/views/steps/step_table.h"
#include "widgets/views/steps/step_view.h"
#include "widgets/views/steps/steps_export_dialog.h"

namespace stowage {
namespace {

constexpr double kBeat = 700;  // milliseconds a step is shown when played at speed 1
constexpr const char* kUsual = "so.size.best";

/// Colours by difference compare two plans; here is one.
std::shared_ptr<const Coloring> coloring_of(const PlanView& view, ColorBy by) {
  return std::make_shared<const Coloring>(view, by == ColorBy::difference ? ColorBy::stream : by);
}

/// Once it is closed, the keys step.
class PlannerList final : public QComboBox {
 public:
  explicit PlannerList(QWidget& steps) : steps_(steps) {}
  void hidePopup() override {
    QComboBox::hidePopup();
    steps_.setFocus(Qt::OtherFocusReason);
  }

 private:
  QWidget& steps_;
};

/// The pane: see its header.
class Steps final : public StepsPane {
  Q_DECLARE_TR_FUNCTIONS(stowage::StepsPane)

 public:
  explicit Steps(ViewState& state)
      : StepsPane(state),
        player_({.prefix = "step",
                 .first = tr("To the first step"),
                 .back = tr("One step back"),
                 .play = tr("Play"),
                 .pause = tr("Pause"),
                 .forward = tr("One step on"),
                 .last = tr("To the last step"),
                 .speed = tr("How fast the steps are played"),
                 .slider = "step_slider",
                 .slider_name = tr("Step")},
                this),
        chooser_(new PlannerList(*this)),
        beside_chooser_(new PlannerList(*this)),
        closer_(new QCheckBox(tr("&Closer"))),
        place_(new QLabel),
        side_(new StepSide(false)),
        beside_side_(new StepSide(true)),
        sides_(new QSplitter),
        job_(this, {.text = [] { return tr("Recording the steps…"); }, .cancel = [this] { return stop_recording(); }}) {
    QWidget* bar = make_bar();
    for (StepSide* side : {side_, beside_side_}) {
      sides_->addWidget(side);
      connect(&side->picture(), &StepView::tensor_picked, this,
              [this](TensorId t) { this->state().select_tensors({t}); });
      connect(closer_, &QCheckBox::toggled, &side->picture(), &StepView::set_closer);
    }
    beside_side_->hide();
    connect(&side_->table(), &StepTable::step_picked, this, &Steps::go_to);
    auto* rows = in_rows(this, {bar, {sides_, 1}});
    rows->setContentsMargins(6, 3, 6, 3);
    rows->setSpacing(2);
    connect(&player_, &Player::wanted, this, &Steps::go_to);
    connect(&player_, &Player::ticked, this, &Steps::tick);
    const auto keep_the_beat = [this] { player_.set_interval(static_cast<int>(kBeat / player_.speed())); };
    connect(&player_, &Player::playing_changed, this, keep_the_beat);
    connect(&player_, &Player::speed_changed, this, keep_the_beat);
    connect(&state, &ViewState::selection_changed, this, &Steps::show_controls);
    connect(&state, &ViewState::colors_changed, this, &Steps::recolor);
    follow_numbers(this, [this] {
      if (scene_) show_step(scene_->index());
    });
    setFocusProxy(&side_->picture());
    set_picture({"steps", tr("S&teps…"), tr("Export image of the step"), "-step"});
    drop(tr("Nothing is open."));
  }

  [[nodiscard]] Drawing drawing() const override {
    if (!scene_) return {};
    StepFrame frame = side_->picture().frame();
    frame.table = true;
    return step_drawing(scene_, frame);
  }

  [[nodiscard]] const std::shared_ptr<const StepSource>& source() const override { return source_; }
  [[nodiscard]] const std::shared_ptr<const StepScene>& scene() const override { return scene_; }
  [[nodiscard]] bool busy() const override { return job_.busy(); }

  void ask_for_series(QWidget* window, const TakeSeries& take) override {
    stowage::ask_for_series(source_, closer_->isChecked(), window,
                            [take, source = source_](const StepSeries& series) { take(source, series); });
  }

 private:
  /// Pauses, and shows that step, or the last there is.
  void go_to(std::size_t step) {
    player_.pause();
    show_step(step);
  }

  /// The first step of the block of a tensor; does nothing where it is in none.
  void run_to(TensorId t) {
    if (!source_) return;
    if (const auto step = step_about(*source_, t)) go_to(*step);
  }

  void take_view(const PlanView& view) override {
    view_ = view;
    if (!view.graph) return drop(tr("Nothing is open."));
    show_choosers();
    refresh();
  }

  void hideEvent(QHideEvent* event) override {
    player_.pause();
    Pane::hideEvent(event);
  }

  void keyPressEvent(QKeyEvent* event) override {
    if (player_.key(*event)) return;
    switch (event->key()) {
      case Qt::Key_Up:
      case Qt::Key_PageUp:
        return step_block(-1);
      case Qt::Key_Down:
      case Qt::Key_PageDown:
        return step_block(+1);
      default:
        break;
    }
    Pane::keyPressEvent(event);
  }

  void resizeEvent(QResizeEvent* event) override {
    Pane::resizeEvent(event);
    arrange();
  }

  [[nodiscard]] QWidget* make_bar() {
    auto* bar = new QWidget;
    bar->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);  // it can be made narrow: see arrange()
    bar_ = new QBoxLayout(QBoxLayout::LeftToRight, bar);
    bar_->setContentsMargins(0, 0, 0, 0);
    bar_->setSpacing(6);
    const auto group = [this](int stretch) {
      auto* line = new QHBoxLayout;
      line->setSpacing(3);
      bar_->addLayout(line, stretch);
      return line;
    };
    QBoxLayout *choice = group(0), *place = group(1);
    make_choosers(choice);
    player_.add_buttons(choice);
    make_links(choice, place);
    choice->addStretch();
    make_scrubber(place);
    return bar;
  }

  void make_choosers(QBoxLayout* choice) {
    named(chooser_, "step_strategy", tr("Planner to step through"), tr("Planner to step through"));
    named(beside_chooser_, "step_beside", tr("Second planner"), tr("A second planner, at the same block"));
    for (QComboBox* chooser : {chooser_, beside_chooser_}) {
      chooser->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
      chooser->setMinimumContentsLength(16);
      chooser->addItem(chooser == chooser_ ? find_stepped_planner(kUsual)->name() : tr("no second planner"), QString());
      for (const SteppedPlanner& planner : stepped_planners()) chooser->addItem(planner.name(), text_of(planner.id));
      connect(chooser, &QComboBox::currentIndexChanged, this, &Steps::refresh);
      choice->addWidget(chooser);
    }
  }

  void make_scrubber(QBoxLayout* line) {
    block_back_ = add_button(line, "step_block_back", {}, {});
    connect(block_back_, &QToolButton::clicked, this, [this] { step_block(-1); });
    block_on_ = add_button(line, "step_block_on", {}, {});
    connect(block_on_, &QToolButton::clicked, this, [this] { step_block(+1); });
    player_.slider()->setMinimumWidth(50);
    line->addWidget(player_.slider(), 1);
    named(place_, "step_place", tr("Place in the recording"));
    line->addWidget(place_);
  }

  void make_links(QBoxLayout* choice, QBoxLayout* line) {
    run_to_ =
        add_button(line, "step_run_to", tr("&Run to selected"), tr("To the first step about the selected tensor"));
    connect(run_to_, &QToolButton::clicked, this, [this] { run_to(wanted()); });
    select_ = add_button(line, "step_select", tr("&Select tensors"),
                         tr("Select the tensors that the step is about in every view"));
    connect(select_, &QToolButton::clicked, this, &Steps::select_block);
    named(closer_, "step_closer", {}, tr("Zoom in on what the step is about where it is too small to see"))
        ->setChecked(true);
    choice->addWidget(closer_);
  }

  QToolButton* add_button(QBoxLayout* line, const char* object, const QString& text, const QString& tip) {
    QToolButton* made = make_word_button(object, text, tip);
    made->setAccessibleName({});  // without the letter of the key
    made->setAutoRaise(true);
    made->setFocusPolicy(Qt::StrongFocus);
    line->addWidget(made);
    return made;
  }

  /// The controls stand in one line where they fit, or in two. Two planners stand below each other, so that their steps
  /// of the order do too, or beside each other where the pane is low.
  void arrange() {
    constexpr int kSlider = 70, kHigh = 520;  // pixels
    const int line = bar_->itemAt(0)->sizeHint().width() + bar_->itemAt(1)->sizeHint().width() + kSlider;
    bar_->setDirection(width() >= line ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    sides_->setOrientation(height() >= kHigh ? Qt::Vertical : Qt::Horizontal);
    for (StepSide* side : {side_, beside_side_}) side->set_shares_height(beside_ && height() >= kHigh);
  }

  void show_controls() {
    const bool there = scene_ != nullptr;
    const std::size_t count = there ? source_->blocks().step_count() : 0, now = there ? scene_->index() : 0;
    const bool before = there && now > 0, after = there && now + 1 < count;
    block_back_->setEnabled(before);
    block_on_->setEnabled(after);
    player_.set_place(now, there ? count - 1 : 0);
    run_to_->setEnabled(there && wanted().valid());
    select_->setEnabled(there && !scene_->at_hand().empty());
    closer_->setEnabled(there);
    const QString unit = (there ? find_stepped_planner(source_->planner()) : planner())->unit();
    block_back_->setText(tr("− %1").arg(unit));
    block_back_->setToolTip(tr("To the start of the %1, or of the one before (Page Up)").arg(unit));
    block_on_->setText(tr("+ %1").arg(unit));
    block_on_->setToolTip(tr("To the next %1 (Page Down)").arg(unit));
    const auto place = [&](std::size_t step, std::size_t block) {
      return tr("step %1 of %2 · %3 %4 of %5")
          .arg(grouped(step), grouped(count), unit, grouped(block), grouped(source_->blocks().block_count()));
    };
    place_->setText(there ? place(now + 1, scene_->step().block + 1) : QString());
    const QString last = there ? place(count, source_->blocks().block_count()) : QString();
    place_->setMinimumWidth(place_->fontMetrics().horizontalAdvance(last));  // so that the slider stays as long
    arrange();
  }

  /// Planners that refuse this graph are grey, and say why; the others say what they are for.
  void show_choosers() {
    if (usable() && (refused_of_ != view_.graph || refused_at_ != alignment())) {
      refused_of_ = view_.graph;
      refused_at_ = alignment();
      refusals_ = step_refusals(view_, refused_at_);
      for (QComboBox* chooser : {chooser_, beside_chooser_}) {
        auto* model = qobject_cast<QStandardItemModel*>(chooser->model());
        for (std::size_t k = 0; k < refusals_.size(); ++k) {
          QStandardItem* item = model->item(static_cast<int>(k) + 1);
          item->setEnabled(refusals_[k].isEmpty());
          item->setToolTip(refusals_[k].isEmpty() ? tr("Limits: %1").arg(stepped_planners()[k].limits())
                                                  : refusals_[k]);
        }
      }
    }
    const SteppedPlanner* shown = shown_planner();
    const QString name = (shown ? shown : find_stepped_planner(kUsual))->name();
    chooser_->setItemText(0, shown ? tr("as shown: %1").arg(name) : name);
  }

  /// Whether there is something to record.
  [[nodiscard]] bool usable() const { return view_.graph && view_.lifetimes && view_.conflicts && !view_.stale; }

  [[nodiscard]] Bytes alignment() const { return view_.plan ? view_.plan->alignment : Bytes{1}; }
  /// Why it cannot step through the graph; empty where it can, or there is none.
  [[nodiscard]] QString refusal_of(const SteppedPlanner* planner) const {
    const auto k = planner ? static_cast<std::size_t>(planner - stepped_planners().data()) : refusals_.size();
    return k < refusals_.size() ? refusals_[k] : QString();
  }
  /// The planner whose plan the other views show, or null where it is none that can be observed.
  [[nodiscard]] const SteppedPlanner* shown_planner() const {
    const auto made_it = [&](const SteppedPlanner& each) {
      return each.strategy && each.strategy->id == view_.plan->strategy && refusal_of(&each).isEmpty();
    };
    const auto at = view_.plan ? std::ranges::find_if(stepped_planners(), made_it) : stepped_planners().end();
    return at == stepped_planners().end() ? nullptr : &*at;
  }
  [[nodiscard]] const SteppedPlanner* planner() const {
    if (const auto* chosen = find_stepped_planner(chooser_->currentData().toString().toStdString())) return chosen;
    const SteppedPlanner* shown = shown_planner();
    return shown ? shown : find_stepped_planner(kUsual);
  }
  /// Null: none.
  [[nodiscard]] const SteppedPlanner* beside_planner() const {
    return find_stepped_planner(beside_chooser_->currentData().toString().toStdString());
  }
  [[nodiscard]] static bool is_of(const StepSource* source, const SteppedPlanner* planner) {
    return source ? planner && source->planner() == planner->id : !planner;
  }

  /// The tensor to run to: of those selected, the first that is placed.
  [[nodiscard]] TensorId wanted() const {
    if (!source_) return {};
    for (TensorId t : state().selected_tensors())
      if (step_about(*source_, t)) return t;
    return {};
  }

  /// Records again where the graph, the alignment or the planner is another.
  void refresh() {
    if (!view_.graph) return;
    if (!usable()) return source_ ? void() : drop(tr("The steps are recorded once the safe pairs are known."));
    const Bytes alignment = this->alignment();
    const SteppedPlanner *const first = planner(), *const second = beside_planner();
    const bool goes_on =
        source_ && source_->view.graph == view_.graph && source_->alignment == alignment && is_of(source_.get(), first);
    if (goes_on && is_of(source_->beside.get(), second)) {
      job_.cancel();
      return;
    }
    for (const SteppedPlanner* each : {first, second})
      if (const QString why = refusal_of(each); !why.isEmpty()) return drop(tr("%1: %2").arg(each->name(), why));
    if (!source_) side_->set_scene(nullptr, {}, tr("Recording…"));
    job_.start([this, view = view_, first, second, alignment, by = state().color_by(),
                kept = goes_on ? source_ : nullptr](const Task& task) -> LatestJob::Delivery {
      const auto record = [&](const SteppedPlanner& each) -> Result<StepSource> {
        STOWAGE_TRY(StepSource out, record_steps(view, each.id, alignment, task));
        out.coloring = coloring_of(view, by);
        return out;
      };
      Result<StepSource> made = kept ? Result<StepSource>(*kept) : record(*first);
      if (made) made->beside = nullptr;
      if (made && second) {
        auto other = record(*second);
        if (other)
          made->beside = std::make_shared<const StepSource>(*std::move(other));
        else
          made = tl::unexpected(other.error());
      }
      return [this, made = std::move(made)] { take(made); };
    });
  }

  /// Stays at the step of the same recording, at the block where the graph is the same, or begins.
  void take(const Result<StepSource>& made) {
    if (!made) return drop(tr("No steps. %1").arg(QString::fromStdString(made.error().text())));
    std::size_t step = 0;
    if (scene_ && source_->walk == made->walk && source_->recording == made->recording)
      step = scene_->index();
    else if (const auto about =
                 scene_ && source_->view.graph == made->view.graph ? scene_->at_hand() : std::vector<TensorId>();
             !about.empty())
      step = step_about(*made, about.front()).value_or(0);
    auto source = std::make_shared<StepSource>(*made);
    source->hidden = state().hidden_classes();
    source_ = std::move(source);
    scene_ = nullptr;
    player_.pause();
    for (const StepSource* each : {source_.get(), source_->beside.get()})
      if (each && each->blocks().step_count() == 0) return drop(tr("This graph has no tensors to place."));
    show_step(step);
  }

  void drop(const QString& sentence) {
    job_.cancel();
    player_.pause();
    source_ = nullptr;
    scene_ = beside_ = nullptr;
    side_->set_scene(nullptr, {}, sentence);
    beside_side_->hide();
    arrange();
    show_controls();
  }

  QString stop_recording() {
    const QString said = tr("The recording was cancelled.");
    job_.cancel();
    if (!source_) drop(said);
    return said;
  }

  void recolor() {
    if (!source_ || !scene_) return;
    auto source = std::make_shared<StepSource>(*source_);
    source->hidden = state().hidden_classes();
    if (source->coloring->by() != state().color_by()) source->coloring = coloring_of(source->view, state().color_by());
    if (source->beside) {
      auto beside = std::make_shared<StepSource>(*source->beside);
      beside->hidden = source->hidden;
      beside->coloring = source->coloring;
      source->beside = std::move(beside);
    }
    source_ = std::move(source);
    show_step(scene_->index());
  }

  void show_step(std::size_t step) {
    if (!source_) return;
    step = std::min(step, source_->blocks().step_count() - 1);
    scene_ = std::make_shared<const StepScene>(source_, step, scene_.get());
    beside_ = source_->beside
                  ? std::make_shared<const StepScene>(
                        source_->beside, step_beside(source_->blocks(), step, source_->beside->blocks()), beside_.get())
                  : nullptr;
    const Bytes height = beside_ ? common_height(*scene_, *beside_) : Bytes{};
    const auto said = [](const StepScene& scene) {
      return tr("%1, step %2 of %3: %4")
          .arg(find_stepped_planner(scene.source().planner())->name(), grouped(scene.index() + 1),
               grouped(scene.source().blocks().step_count()), step_sentence(scene));
    };
    side_->set_scene(scene_, height, beside_ ? said(*scene_) : step_sentence(*scene_));
    if (beside_) beside_side_->set_scene(beside_, height, said(*beside_));
    if (beside_side_->isHidden() == (beside_ != nullptr)) {
      beside_side_->setVisible(beside_ != nullptr);
      sides_->setSizes({1000, 1000});  // alike
      arrange();
    }
    show_controls();
  }

  /// To the first step of the next block, or of this one, or of the one before.
  void step_block(int by) {
    if (!scene_) return;
    const StepBlocks& r = source_->blocks();
    const std::size_t block = scene_->step().block;
    if (by > 0) return go_to(block + 1 < r.block_count() ? r.first_step(block + 1) : r.step_count() - 1);
    const bool at_start = scene_->index() == r.first_step(block);
    go_to(r.first_step(at_start && block > 0 ? block - 1 : block));
  }

  void tick() {
    if (!scene_ || scene_->index() + 1 >= source_->blocks().step_count()) return player_.pause();
    show_step(scene_->index() + 1);
  }

  void select_block() {
    if (!scene_) return;
    state().select_tensors(scene_->at_hand());
  }

  PlanView view_;
  std::shared_ptr<const StepSource> source_;
  std::shared_ptr<const StepScene> scene_, beside_;  // the second planner's; null where there is none

  QBoxLayout* bar_;  // of two groups: in one line, or each in one of its own
  Player player_;
  QToolButton *block_back_, *block_on_, *run_to_, *select_;
  QComboBox *chooser_, *beside_chooser_;
  QCheckBox* closer_;
  QLabel* place_;
  StepSide *side_, *beside_side_;
  QSplitter* sides_;
  std::shared_ptr<const Graph> refused_of_;  // the graph and the alignment of what follows
  Bytes refused_at_;
  std::vector<QString> refusals_;  // by planner
  LatestJob job_;
};

}  // namespace

StepsPane* make_steps(ViewState& state) {
  return new Steps(state);
}

}  // namespace stowage
