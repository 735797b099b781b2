// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/steps/steps_pane.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <QAbstractTableModel>
#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPicture>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QSlider>
#include <QSpinBox>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>

#include "widgets/base/canvas.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/base/latest_job.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/elided.h"
#include "widgets/controls/lines.h"
#include "widgets/controls/media_controls.h"
#include "widgets/controls/tool_button.h"
#include "widgets/painters/steps/step_scene.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/tables/column_model.h"
#include "widgets/tables/row_table.h"
#include "widgets/views/steps/step_view.h"

namespace stowage {
namespace {

constexpr double kMargin = 6;
constexpr int kLeastWords = 40;  // pixels of height
constexpr double kBeat = 700;    // milliseconds a step is shown when played at speed 1
constexpr const char* kUsual = "so.size.best";

/// Colours by difference compare two plans; here is one.
std::shared_ptr<const Coloring> coloring_of(const PlanView& view, ColorBy by) {
  return std::make_shared<const Coloring>(view, by == ColorBy::difference ? ColorBy::stream : by);
}

/// The candidates for the block at hand, one a row in the order in which the planner goes through them. Those that it
/// has not looked at yet have no verdict.
class GapModel final : public ColumnModel<int> {
  Q_DECLARE_TR_FUNCTIONS(stowage::GapModel)

 public:
  explicit GapModel(QObject* parent) : ColumnModel(parent) {
    const auto room = [this](int row) { return candidate(row).room.end - candidate(row).room.begin; };
    const auto no_end = tr("no end");
    set_columns({
        words(
            tr("Candidate"), tr("Where the planner looks, in its order"),
            [this](int row) { return look_text(candidate(row), scene_->recording().strategy().recipe->many_objects); }),
        number(
            tr("From"), tr("The offset at which the gap begins"), [this](int row) { return candidate(row).room.begin; },
            [](std::int64_t n) { return step_bytes(n); }, [](std::int64_t n) { return address_text({n}); }),
        {.title = tr("Size"),
         .hint = tr("The size of the gap; above all blocks there is no limit"),
         .number = true,
         .text = [=, this](int row) { return candidate(row).is_open() ? no_end : step_bytes(room(row)); },
         .exact = [=, this](int row) { return candidate(row).is_open() ? no_end : exact_number(room(row)); },
         .tip = [=, this](int row) { return candidate(row).is_open() ? no_end : exact_bytes({room(row)}); }},
        words(tr("Verdict"), tr("Whether the block fits there, and which place it takes"),
              [this](int row) { return verdict(row); }),
    });
  }

  /// Null: no rows.
  void set_scene(std::shared_ptr<const StepScene> scene) {
    reset([&] { scene_ = std::move(scene); });
  }

  /// The row of the step shown, or of the place chosen once the block is put; -1 at other steps.
  [[nodiscard]] int current_row() const {
    if (!scene_) return -1;
    if (scene_->step().kind == StepKind::look) return static_cast<int>(scene_->step().look);
    if (scene_->step().kind != StepKind::put) return -1;
    const auto chosen = std::ranges::find(scene_->looks(), true, &Look::chosen);
    return chosen == scene_->looks().end() ? -1 : static_cast<int>(chosen - scene_->looks().begin());
  }

  [[nodiscard]] int at(int row) const override { return row; }

 private:
  [[nodiscard]] int row_count() const override {
    return scene_ && scene_->step().kind >= StepKind::merge ? static_cast<int>(scene_->looks().size()) : 0;
  }

  [[nodiscard]] const Look& candidate(int row) const { return scene_->looks()[static_cast<std::size_t>(row)]; }
  [[nodiscard]] QString verdict(int row) const {
    const StepKind kind = scene_->step().kind;
    const bool judged =
        kind > StepKind::look || (kind == StepKind::look && static_cast<std::size_t>(row) <= scene_->step().look);
    if (!judged) return {};
    const QString text = verdict_text(candidate(row));
    return kind == StepKind::put && candidate(row).chosen ? tr("%1: chosen").arg(text) : text;
  }

