// SPDX-License-Identifier: GPL-3.0-or-later
// The controls of the steps pane, and what they say.
#include <algorithm>

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSlider>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>

#include "core/layout/strategies/strategies.h"
#include "core/papers/tables.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/media_controls.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/strategy_words.h"
#include "widgets/tables/row_table.h"
#include "widgets/views/steps/gap_model.h"
#include "widgets/views/steps/step_view.h"
#include "widgets/views/steps/steps_pane.h"

namespace stowage {
namespace {

using Sign = MediaButton::Sign;

}  // namespace

StepsPane::StepsPane(ViewState& state, QWidget* parent)
    : Pane(state, parent),
      chooser_(new QComboBox),
      speed_(new SpeedBox(tr("How fast the steps are played"))),
      slider_(new QSlider(Qt::Horizontal)),
      closer_(new QCheckBox(tr("&Closer"))),
      place_(new QLabel),
      words_(new QLabel),
      split_(new QSplitter),
      words_and_gaps_(new QSplitter),
      code_(new StepCode),
      picture_(new StepView),
      gaps_(new GapModel(this)),
      table_(new QTableView),
      job_(this, {.text = [] { return tr("Recording the steps…"); }, .cancel = [this] { return stop_recording(); }}) {
  QWidget* bar = make_bar();
  make_body();
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(6, 3, 6, 3);
  rows->setSpacing(2);
  rows->addWidget(bar);
  rows->addWidget(words_);
  rows->addWidget(split_, 1);
  timer_.setObjectName("step_beat");
  connect(&timer_, &QTimer::timeout, this, &StepsPane::tick);
  connect(&state, &ViewState::selection_changed, this, &StepsPane::show_controls);
  connect(&state, &ViewState::colors_changed, this, &StepsPane::recolor);
  follow_numbers(this, [this] {
    if (scene_) show_step(scene_->index());
  });
  setFocusProxy(picture_);
  show_chooser();
  drop(tr("Nothing is open."));
}

QWidget* StepsPane::make_bar() {
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
  make_chooser(choice);
  make_player(choice);
  make_links(choice);
  choice->addStretch();
  make_scrubber(place);
  return bar;
}

void StepsPane::make_chooser(QBoxLayout* line) {
  chooser_->setObjectName("step_strategy");
  chooser_->setAccessibleName(tr("Planner to step through"));
  chooser_->setToolTip(tr("Planner to step through"));
  chooser_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  chooser_->setMinimumContentsLength(16);
  chooser_->addItem(QString(), QString());
  for (const LayoutStrategy& strategy : somas_strategies()) {
    if (!strategy.recipe) continue;
    chooser_->addItem(strategy_name(strategy), text_of(strategy.id));
  }
  connect(chooser_, &QComboBox::currentIndexChanged, this, &StepsPane::refresh);
  line->addWidget(chooser_);
}

void StepsPane::make_player(QBoxLayout* line) {
  const auto media = [&](const char* name, Sign sign, const QString& text, const QKeySequence& key, auto act) {
    auto* made = new MediaButton(sign, text, key);
    made->setObjectName(name);
    connect(made, &QToolButton::clicked, this, act);
    line->addWidget(made);
    return made;
  };
  first_ = media("step_first", Sign::first, tr("To the first step"), Qt::Key_Home, [this] { go_to(0); });
  back_ = media("step_back", Sign::back, tr("One step back"), Qt::Key_Left, [this] { step(-1); });
  play_ = media("step_play", Sign::play, tr("Play"), Qt::Key_Space, [this] { toggle_playing(); });
  forward_ = media("step_forward", Sign::forward, tr("One step on"), Qt::Key_Right, [this] { step(+1); });
  last_ = media("step_last", Sign::last, tr("To the last step"), Qt::Key_End, [this] { go_to(Recording::kAll); });
  connect(speed_, &QComboBox::currentIndexChanged, this, [this] {
    if (playing()) timer_.start(beat());
  });
  line->addWidget(speed_);
}

QToolButton* StepsPane::add_button(QBoxLayout* line, const char* object, const QString& text, const QString& tip) {
  auto* made = new QToolButton;
  made->setObjectName(object);
  made->setText(text);
  made->setToolTip(tip);
  made->setAutoRaise(true);
  made->setFocusPolicy(Qt::StrongFocus);
  line->addWidget(made);
  return made;
}

void StepsPane::make_scrubber(QBoxLayout* line) {
  block_back_ = add_button(line, "step_block_back", tr("− block"),
                           tr("To the start of the block, or of the one before (Page Up)"));
  connect(block_back_, &QToolButton::clicked, this, [this] { step_block(-1); });
  block_on_ = add_button(line, "step_block_on", tr("+ block"), tr("To the next block (Page Down)"));
  connect(block_on_, &QToolButton::clicked, this, [this] { step_block(+1); });
  slider_->setObjectName("step_slider");
  slider_->setAccessibleName(tr("Step"));
  slider_->setMinimumWidth(50);
  connect(slider_, &QSlider::valueChanged, this, [this](int step) { go_to(static_cast<std::size_t>(step)); });
  line->addWidget(slider_, 1);
  place_->setObjectName("step_place");
  place_->setAccessibleName(tr("Place in the recording"));
  line->addWidget(place_);
}

void StepsPane::make_links(QBoxLayout* line) {
  run_to_ = add_button(line, "step_run_to", tr("&Run to selected"), tr("To the block of the selected tensor"));
  connect(run_to_, &QToolButton::clicked, this, [this] { run_to(wanted()); });
  select_ =
      add_button(line, "step_select", tr("&Select block"), tr("Select the tensors of the current block in every view"));
  connect(select_, &QToolButton::clicked, this, &StepsPane::select_block);
  closer_->setObjectName("step_closer");
  closer_->setToolTip(tr("Zoom in on the block where it is too small to see"));
  closer_->setChecked(true);
  connect(closer_, &QCheckBox::toggled, picture_, &StepView::set_closer);
  line->addWidget(closer_);
}

void StepsPane::make_body() {
  words_->setObjectName("step_words");
  words_->setAccessibleName(tr("Planner's step and its reason"));
  words_->setTextFormat(Qt::PlainText);
  words_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  words_->setWordWrap(true);
  words_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  auto* scroll = new QScrollArea;
  scroll->setWidget(code_);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  connect(code_, &StepCode::line_moved, scroll, [scroll](const QRect& line) {
    scroll->ensureVisible(line.left(), line.bottom());
    scroll->ensureVisible(line.left(), line.top());
  });
  set_up_rows(table_, "step_gaps", tr("Candidates for the block"));
  table_->setModel(gaps_);
  table_->horizontalHeader()->setStretchLastSection(true);
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table_->horizontalHeader()->setHighlightSections(false);
  connect(table_, &QTableView::clicked, this, [this](const QModelIndex& index) {
    if (!scene_) return;
    const Recording& r = scene_->recording();
    const std::size_t block = scene_->step().block, row = static_cast<std::size_t>(index.row());
    if (row < reached(scene_->looks())) go_to(step_of_look(r, block, row));
  });
  connect(picture_, &StepView::tensor_picked, this, [this](TensorId t) { state().select_tensors({t}); });
  words_and_gaps_->addWidget(scroll);
  words_and_gaps_->addWidget(table_);
  split_->addWidget(words_and_gaps_);
  split_->addWidget(picture_);
  split_->setStretchFactor(1, 1);
  split_->setChildrenCollapsible(true);
}

/// The controls stand in one line where they fit, or in two. Code and candidates stand below each other beside the
/// picture where the pane is wide, and beside each other above it where it is high.
void StepsPane::arrange() {
  constexpr int kOneLine = 1020, kWords = 360;  // pixels
  bar_->setDirection(width() >= kOneLine ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  const bool wide = width() > height();
  const Qt::Orientation wanted = wide ? Qt::Horizontal : Qt::Vertical;
  if (arranged_ && split_->orientation() == wanted) return;
  arranged_ = true;
  split_->setOrientation(wanted);
  words_and_gaps_->setOrientation(wide ? Qt::Vertical : Qt::Horizontal);
  words_and_gaps_->setSizes({600, 400});
  const int words = std::min(kWords, wide ? width() * 2 / 5 : height() / 3);
  split_->setSizes({words, std::max(1, (wide ? width() : height()) - words)});
}

void StepsPane::resizeEvent(QResizeEvent* event) {
  Pane::resizeEvent(event);
  arrange();
}

void StepsPane::show_chooser() {
  const LayoutStrategy* shown = shown_strategy();
  const QString name = strategy_name(shown ? *shown : *find_layout_strategy("so.size.best"));
  chooser_->setItemText(0, shown ? tr("as shown: %1").arg(name) : name);
}

void StepsPane::show_controls() {
  const bool there = scene_ != nullptr;
  const std::size_t count = there ? scene_->recording().step_count() : 0, now = there ? scene_->index() : 0;
  const bool before = there && now > 0, after = there && now + 1 < count;
  for (QWidget* widget :
       {static_cast<QWidget*>(first_), static_cast<QWidget*>(back_), static_cast<QWidget*>(block_back_)})
    widget->setEnabled(before);
  for (QWidget* widget :
       {static_cast<QWidget*>(forward_), static_cast<QWidget*>(last_), static_cast<QWidget*>(block_on_)})
    widget->setEnabled(after);
  play_->setEnabled(there && count > 1);
  speed_->setEnabled(there && count > 1);
  play_->set_sign(playing() ? Sign::pause : Sign::play, playing() ? tr("Pause") : tr("Play"), Qt::Key_Space);
  run_to_->setEnabled(there && wanted().valid());
  select_->setEnabled(there);
  closer_->setEnabled(there);
  const QSignalBlocker quiet(slider_);
  slider_->setEnabled(there);
  slider_->setRange(0, static_cast<int>(count > 0 ? count - 1 : 0));
  slider_->setPageStep(std::max(1, static_cast<int>(count / 20)));
  slider_->setValue(static_cast<int>(now));
  place_->setText(!there ? QString()
                         : tr("step %1 of %2 · block %3 of %4")
                               .arg(grouped(now + 1), grouped(count), grouped(scene_->step().block + 1),
                                    grouped(scene_->recording().block_count())));
  words_->setText(there ? step_sentence(scene_->context()) : QString());
  if (const int row = gaps_->current_row(); row >= 0) {
    table_->selectRow(row);
    table_->scrollTo(gaps_->index(row, 0));
  }
}

}  // namespace stowage
