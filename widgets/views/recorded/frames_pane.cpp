// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/recorded/frames_pane.h"

#include <algorithm>
#include <utility>

#include <QActionGroup>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QStackedWidget>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include "widgets/base/follow_numbers.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/strategy_toggles.h"
#include "widgets/painters/recorded/heap_drawing.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/tables/row_table.h"
#include "widgets/tables/table_actions.h"
#include "widgets/views/recorded/flame_view.h"
#include "widgets/views/recorded/frame_tree_model.h"

namespace stowage {
namespace {

constexpr int kMostOpened = 200;  // rows that are opened to show matches; more would stall
constexpr std::size_t kMostRevealed = 20;
constexpr int kBytesWidth = 72, kShareWidth = 90, kBlocksWidth = 54;
constexpr int kLeastForFrames = 170;  // pixels; below it columns go, the least telling first

/// What is there when the most is, pending frees included.
HeapStep peak_step(const RecordedHeap& history) {
  return peak_of(heap_curves(history).active).step;
}

}  // namespace

FramesPane::FramesPane(ViewState& state, QWidget* parent)
    : Pane(state, parent),
      shape_(new QComboBox),
      all_frames_(new QToolButton),
      filter_(new QLineEdit),
      words_(new QLabel),
      model_(new FrameTreeModel(this)),
      tree_(new QTreeView),
      flame_(new FlameView),
      pages_(new QStackedWidget) {
  setObjectName("frames_pane");
  setAccessibleName(tr("Memory by stack frame"));
  make_tree();
  words_->setObjectName("frames_words");
  words_->setWordWrap(true);
  words_->setContentsMargins(8, 0, 8, 3);
  words_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  pages_->addWidget(tree_);
  pages_->addWidget(flame_);
  rows->addWidget(make_bar());
  rows->addWidget(make_second_bar());
  rows->addWidget(words_);
  rows->addWidget(pages_, 1);
  setFocusProxy(tree_);
  offer_image(flame_);
  connect(flame_, &FlameView::row_picked, this, [this](std::size_t row) { select(model_->index_of(row)); });
  connect(&state, &ViewState::selection_changed, this, &FramesPane::follow_selection);
  follow_numbers(this, [this] {
    fit_columns();
    tree_->viewport()->update();
    show_words();
  });
}

QWidget* FramesPane::make_bar() {
  auto* group = new QActionGroup(this);
  const auto add = [&](const QString& text, const QString& tip, const char* object) {
    QAction* action = group->addAction(text);
    action->setObjectName(object);
    action->setToolTip(tip);
    action->setCheckable(true);
    connect(action, &QAction::triggered, this, &FramesPane::compute);
    return action;
  };
  at_peak_ =
      add(tr("Peak"), tr("Blocks at the event with most bytes allocated, pending frees included"), "frames_at_peak");
  at_step_ = add(tr("Cursor"), tr("Blocks at the event shown in the heap"), "frames_at_step");
  at_peak_->setChecked(true);
  shape_->setObjectName("frames_shape");
  shape_->setAccessibleName(tr("Shape of the frames"));
  shape_->setToolTip(tr("Choose how the stack frames are put together"));
  for (const QString& text : {tr("Callers first"), tr("Bottom-up"), tr("Source lines"), tr("Flame graph")})
    shape_->addItem(text);
  connect(shape_, &QComboBox::activated, this, &FramesPane::change_view);
  auto* bar = new QWidget;
  auto* line = new QHBoxLayout(bar);
  line->setContentsMargins(6, 3, 6, 0);
  line->addWidget(make_segments(group->actions(), tr("Frames")));
  line->addWidget(shape_, 1);
  return bar;
}

QWidget* FramesPane::make_second_bar() {
  filter_->setObjectName("frames_filter");
  filter_->setPlaceholderText(tr("Function or file"));
  filter_->setAccessibleName(tr("Filter frames"));
  filter_->setClearButtonEnabled(true);
  connect(filter_, &QLineEdit::textChanged, this, &FramesPane::compute);
  all_frames_->setObjectName("frames_all");
  all_frames_->setText(tr("All frames"));
  all_frames_->setToolTip(tr("Show frames of C++ and of the interpreter, too"));
  all_frames_->setCheckable(true);
  connect(all_frames_, &QToolButton::clicked, this, &FramesPane::change_view);
  auto* color = new QToolButton;
  color->setObjectName("frames_color");
  color->setText(tr("Colour by frame"));
  color->setToolTip(tr("Colour tensors by allocating frame"));
  connect(color, &QToolButton::clicked, this, [this] { state().set_color_by(ColorBy::kind); });
  auto* bar = new QWidget;
  auto* line = new QHBoxLayout(bar);
  line->setContentsMargins(6, 3, 6, 3);
  line->addWidget(filter_, 1);
  line->addWidget(all_frames_);
  line->addWidget(color);
  return bar;
}

/// The open frames belong to the last tree.
void FramesPane::change_view() {
  enum Shape { kCallers, kBottomUp, kLines, kFlame };
  const int shape = shape_->currentIndex();
  flame_shown_ = shape == kFlame;
  view_ = {.order = shape == kBottomUp ? StackView::Order::innermost_first
                    : shape == kLines  ? StackView::Order::lines
                                       : StackView::Order::callers_first,
           .all_frames = all_frames_->isChecked()};
  all_frames_->setEnabled(shape != kLines);
  pages_->setCurrentWidget(flame_shown_ ? static_cast<QWidget*>(flame_) : tree_);
  setFocusProxy(pages_->currentWidget());
  if (frames_ && frames_->view != view_) {
    frames_ = nullptr;
    open_.clear();
    lit_.reset();
  }
  compute();
}

void FramesPane::make_tree() {
  tree_->setObjectName("frames_tree");
  tree_->setAccessibleName(tr("Stack frames"));
  tree_->setModel(model_);
  tree_->setUniformRowHeights(true);
  tree_->setAlternatingRowColors(true);
  tree_->setFrameShape(QFrame::NoFrame);
  tree_->setTabKeyNavigation(false);
  tree_->setTextElideMode(Qt::ElideMiddle);
  tree_->setIndentation(10);
  tree_->setItemDelegateForColumn(FrameTreeModel::kShare,
                                  new ShareBar(ShareBar::kRole, QStringLiteral("100.0%"), tree_));
  QHeaderView* header = tree_->header();
  header->setStretchLastSection(false);
  header->setSectionResizeMode(FrameTreeModel::kFrame, QHeaderView::Stretch);
  connect(model_, &QAbstractItemModel::modelReset, this, &FramesPane::fit_columns);
  new TableActions(tree_);
  offer_image(tree_);
  connect(tree_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& index) { select(index); });
  connect(tree_, &QTreeView::clicked, this, [this](const QModelIndex& index) { select(index); });
  connect(tree_, &QTreeView::expanded, this, [this](const QModelIndex& index) {
    if (filling_) return;
    open_.insert(model_->rows()->rows[FrameTreeModel::row_of(index)].node);
    open_chain(index);
  });
  connect(tree_, &QTreeView::collapsed, this, [this](const QModelIndex& index) {
    if (!filling_) open_.erase(model_->rows()->rows[FrameTreeModel::row_of(index)].node);
  });
}