  std::shared_ptr<const StepScene> scene_;
};

/// The table of a step of a walk.
class WalkTableModel final : public QAbstractTableModel {
 public:
  using QAbstractTableModel::QAbstractTableModel;

  /// Null: no rows.
  void set_scene(std::shared_ptr<const StepScene> scene) {
    beginResetModel();
    scene_ = std::move(scene);
    endResetModel();
  }
  [[nodiscard]] std::span<const std::uint32_t> marked() const {
    return table() ? std::span<const std::uint32_t>(scene_->walk_step().rows) : std::span<const std::uint32_t>();
  }
  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override {
    return table() && !parent.isValid() ? static_cast<int>(table()->rows.size()) : 0;
  }
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override {
    return table() && !parent.isValid() ? static_cast<int>(table()->columns.size()) : 0;
  }
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override {
    const WalkWords& cell =
        table()->rows[static_cast<std::size_t>(index.row())][static_cast<std::size_t>(index.column())];
    if (role == Qt::DisplayRole) return walk_text(cell);
    const bool number = !cell.values.empty() && !std::holds_alternative<std::string>(cell.values[0]);
    if (role == Qt::TextAlignmentRole) return QVariant((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return {};
  }
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal || !table()) return {};
    return walk_text(table()->columns[static_cast<std::size_t>(section)]);
  }

 private:
  [[nodiscard]] const WalkTable* table() const {
    if (!scene_ || !scene_->walk() || scene_->walk_step().table == WalkStep::kNone) return nullptr;
    return &scene_->walk()->tables[scene_->walk_step().table];
  }

  std::shared_ptr<const StepScene> scene_;
};

/// Asks which steps become pictures, and says how many that makes.
class StepsExportDialog final : public QDialog {
  Q_DECLARE_TR_FUNCTIONS(stowage::StepsExportDialog)

 public:
  /// `closer` as StepSeries has it.
  StepsExportDialog(std::shared_ptr<const StepSource> source, bool closer, QWidget* parent)
      : QDialog(parent),
        source_(std::move(source)),
        closer_(closer),
        every_step_(new QRadioButton(tr("&Every step"))),
        first_(new QSpinBox),
        last_(new QSpinBox),
        count_(new QLabel) {
    setWindowTitle(tr("Export steps"));
    setObjectName("steps_export");
    every_step_->setObjectName("steps_every");
    auto* a_block = new QRadioButton(tr("One a &block, where it is put"));
    a_block->setChecked(true);
    const int blocks = static_cast<int>(source_->blocks().block_count());
    for (QSpinBox* spin : {first_, last_}) {
      spin->setRange(1, blocks);
      connect(spin, &QSpinBox::valueChanged, this, &StepsExportDialog::count);
    }
    named(first_, "steps_first", tr("First block"));
    named(last_, "steps_last", tr("Last block"))->setValue(blocks);
    connect(every_step_, &QRadioButton::toggled, this, &StepsExportDialog::count);
    auto* form = new QFormLayout;
    form->addRow(tr("Pictures:"), a_block);
    form->addRow(QString(), every_step_);
    auto* blocks_label = new QLabel(tr("B&locks:"));
    blocks_label->setBuddy(first_);  // a form finds none in a row of several fields
    form->addRow(blocks_label, in_line({first_, new QLabel(tr("to")), last_, spring()}));
    form->addRow(QString(), count_);
    count_->setObjectName("steps_count");
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    ok_ = buttons->addButton(tr("&Choose file…"), QDialogButtonBox::AcceptRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* rows =
        in_rows(this, {form, new QLabel(tr("PDF: one file, a page each. PNG and SVG: numbered files.")), buttons});
    rows->unsetContentsMargins();
    rows->setSpacing(-1);
    count();
  }

  [[nodiscard]] StepSeries series() const {
    const auto first = static_cast<std::size_t>(first_->value()), last = static_cast<std::size_t>(last_->value());
    return {.every_step = every_step_->isChecked(),
            .first_block = first - 1,
            .block_count = last < first ? 0 : last - first + 1,
            .closer = closer_};
  }

 private:
  void count() {
    const std::size_t pictures = picture_count(source_->blocks(), series());
    const bool possible = pictures > 0 && pictures <= kMostPictures;
    if (pictures > kMostPictures)
      count_->setText(tr("%1 pictures: too many, the most is %2").arg(grouped(pictures), grouped(kMostPictures)));
    else
      count_->setText(tr("%n picture(s)", nullptr, static_cast<int>(pictures)));
    if (ok_) ok_->setEnabled(possible);
  }

  std::shared_ptr<const StepSource> source_;
  bool closer_;
  QRadioButton* every_step_;
  QSpinBox *first_, *last_;
  QLabel* count_;
  QPushButton* ok_ = nullptr;
};

/// The pseudocode of the planner, with the line of the step marked. As high as its text.
class StepCode final : public QWidget {
  Q_DECLARE_TR_FUNCTIONS(stowage::StepCode)

