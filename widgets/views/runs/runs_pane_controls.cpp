// SPDX-License-Identifier: GPL-3.0-or-later
// The controls of the runs pane and what they say.
#include <algorithm>

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <QStyle>

#include "widgets/base/canvas.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/elided.h"
#include "widgets/controls/media_controls.h"
#include "widgets/controls/range_button.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/theme.h"
#include "widgets/views/runs/run_chart.h"
#include "widgets/views/runs/runs_pane.h"

namespace stowage {
namespace {

using Sign = MediaButton::Sign;
constexpr int kWidestWait = 360;         // pixels
constexpr std::size_t kMostWaits = 500;  // that the choice lists

}  // namespace

RunsPane::RunsPane(ViewState& state, QWidget* parent)
    : Pane(state, parent),
      scrubber_(new QSlider(Qt::Horizontal)),
      chart_(new RunChart),
      job_(this, {.text =
                      [this] {
                        return searching_ ? tr("Looking for a run that breaks the plan…") : tr("Running the streams…");
                      },
                  .cancel = [this] { return stop_job(); }}) {
  place_ = new QLabel;
  place_->setObjectName("run_place");
  place_->setAccessibleName(tr("Event of the run"));
  words_ = new QLabel;
  words_->setObjectName("run_words");
  words_->setAccessibleName(tr("Result of the run"));
  words_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  words_->setWordWrap(true);
  scrubber_->setAccessibleName(tr("Moment of the run"));
  scrubber_->setObjectName("run_scrubber");
  connect(scrubber_, &QSlider::valueChanged, this, [this](int moment) {
    pause();
    go_to(static_cast<std::size_t>(moment));
  });
  connect(chart_, &RunChart::time_picked, this, [this](double time) {
    pause();
    if (run_) go_to(run_->moment_at(static_cast<std::int64_t>(time)));
  });
  connect(chart_, &RunChart::resized, this, &RunsPane::show_words);
  timer_.setTimerType(Qt::PreciseTimer);
  connect(&timer_, &QTimer::timeout, this, &RunsPane::tick);

  auto* controls = new QHBoxLayout;
  controls->setSpacing(3);
  make_player(controls);
  make_seed(controls);
  make_breaker(controls);
  controls->setStretchFactor(waits_, 1);
  controls->addStretch();
  auto* second = new QHBoxLayout;
  second->addWidget(scrubber_, 1);
  second->addWidget(place_);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(6, 3, 6, 3);
  rows->setSpacing(2);
  rows->addLayout(controls);
  rows->addLayout(second);
  rows->addWidget(chart_, 1);
  rows->addWidget(words_);

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

void RunsPane::make_player(QLayout* line) {
  const auto button = [&](const char* name, Sign sign, const QString& text, const QKeySequence& key, auto act) {
    auto* made = new MediaButton(sign, text, key);
    made->setObjectName(name);
    connect(made, &QToolButton::clicked, this, act);
    line->addWidget(made);
    return made;
  };
  first_ = button("run_first", Sign::first, tr("To the beginning"), Qt::Key_Home, [this] { pause(), go_to(0); });
  back_ = button("run_back", Sign::back, tr("One event back"), Qt::Key_Left, [this] { step(-1); });
  play_ = button("run_play", Sign::play, tr("Play"), Qt::Key_Space, [this] { toggle_playing(); });
  forward_ = button("run_forward", Sign::forward, tr("One event on"), Qt::Key_Right, [this] { step(+1); });
  last_ = button("run_last", Sign::last, tr("To the end"), Qt::Key_End,
                 [this] { pause(), go_to(run_ ? run_->last_moment() : 0); });
  speed_ = new SpeedBox(tr("Speed of the run; at × 1 a whole run takes at most a minute"));
  line->addWidget(speed_);
}

void RunsPane::make_seed(QLayout* line) {
  seed_ = new QSpinBox;
  seed_->setObjectName("run_seed");
  seed_->setRange(1, 1'000'000);
  seed_->setKeyboardTracking(false);
  seed_->setAccessibleName(tr("Seed of the run"));
  seed_->setToolTip(tr("Each number is another execution, the same on every machine"));
  connect(seed_, &QSpinBox::valueChanged, this, [this](int seed) {
    outcome_.clear();
    if (usable()) simulate_run(static_cast<std::uint64_t>(seed), run_ ? run_->without : std::nullopt, false);
  });
  auto* label = new QLabel(tr("R&un"));
  label->setBuddy(seed_);
  another_ = new QPushButton(tr("A&nother"));
  another_->setObjectName("run_another");
  another_->setToolTip(tr("Play the run of the next seed"));
  connect(another_, &QPushButton::clicked, seed_, &QSpinBox::stepUp);
  for (QWidget* widget : {static_cast<QWidget*>(label), static_cast<QWidget*>(seed_), static_cast<QWidget*>(another_)})
    line->addWidget(widget);
}

void RunsPane::make_breaker(QLayout* line) {
  waits_ = new ElidedCombo;
  waits_->setObjectName("run_waits");
  waits_->setAccessibleName(tr("Wait between streams to leave out"));
  waits_->setToolTip(tr("Choose a wait that the run leaves out; the plan stays"));
  waits_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  waits_->setMinimumContentsLength(10);
  waits_->setMaximumWidth(kWidestWait);
  waits_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  break_ = new QPushButton(tr("&Break it"));
  break_->setObjectName("run_break");
  connect(break_, &QPushButton::clicked, this, &RunsPane::break_or_mend);
  line->addWidget(waits_);
  line->addWidget(break_);
}

/// All waits, or, of too many, those of what is selected.
void RunsPane::fill_waits() {
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

void RunsPane::show_controls() {
  const bool there = run_ != nullptr;
  const std::size_t last = there ? run_->last_moment() : 0;
  first_->setEnabled(there && moment_ != 0);
  back_->setEnabled(there && moment_ && *moment_ > 0);
  play_->setEnabled(there && last > 0);
  forward_->setEnabled(there && (!moment_ || *moment_ < last));
  last_->setEnabled(forward_->isEnabled());
  play_->set_sign(playing() ? Sign::pause : Sign::play, playing() ? tr("Pause") : tr("Play"), Qt::Key_Space);
  const QSignalBlocker quiet(scrubber_);
  scrubber_->setEnabled(there);
  scrubber_->setRange(0, static_cast<int>(last));
  scrubber_->setPageStep(std::max(1, static_cast<int>(last / 20)));
  scrubber_->setValue(static_cast<int>(moment_.value_or(0)));
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
  break_->setText(searching_ ? tr("Cancel") : broken ? tr("&Mend it") : tr("&Break it"));
  break_->setToolTip(!there || has_waits ? tr("Find a run without one wait that overwrites a needed tensor")
                                         : tr("No stream waits for another, so no wait can be left out"));
  show_words();
}

void RunsPane::show_words() {
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

void RunsPane::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange && chart_) show_words();
  Pane::changeEvent(event);
}

}  // namespace stowage