const std::shared_ptr<const FrameRows>& FramesPane::rows() const {
  return model_->rows();
}

void FramesPane::set_history(std::shared_ptr<const RecordedHeap> history) {
  if (history == history_) return;
  rows_job_.cancel();
  select_job_.cancel();
  light_job_.cancel();
  lit_.reset();
  lit_elsewhere_ = false;
  history_ = std::move(history);
  frames_ = nullptr;
  peak_ = step_ = std::nullopt;
  open_.clear();
  model_->set_rows(nullptr);
  flame_->set_rows(nullptr);
  show_words();
  compute();
}

void FramesPane::set_step(std::optional<HeapStep> step) {
  if (step_ == step) return;
  step_ = step;
  if (at_step_->isChecked()) compute();
}

void FramesPane::showEvent(QShowEvent* event) {
  Pane::showEvent(event);
  if (dirty_) compute();
  follow_selection();
}

void FramesPane::resizeEvent(QResizeEvent* event) {
  Pane::resizeEvent(event);
  fit_columns();
}

/// Numbers are never cut: those of a frame alone are no larger than its total.
void FramesPane::fit_columns() {
  const int bytes = figures_width(*model_, FrameTreeModel::kTotal, tree_->fontMetrics(), kBytesWidth);
  const int blocks = figures_width(*model_, FrameTreeModel::kBlocks, tree_->fontMetrics(), kBlocksWidth);
  tree_->header()->resizeSection(FrameTreeModel::kTotal, bytes);
  int room = width() - kLeastForFrames - bytes;
  for (const auto& [column, needed] :
       {std::pair(FrameTreeModel::kShare, kShareWidth), std::pair(FrameTreeModel::kSelf, bytes),
        std::pair(FrameTreeModel::kBlocks, blocks)}) {
    room -= needed;
    tree_->setColumnHidden(column, room < 0);
    tree_->header()->resizeSection(column, needed);
  }
}