 public:
  StepCode() {
    setObjectName("step_code");
    setAccessibleName(tr("Pseudocode of the planner"));
  }

  void set_scene(std::shared_ptr<const StepScene> scene) {
    scene_ = std::move(scene);
    if (scene_) {
      const auto line = static_cast<std::size_t>(code_line(*scene_));
      setAccessibleDescription(tr("Line %1: %2").arg(line + 1).arg(pseudocode(*scene_)[line].text));
    }
    fit();
    update();
  }

  /// Where the current line is now.
  std::function<void(const QRect& line)> line_moved;

 private:
  void paintEvent(QPaintEvent*) override {
    if (!scene_) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paint_step_code(painter, QRectF(rect()).adjusted(kMargin, 2, -kMargin, 0), *scene_, theme_of(*this));
  }

  void resizeEvent(QResizeEvent*) override { fit(); }

  /// Its height follows from its width.
  void fit() {
    if (!scene_) return setMinimumHeight(0);
    QPicture nowhere;
    QPainter painter(&nowhere);
    const StepCodeLayout layout =
        paint_step_code(painter, QRectF(rect()).adjusted(kMargin, 2, -kMargin, 0), *scene_, theme_of(*this));
    setMinimumHeight(static_cast<int>(layout.height) + 6);
    if (line_moved) line_moved(layout.current.toAlignedRect());
  }

  std::shared_ptr<const StepScene> scene_;
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
        chooser_(new QComboBox),
        beside_chooser_(new QComboBox),
        closer_(new QCheckBox(tr("&Closer"))),
        place_(new QLabel),
        words_(make_wrapped_line("step_words")),
        split_(new QSplitter),
        words_and_gaps_(new QSplitter),
        code_(new StepCode),
        picture_(make_step_view()),
        beside_picture_(make_step_view(true)),
        gaps_(new GapModel(this)),
        walk_table_(new WalkTableModel(this)),
        table_(new QTableView),
        job_(this, {.text = [] { return tr("Recording the steps…"); }, .cancel = [this] { return stop_recording(); }}) {
    QWidget* bar = make_bar();
    make_body();
    auto* rows = in_rows(this, {bar, words_, {split_, 1}});
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
    setFocusProxy(picture_);
    set_picture({"steps", tr("S&teps…"), tr("Export image of the step"), "-step"});
    show_chooser();
    drop(tr("Nothing is open."));
  }

  [[nodiscard]] Drawing drawing() const override {
    if (!scene_) return {};
    StepFrame frame = picture_->frame();
    frame.table = true;
    return step_drawing(scene_, frame);
  }

  [[nodiscard]] const std::shared_ptr<const StepSource>& source() const override { return source_; }
  [[nodiscard]] const std::shared_ptr<const StepScene>& scene() const override { return scene_; }
  [[nodiscard]] bool busy() const override { return job_.busy(); }

  void ask_for_series(QWidget* window, const TakeSeries& take) override {
    auto* dialog = new StepsExportDialog(source_, closer_->isChecked(), window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, dialog, [take, source = source_, dialog] { take(source, dialog->series()); });
    dialog->open();
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
    show_chooser();
    if (!view.graph) return drop(tr("Nothing is open."));
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
    make_choosers(choice, place);
    player_.add_buttons(choice);
    make_links(choice);
    choice->addStretch();
    make_scrubber(place);
    return bar;
  }

  void make_choosers(QBoxLayout* choice, QBoxLayout* place) {
    named(chooser_, "step_strategy", tr("Planner to step through"), tr("Planner to step through"));
    named(beside_chooser_, "step_beside", tr("Second planner"), tr("A second planner, at the same block"));
    for (QComboBox* chooser : {chooser_, beside_chooser_}) {
      chooser->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
      chooser->setMinimumContentsLength(chooser == chooser_ ? 16 : 10);
      chooser->addItem(chooser == chooser_ ? QString() : tr("no second planner"), QString());
      for (const SteppedPlanner& planner : stepped_planners()) chooser->addItem(planner.name(), text_of(planner.id));
      connect(chooser, &QComboBox::currentIndexChanged, this, &Steps::refresh);
      (chooser == chooser_ ? choice : place)->addWidget(chooser);
    }
  }

  void make_scrubber(QBoxLayout* line) {
    block_back_ = add_button(line, "step_block_back", tr("− block"),
                             tr("To the start of the block, or of the one before (Page Up)"));
    connect(block_back_, &QToolButton::clicked, this, [this] { step_block(-1); });
    block_on_ = add_button(line, "step_block_on", tr("+ block"), tr("To the next block (Page Down)"));
    connect(block_on_, &QToolButton::clicked, this, [this] { step_block(+1); });
    player_.slider()->setMinimumWidth(50);
    line->addWidget(player_.slider(), 1);
    named(place_, "step_place", tr("Place in the recording"));
    line->addWidget(place_);
  }

  void make_links(QBoxLayout* line) {
    run_to_ = add_button(line, "step_run_to", tr("&Run to selected"), tr("To the block of the selected tensor"));
    connect(run_to_, &QToolButton::clicked, this, [this] { run_to(wanted()); });
    select_ = add_button(line, "step_select", tr("&Select block"),
                         tr("Select the tensors of the current block in every view"));
    connect(select_, &QToolButton::clicked, this, &Steps::select_block);
    named(closer_, "step_closer", {}, tr("Zoom in on the block where it is too small to see"))->setChecked(true);
    connect(closer_, &QCheckBox::toggled, picture_, &StepView::set_closer);
    line->addWidget(closer_);
  }

  QToolButton* add_button(QBoxLayout* line, const char* object, const QString& text, const QString& tip) {
    QToolButton* made = make_word_button(object, text, tip);
    made->setAccessibleName({});  // without the letter of the key
    made->setAutoRaise(true);
    made->setFocusPolicy(Qt::StrongFocus);
    line->addWidget(made);
    return made;
  }