/// The tree once; what is there at the step, and matches, each time.
void FramesPane::compute() {
  dirty_ = !isVisible();
  if (dirty_ || !history_) return;
  const std::optional<HeapStep> step = at_step_->isChecked() ? step_ : std::nullopt;
  rows_job_.start([this, history = history_, tree = frames_, view = view_, peak = peak_, step,
                   filter = filter_->text().trimmed()](const Task&) -> LatestJob::Delivery {
    const auto all = tree ? tree : std::make_shared<const FrameTree>(frame_tree(history, view));
    const HeapStep most = peak ? *peak : peak_step(*history);
    auto rows = std::make_shared<const FrameRows>(frame_rows(all, step.value_or(most), filter));
    return [this, all, most, rows] { take_rows(all, most, rows); };
  });
}

void FramesPane::take_rows(std::shared_ptr<const FrameTree> tree, HeapStep peak,
                           std::shared_ptr<const FrameRows> rows) {
  frames_ = std::move(tree);
  peak_ = peak;
  filling_ = true;
  flame_->set_rows(rows);
  model_->set_rows(std::move(rows));
  open_rows();
  filling_ = false;
  show_words();
  lit_ ? light(*lit_) : follow_selection();
}

/// Opens what leads to matches, or what the user had open, and from the top as far as there is one way only.
void FramesPane::open_rows() {
  const auto& rows = model_->rows()->rows;
  int left = kMostOpened;
  for (std::size_t row = 0; row < rows.size() && left > 0; ++row) {
    if (!rows[row].leads && !open_.contains(rows[row].node)) continue;
    tree_->expand(model_->index_of(row));
    --left;
  }
  open_chain(model_->index_of(0));
}

void FramesPane::open_chain(const QModelIndex& from) {
  const bool filling = std::exchange(filling_, true);
  for (QModelIndex at = from; at.isValid();) {
    tree_->expand(at);
    at = model_->rowCount(at) == 1 ? model_->index(0, 0, at) : QModelIndex();
  }
  filling_ = filling;
}

void FramesPane::select(const QModelIndex& index) {
  if (filling_ || !index.isValid() || !frames_) return;
  const std::uint32_t node = model_->rows()->rows[FrameTreeModel::row_of(index)].node;
  const HeapStep step = model_->rows()->blame.step;
  select_job_.start([this, frames = frames_, node, step](const Task&) -> LatestJob::Delivery {
    std::vector<TensorId> tensors;
    for (const std::uint32_t a : allocations_under(*frames->history, frames->tree, node, step))
      if (const TensorId t = frames->history->allocations[a].tensor; t.valid()) tensors.push_back(t);
    return [this, tensors = std::move(tensors)] {
      selecting_ = true;
      state().select_tensors(tensors);
      selecting_ = false;
    };
  });
}