  /// The controls stand in one line where they fit, or in two. Code and candidates stand below each other beside the
  /// picture where the pane is wide, and beside each other above it where it is high.
  void arrange() {
    constexpr int kOneLine = 1020, kWords = 360;  // pixels
    bar_->setDirection(width() >= kOneLine ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    const bool wide = width() > height();
    const Qt::Orientation wanted = wide ? Qt::Horizontal : Qt::Vertical;
    if (moved_ && split_->orientation() == wanted) return;  // as the user has it
    split_->setOrientation(wanted);
    words_and_gaps_->setOrientation(wide ? Qt::Vertical : Qt::Horizontal);
    words_and_gaps_->setSizes({600, 400});
    const int words = std::min(kWords, wide ? width() * 2 / 5 : height() / 3);
    split_->setSizes({words, std::max(1, (wide ? width() : height()) - words)});
  }

  void make_body() {
    words_->setAccessibleName(tr("Planner's step and its reason"));
    words_->setContentsMargins({});
    auto* scroll = new QScrollArea;
    scroll->setWidget(code_);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    code_->line_moved = [scroll](const QRect& line) {
      scroll->ensureVisible(line.left(), line.bottom());
      scroll->ensureVisible(line.left(), line.top());
    };
    set_up_rows(table_, "step_gaps", tr("Candidates for the block"));
    table_->setModel(gaps_);
    table_->horizontalHeader()->setStretchLastSection(true);
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table_->horizontalHeader()->setHighlightSections(false);
    connect(table_, &QTableView::clicked, this, [this](const QModelIndex& index) {
      if (!scene_ || scene_->walk()) return;
      const Recording& r = scene_->recording();
      const std::size_t block = scene_->step().block, row = static_cast<std::size_t>(index.row());
      if (row < reached(scene_->looks())) go_to(step_of_look(r, block, row));
    });
    for (StepView* picture : {picture_, beside_picture_})
      connect(picture, &StepView::tensor_picked, this, [this](TensorId t) { state().select_tensors({t}); });
    for (QWidget* each : {static_cast<QWidget*>(scroll), static_cast<QWidget*>(table_)})
      each->setMinimumHeight(kLeastWords);  // beside a picture that is as low
    words_and_gaps_->addWidget(scroll);
    words_and_gaps_->addWidget(table_);
    split_->addWidget(words_and_gaps_);
    auto* pictures = new QSplitter;
    pictures->addWidget(picture_);
    pictures->addWidget(beside_picture_);
    for (const int part : {0, 1}) pictures->setStretchFactor(part, 1);
    pictures->setSizes({1000, 1000});  // the same for both
    connect(split_, &QSplitter::splitterMoved, this, [this] { moved_ = true; });
    beside_picture_->hide();
    split_->addWidget(pictures);
    split_->setStretchFactor(1, 1);
    split_->setChildrenCollapsible(true);
  }

  void show_controls() {
    const bool there = scene_ != nullptr;
    const std::size_t count = there ? source_->blocks().step_count() : 0, now = there ? scene_->index() : 0;
    const bool before = there && now > 0, after = there && now + 1 < count;
    block_back_->setEnabled(before);
    block_on_->setEnabled(after);
    player_.set_place(now, there ? count - 1 : 0);
    run_to_->setEnabled(there && wanted().valid());
    select_->setEnabled(there);
    closer_->setEnabled(there && !scene_->walk());
    place_->setText(!there ? QString()
                           : tr("step %1 of %2 · block %3 of %4")
                                 .arg(grouped(now + 1), grouped(count), grouped(scene_->step().block + 1),
                                      grouped(source_->blocks().block_count())));
    const auto said = [](const StepScene& scene) {
      return tr("%1: %2").arg(find_planner(scene.source().planner())->name(), step_sentence(scene));
    };
    words_->setText(!there ? QString() : beside_ ? said(*scene_) + '\n' + said(*beside_) : step_sentence(*scene_));
    mark_rows();
  }

  void mark_rows() {
    std::vector<std::uint32_t> rows(walk_table_->marked().begin(), walk_table_->marked().end());
    if (const int row = gaps_->current_row(); row >= 0) rows.push_back(static_cast<std::uint32_t>(row));
    QItemSelection marked;
    const QAbstractItemModel& model = *table_->model();
    for (const std::uint32_t row : rows) {
      const QModelIndex first = model.index(static_cast<int>(row), 0);
      marked.select(first, model.index(first.row(), model.columnCount() - 1));
      table_->scrollTo(first);
    }
    if (rows.empty()) return;
    table_->selectionModel()->setCurrentIndex(marked.indexes().front(), QItemSelectionModel::NoUpdate);
    table_->selectionModel()->select(marked, QItemSelectionModel::ClearAndSelect);
  }

  void show_chooser() {
    const SteppedPlanner* shown = shown_planner();
    const QString name = (shown ? shown : find_planner(kUsual))->name();
    chooser_->setItemText(0, shown ? tr("as shown: %1").arg(name) : name);
  }

  /// Whether there is something to record.
  [[nodiscard]] bool usable() const { return view_.graph && view_.lifetimes && view_.conflicts && !view_.stale; }

  [[nodiscard]] static const SteppedPlanner* find_planner(std::string_view id) {
    const auto at = std::ranges::find(stepped_planners(), id, &SteppedPlanner::id);
    return at == stepped_planners().end() ? nullptr : &*at;
  }
  /// The planner whose plan the other views show, or null where it is none that can be observed.
  [[nodiscard]] const SteppedPlanner* shown_planner() const {
    const auto made_it = [&](const SteppedPlanner& each) {
      return each.strategy && each.strategy->id == view_.plan->strategy &&
             view_.graph->tensor_count() <= each.most_tensors();
    };
    const auto at = view_.plan ? std::ranges::find_if(stepped_planners(), made_it) : stepped_planners().end();
    return at == stepped_planners().end() ? nullptr : &*at;
  }
  [[nodiscard]] const SteppedPlanner* planner() const {
    if (const auto* chosen = find_planner(chooser_->currentData().toString().toStdString())) return chosen;
    const SteppedPlanner* shown = shown_planner();
    return shown ? shown : find_planner(kUsual);
  }
  /// Null: none.
  [[nodiscard]] const SteppedPlanner* beside_planner() const {
    return find_planner(beside_chooser_->currentData().toString().toStdString());
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
    const Bytes alignment = view_.plan ? view_.plan->alignment : Bytes{1};
    const SteppedPlanner *const first = planner(), *const second = beside_planner();
    if (source_ && source_->view.graph == view_.graph && is_of(source_.get(), first) &&
        is_of(source_->beside.get(), second) && source_->alignment == alignment) {
      job_.cancel();
      return;
    }
    const std::size_t most = std::min(first->most_tensors(), second ? second->most_tensors() : Recording::kMaxTensors);
    if (view_.graph->tensor_count() > most) {
      return drop(tr("Graphs of up to %1 tensors can be stepped through; this one has %2.")
                      .arg(grouped(most), grouped(view_.graph->tensor_count())));
    }
    if (!source_) picture_->set_scene(nullptr, tr("Recording…"));
    job_.start([this, view = view_, first, second, alignment,
                by = state().color_by()](const Task& task) -> LatestJob::Delivery {
      const auto record = [&](const SteppedPlanner& each) -> Result<StepSource> {
        STOWAGE_TRY(StepSource out, record_steps(view, each.id, alignment, task));
        out.coloring = coloring_of(view, by);
        return out;
      };
      Result<StepSource> made = record(*first);
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

  /// Shows the same block as before where the graph is the same, or the first.
  void take(const Result<StepSource>& made) {
    if (!made) return drop(tr("No steps. %1").arg(QString::fromStdString(made.error().text())));
    const bool same_graph = source_ && source_->view.graph == made->view.graph;
    const std::vector<TensorId> at_hand = same_graph && scene_ ? scene_->at_hand() : std::vector<TensorId>();
    auto source = std::make_shared<StepSource>(*made);
    source->hidden = state().hidden_classes();
    source_ = std::move(source);
    scene_ = nullptr;
    player_.pause();
    for (const StepSource* each : {source_.get(), source_->beside.get()})
      if (each && each->blocks().step_count() == 0) return drop(tr("This graph has no tensors to place."));
    show_step(at_hand.empty() ? 0 : step_about(*source_, at_hand.front()).value_or(0));
  }

  void drop(const QString& sentence) {
    job_.cancel();
    player_.pause();
    source_ = nullptr;
    scene_ = beside_ = nullptr;
    code_->set_scene(nullptr);
    gaps_->set_scene(nullptr);
    walk_table_->set_scene(nullptr);
    picture_->set_scene(nullptr, sentence);
    beside_picture_->hide();
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
    code_->set_scene(scene_);
    picture_->set_scene(scene_);
    if (beside_) beside_picture_->set_scene(beside_);
    beside_picture_->setVisible(beside_ != nullptr);
    const bool walks = scene_->walk() != nullptr;
    gaps_->set_scene(walks ? nullptr : scene_);
    walk_table_->set_scene(walks ? scene_ : nullptr);
    QAbstractItemModel* const model = walks ? static_cast<QAbstractItemModel*>(walk_table_) : gaps_;
    if (table_->model() != model) table_->setModel(model);
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
  QLabel *place_, *words_;
  QSplitter *split_, *words_and_gaps_;
  bool moved_ = false;  // the user has moved the split
  StepCode* code_;
  StepView *picture_, *beside_picture_;
  GapModel* gaps_;
  WalkTableModel* walk_table_;
  QTableView* table_;
  LatestJob job_;
};

}  // namespace

StepsPane* make_steps(ViewState& state) {
  return new Steps(state);
}

}  // namespace stowage