/// A frame that was picked here has said what is selected, and stays the one that is.
void FramesPane::follow_selection() {
  light_job_.cancel();
  lit_.reset();
  if (selecting_) return light({});
  if (!isVisible() || !frames_) return;
  light_job_.start([this, frames = frames_, tensors = state().selected_tensors()](const Task&) -> LatestJob::Delivery {
    return [this, nodes = telling_nodes(*frames, tensors)] { light(nodes); };
  });
}

/// The rows of these nodes stand out; they are brought into view, unless they are many, and the first is the current
/// one.
void FramesPane::light(const std::vector<std::uint32_t>& nodes) {
  lit_ = nodes;
  const auto& rows = model_->rows();
  if (!rows) return;
  std::vector<std::size_t> lit;
  for (const std::uint32_t node : nodes) {
    const std::size_t row = rows->rows.empty() ? 0 : rows->row_of(node);
    if (!rows->rows.empty() && rows->holds(row, node)) lit.push_back(row);
  }
  std::ranges::sort(lit);
  lit.erase(std::ranges::unique(lit).begin(), lit.end());
  lit_elsewhere_ = lit.empty() && !nodes.empty();
  for (std::size_t k = std::min(lit.size(), kMostRevealed); k-- > 0;) reveal(lit[k]);  // the first one last
  if (lit.empty() && !selecting_) tree_->clearSelection();
  model_->set_lit(std::move(lit));
  tree_->viewport()->update();
  show_words();
}

void FramesPane::reveal(std::size_t row) {
  const bool filling = std::exchange(filling_, true);  // none of it is the user's
  const QModelIndex index = model_->index_of(row);
  for (QModelIndex above = index.parent(); above.isValid(); above = above.parent()) tree_->expand(above);
  tree_->setCurrentIndex(index);
  tree_->scrollTo(index);
  filling_ = filling;
}

void FramesPane::show_words() {
  const auto& rows = model_->rows();
  if (!rows) return words_->setText({});
  const StackBlame::Share& all = rows->blame.nodes.front();
  const auto blocks = static_cast<int>(all.allocations);
  QString text = (at_peak_->isChecked() ? tr("Most allocated, at event %L1: %2 in %Ln block(s)", nullptr, blocks)
                                        : tr("Allocated at event %L1: %2 in %Ln block(s)", nullptr, blocks))
                     .arg(rows->blame.step)
                     .arg(human_bytes(all.bytes));
  if (rows->rows.empty() && all.allocations > 0)
    text += QStringLiteral(". ") + tr("No frame matches.");
  else if (lit_elsewhere_)
    text += QStringLiteral(". ") + tr("The selection is not allocated at this event.");
  words_->setText(text);
  words_->setToolTip(at_peak_->toolTip());
}

void FramesPane::take_view(const PlanView& view) {
  title_ = view.graph ? text_of(view.graph->name()) : QString();
}

Drawing FramesPane::drawing() const {
  const auto& rows = model_->rows();
  if (!rows || rows->rows.empty()) return {};
  std::vector<FrameLine> lines;
  for (QModelIndex at = model_->index_of(0); at.isValid(); at = tree_->indexBelow(at)) {
    int depth = 0;
    for (QModelIndex above = at.parent(); above.isValid(); above = above.parent()) ++depth;
    lines.push_back({FrameTreeModel::row_of(at), depth});
  }
  return frames_drawing(title_, words_->text(), rows, std::move(lines));
}

std::optional<PictureWords> FramesPane::picture() const {
  return PictureWords{"frames", tr("&Frames…"), tr("Export image of the frames"), "-frames"};
}

}  // namespace stowage
