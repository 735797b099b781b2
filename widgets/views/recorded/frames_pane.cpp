// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/recorded/frames_pane.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include <QActionGroup>
#include <QApplication>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPainter>
#include <QPalette>
#include <QToolButton>
#include <QTreeView>

#include "widgets/base/canvas.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/base/latest_job.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/elided.h"
#include "widgets/controls/scrolled.h"
#include "widgets/controls/segments.h"
#include "widgets/controls/tool_button.h"
#include "widgets/painters/recorded/frame_rows.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/tables/column_model.h"
#include "widgets/tables/row_table.h"

namespace stowage {
namespace {

constexpr double kRow = 20, kLeast = 0.5, kLeastForText = 24;  // pixels of a flame graph
constexpr int kMostOpened = 200;                               // rows that are opened to show matches; more would stall
constexpr std::size_t kMostRevealed = 20;
constexpr int kBytesWidth = 72, kShareWidth = 90, kBlocksWidth = 54;
constexpr int kLeastFilter = 90;      // pixels
constexpr int kLeastForFrames = 170;  // pixels; below it columns go, the least telling first

/// What is there when the most is, pending frees included.
HeapStep peak_step(const RecordedHeap& history) {
  return peak_of(heap_curves(history).active).step;
}

double bytes_of(const FrameRows& rows, std::size_t row) {
  return static_cast<double>(rows.share(row).bytes.count);
}

/// FrameRows as a tree.
class FrameTreeModel final : public ColumnTree<std::size_t> {
  Q_DECLARE_TR_FUNCTIONS(stowage::FrameTreeModel)

 public:
  enum Column { kFrame, kTotal, kShare, kSelf, kBlocks };

  explicit FrameTreeModel(QObject* parent) : ColumnTree(true, true, parent) {
    set_columns({
        {.title = tr("Frame"),
         .hint = tr("The function and where it was, the outermost at the top"),
         .text = [this](std::size_t row) { return row == 0 ? tr("All") : rows_->label(row); },
         .exact = [this](std::size_t row) { return QVariant(row == 0 ? tr("All") : rows_->path(row)); },
         .tip = [this](std::size_t row) { return tip_of(row); }},
        number(
            tr("Total"), tr("Bytes allocated by the frame and everything it called"),
            [this](std::size_t row) { return rows_->share(row).bytes.count; }, cell::bytes, cell::exact_bytes),
        {.title = tr("Share"),
         .hint = tr("Share of all listed bytes"),
         .number = true,
         .text = [this](std::size_t row) { return QLocale().toString(100 * share_of(row), 'f', 1) + '%'; },
         .key = [this](std::size_t row) { return share_of(row); }},
        number(
            tr("Self"), tr("Bytes whose innermost known frame is this frame"),
            [this](std::size_t row) { return rows_->share(row).own_bytes.count; }, cell::bytes, cell::exact_bytes),
        number(
            tr("Blocks"), tr("Number of allocations of these bytes"),
            [this](std::size_t row) { return rows_->share(row).allocations; }, cell::count),
    });
  }

  /// May be null.
  void set_rows(std::shared_ptr<const FrameRows> rows) {
    reset([&] {
      rows_ = std::move(rows);
      lit_.clear();
    });
  }
  /// Into FrameRows::rows, ascending: those that stand out until there are others. The caller repaints the views.
  void set_lit(std::vector<std::size_t> rows) { lit_ = std::move(rows); }
  [[nodiscard]] const std::shared_ptr<const FrameRows>& rows() const { return rows_; }

 private:
  [[nodiscard]] std::uint32_t row_count() const override {
    return rows_ ? static_cast<std::uint32_t>(rows_->rows.size()) : 0;
  }
  [[nodiscard]] TreeRow tree_row(std::uint32_t row) const override {
    const FrameRows::Row& at = rows_->rows[row];
    return {at.parent, at.first, at.children};
  }
  [[nodiscard]] std::size_t at(std::uint32_t row) const override { return row; }
  [[nodiscard]] QVariant look(std::size_t row, int column, int role) const override {
    if (!std::ranges::binary_search(lit_, row)) return {};
    if (role == Qt::BackgroundRole) {
      QColor lit = QApplication::palette().color(QPalette::Highlight);
      lit.setAlphaF(0.25F);
      return lit;
    }
    if (role != Qt::FontRole || column != kFrame) return {};
    QFont font = QApplication::font("QTreeView");
    font.setBold(true);
    return font;
  }
  /// With the whole path of the file; of several frames in a row all, the outermost first.
  [[nodiscard]] QString tip_of(std::size_t row) const {
    const RecordedHeap& history = *rows_->of->history;
    const auto& nodes = rows_->of->tree.nodes;
    if (row == 0) return tr("All allocations, also those without a recorded stack");
    if (rows_->rows[row].node == rows_->of->tree.no_stack)
      return tr("The file has no stack for these: recording began later, or was without stacks");
    QStringList lines;
    const FrameRows::Row& at = rows_->rows[row];
    for (std::uint32_t node = at.node;; node = nodes[node].parent) {
      const HeapFrame& frame = history.frames[nodes[node].frame];
      lines.prepend(
          tr("%1\n%2, line %L3").arg(text_of(history.name(frame)), text_of(history.file(frame))).arg(frame.line));
      if (node == at.head) break;
    }
    return lines.join('\n');
  }

  [[nodiscard]] double share_of(std::size_t row) const {
    const auto all = static_cast<double>(rows_->share(0).bytes.count);
    return all > 0 ? static_cast<double>(rows_->share(row).bytes.count) / all : 0;
  }

  std::shared_ptr<const FrameRows> rows_;
  std::vector<std::size_t> lit_;
};

/// Frames as a flame graph. A click picks a frame, a double click or Enter shows it alone; Escape, 0 or Home shows all
/// again; arrow keys walk.
class FlameView final : public Canvas {
  Q_DECLARE_TR_FUNCTIONS(stowage::FlameView)

 public:
  FlameView() {
    setObjectName("frames_flame");
    setAccessibleName(tr("Flame graph of the stack frames"));
    follow_numbers(this, [this] { update(); });
  }

  /// May be null.
  void set_rows(std::shared_ptr<const FrameRows> rows) {
    rows_ = std::move(rows);
    root_ = 0;
    picked_.reset();
    update();
  }

  void fit() override { show_alone(0); }
  [[nodiscard]] QSize minimumSizeHint() const override { return {120, 60}; }

  std::function<void(std::size_t row)> picked;

 private:
  [[nodiscard]] std::vector<FlameBox> boxes() const {
    return rows_ ? flame_boxes(*rows_, root_, QRectF(rect()).adjusted(6, 2, -6, -2)) : std::vector<FlameBox>();
  }

  void paint(QPainter& painter) override {
    const Theme& theme = this->theme();
    painter.fillRect(rect(), theme.background);
    painter.setFont(paint_font(11));
    for (const FlameBox& box : boxes()) {
      const QRectF inner = box.rect.adjusted(0, 0, box.rect.width() > 3 ? -1 : 0, -1);
      painter.fillRect(inner, box.row == 0 ? theme.grid : pastel(rows_->rows[box.row].node, theme));
      if (picked_ == box.row) {
        painter.setPen(QPen(theme.selection, 2));
        painter.drawRect(inner.adjusted(1, 1, -1, -1));
      }
      if (box.rect.width() < kLeastForText) continue;
      painter.setPen(theme.text);
      const QString text = box.row == 0 ? tr("All") : rows_->label(box.row);
      painter.drawText(inner.adjusted(4, 0, -4, 0), Qt::AlignLeft | Qt::AlignVCenter,
                       fitted(painter.font(), text, inner.width() - 8));
    }
  }

  Drag press_at(QPointF at) override {
    if (const auto row = row_at(at)) pick(*row);
    return Drag::none;
  }

  bool double_click(QPointF at) override {
    if (const auto row = row_at(at)) show_alone(*row);
    return true;
  }

  [[nodiscard]] QString tip_at(QPointF at) const override {
    const auto row = row_at(at);
    return row ? row_text(*row) : QString();
  }

  bool key(QKeyEvent& event) override {
    if (!rows_ || rows_->rows.empty()) return false;
    if (is_fit_key(event)) return fit(), true;
    switch (event.key()) {
      case Qt::Key_Up:
      case Qt::Key_Down:
      case Qt::Key_Left:
      case Qt::Key_Right:
        return walk(event.key()), true;
      case Qt::Key_Return:
      case Qt::Key_Enter:
        if (picked_) show_alone(*picked_);
        return true;
      default:
        return false;
    }
  }

  bool give_up() override {
    if (!rows_ || rows_->rows.empty()) return false;
    fit();
    return true;
  }

  [[nodiscard]] std::optional<std::size_t> row_at(QPointF at) const {
    for (const FlameBox& box : boxes())
      if (box.rect.contains(at)) return box.row;
    return std::nullopt;
  }

  [[nodiscard]] QString row_text(std::size_t row) const {
    const double all = bytes_of(*rows_, 0);
    const QString share = QLocale().toString(all > 0 ? 100 * bytes_of(*rows_, row) / all : 0, 'f', 1) + '%';
    const QString name = row == 0 ? tr("All") : rows_->label(row);
    return tr("%1\n%2 (%3) in %Ln block(s)", nullptr, static_cast<int>(rows_->share(row).allocations))
        .arg(name, human_bytes(rows_->share(row).bytes), share);
  }

  void pick(std::size_t row) {
    picked_ = row;
    setAccessibleDescription(row_text(row));
    update();
    picked(row);
  }

  void show_alone(std::size_t row) {
    root_ = row;
    update();
  }

  /// Up to the caller, down to its largest, left and right among those of one caller.
  void walk(int key) {
    const auto& all = rows_->rows;
    const std::size_t now = picked_.value_or(root_);
    const FrameRows::Row &at = all[now], &caller = all[at.parent];
    if (!picked_) return pick(root_);
    if (key == Qt::Key_Up && now != root_) return pick(at.parent);
    if (key == Qt::Key_Down && at.children > 0) return pick(at.first);
    if (now == root_) return;
    if (key == Qt::Key_Left && now > caller.first) return pick(now - 1);
    if (key == Qt::Key_Right && now + 1 < caller.first + caller.children) return pick(now + 1);
  }

  std::shared_ptr<const FrameRows> rows_;
  std::size_t root_ = 0;
  std::optional<std::size_t> picked_;
};

/// The pane: see its header.
class Frames final : public FramesPane {
  Q_DECLARE_TR_FUNCTIONS(stowage::FramesPane)

 public:
  explicit Frames(ViewState& state)
      : FramesPane(state),
        shape_(new QComboBox),
        all_frames_(new QToolButton),
        filter_(new QLineEdit),
        words_(make_wrapped_line("frames_words")),
        model_(new FrameTreeModel(this)),
        tree_(new QTreeView),
        flame_(new FlameView),
        pages_(new PageStack) {
    setObjectName("frames_pane");
    setAccessibleName(tr("Memory by stack frame"));
    make_tree();
    words_->setContentsMargins(8, 0, 8, 3);
    auto* rows = make_rows(this);
    pages_->addWidget(tree_);
    pages_->addWidget(flame_);
    rows->addWidget(make_bar());
    rows->addWidget(make_second_bar());
    rows->addWidget(words_);
    rows->addWidget(pages_, 1);
    setFocusProxy(tree_);
    auto* color = new QAction(tr("Colour tensors by allocating frame"), this);
    connect(color, &QAction::triggered, this, [this] { this->state().set_color_by(ColorBy::kind); });
    for (QWidget* each : {static_cast<QWidget*>(tree_), static_cast<QWidget*>(flame_)}) each->addAction(color);
    offer_image(flame_);
    flame_->picked = [this](std::size_t row) { select(model_->index_of(static_cast<std::uint32_t>(row))); };
    connect(&state, &ViewState::selection_changed, this, &Frames::follow_selection);
    follow_numbers(this, [this] {
      fit_columns();
      tree_->viewport()->update();
      show_words();
    });
  }

  void set_history(std::shared_ptr<const RecordedHeap> history) override {
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

  void set_step(std::optional<HeapStep> step) override {
    if (step_ == step) return;
    step_ = step;
    if (at_step_->isChecked()) compute();
  }

  [[nodiscard]] bool busy() const override { return rows_job_.busy() || select_job_.busy() || light_job_.busy(); }
  /// The tree as far as it is open.
  [[nodiscard]] Drawing drawing() const override {
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

  [[nodiscard]] std::optional<PictureWords> picture() const override {
    return PictureWords{"frames", tr("&Frames…"), tr("Export image of the frames"), "-frames"};
  }

 private:
  void showEvent(QShowEvent* event) override {
    Pane::showEvent(event);
    if (dirty_) compute();
    follow_selection();
  }

  void resizeEvent(QResizeEvent* event) override {
    Pane::resizeEvent(event);
    fit_columns();
  }

  /// Numbers are never cut: those of a frame alone are no larger than its total.
  void fit_columns() {
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

  void take_view(const PlanView& view) override { title_ = view.graph ? text_of(view.graph->name()) : QString(); }

  QWidget* make_bar() {
    auto* group = new QActionGroup(this);
    const auto add = [&](const QString& text, const QString& tip, const char* object) {
      QAction* action = group->addAction(text);
      action->setObjectName(object);
      action->setToolTip(tip);
      action->setCheckable(true);
      connect(action, &QAction::triggered, this, &Frames::compute);
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
    connect(shape_, &QComboBox::activated, this, &Frames::change_view);
    auto* bar = new QWidget;
    auto* line = new QHBoxLayout(bar);
    line->setContentsMargins(6, 3, 6, 0);
    line->addWidget(make_segments(group->actions(), tr("Frames")));
    line->addWidget(shape_, 1);
    return bar;
  }

  QWidget* make_second_bar() {
    filter_->setObjectName("frames_filter");
    filter_->setPlaceholderText(tr("Function or file"));
    filter_->setAccessibleName(tr("Filter frames"));
    filter_->setClearButtonEnabled(true);
    filter_->setMinimumWidth(kLeastFilter);
    connect(filter_, &QLineEdit::textChanged, this, &Frames::compute);
    all_frames_->setObjectName("frames_all");
    all_frames_->setText(tr("All frames"));
    all_frames_->setToolTip(tr("Show frames of C++ and of the interpreter, too"));
    all_frames_->setCheckable(true);
    connect(all_frames_, &QToolButton::clicked, this, &Frames::change_view);
    auto* bar = new QWidget;
    auto* line = new QHBoxLayout(bar);
    line->setContentsMargins(6, 3, 6, 3);
    line->addWidget(filter_, 1);
    line->addWidget(all_frames_);
    return bar;
  }

  /// The open frames belong to the last tree.
  void change_view() {
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

  void make_tree() {
    tree_->setModel(model_);
    set_up_tree(tree_, "frames_tree", tr("Stack frames"));
    tree_->setTextElideMode(Qt::ElideMiddle);
    tree_->setIndentation(10);
    tree_->setItemDelegateForColumn(FrameTreeModel::kShare,
                                    new ShareBar(ShareBar::kRole, QStringLiteral("100.0%"), tree_));
    connect(model_, &QAbstractItemModel::modelReset, this, &Frames::fit_columns);
    offer_image(tree_);
    // Not the current row: with the keyboard Qt makes the first row current, and nobody selected it.
    connect(tree_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this](const QItemSelection& now) { select(now.indexes().value(0)); });
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

  /// The tree once; what is there at the step, and matches, each time.
  void compute() {
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

  void take_rows(std::shared_ptr<const FrameTree> tree, HeapStep peak, std::shared_ptr<const FrameRows> rows) {
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
  void open_rows() {
    const auto& rows = model_->rows()->rows;
    int left = kMostOpened;
    for (std::size_t row = 0; row < rows.size() && left > 0; ++row) {
      if (!rows[row].leads && !open_.contains(rows[row].node)) continue;
      tree_->expand(model_->index_of(static_cast<std::uint32_t>(row)));
      --left;
    }
    open_chain(model_->index_of(0));
  }

  void open_chain(const QModelIndex& from) {
    const bool filling = std::exchange(filling_, true);
    for (QModelIndex at = from; at.isValid();) {
      tree_->expand(at);
      at = model_->rowCount(at) == 1 ? model_->index(0, 0, at) : QModelIndex();
    }
    filling_ = filling;
  }

  void select(const QModelIndex& index) {
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
  void follow_selection() {
    light_job_.cancel();
    lit_.reset();
    if (selecting_) return light({});
    if (!isVisible() || !frames_) return;
    light_job_.start(
        [this, frames = frames_, tensors = state().selected_tensors()](const Task&) -> LatestJob::Delivery {
          return [this, nodes = telling_nodes(*frames, tensors)] { light(nodes); };
        });
  }

  /// The rows of these nodes stand out; they are brought into view, unless they are many, and the first is the current
  /// one.
  void light(const std::vector<std::uint32_t>& nodes) {
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

  void reveal(std::size_t row) {
    const bool filling = std::exchange(filling_, true);  // none of it is the user's
    const QModelIndex index = model_->index_of(static_cast<std::uint32_t>(row));
    for (QModelIndex above = index.parent(); above.isValid(); above = above.parent()) tree_->expand(above);
    tree_->setCurrentIndex(index);
    tree_->scrollTo(index);
    filling_ = filling;
  }

  void show_words() {
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

  std::shared_ptr<const RecordedHeap> history_;
  std::shared_ptr<const FrameTree> frames_;  // of it; null until they are computed
  std::optional<HeapStep> peak_, step_;
  bool dirty_ = false;  // to be computed again, once the pane is seen
  bool filling_ = false;
  bool selecting_ = false;                         // what is selected changes because of a frame that was picked here
  std::optional<std::vector<std::uint32_t>> lit_;  // nodes of what is selected elsewhere; none: to be found
  bool lit_elsewhere_ = false;                     // but nothing of it is there at the step
  QString title_;
  std::set<std::uint32_t> open_;  // nodes that the user opened
  StackView view_{.all_frames = false};
  bool flame_shown_ = false;
  QAction *at_peak_, *at_step_;
  QComboBox* shape_;
  QToolButton* all_frames_;
  QLineEdit* filter_;
  QLabel* words_;
  FrameTreeModel* model_;
  QTreeView* tree_;
  FlameView* flame_;
  PageStack* pages_;

  LatestJob rows_job_{this, {.text = [] { return tr("Summing the frames…"); }}};
  LatestJob select_job_{this}, light_job_{this};  // last: destroyed first
};

}  // namespace

std::vector<FlameBox> flame_boxes(const FrameRows& rows, std::size_t root, const QRectF& rect) {
  std::vector<FlameBox> out;
  if (root >= rows.rows.size() || bytes_of(rows, root) <= 0) return out;
  out.push_back({root, {rect.left(), rect.top(), rect.width(), kRow}});
  for (std::size_t k = 0; k < out.size(); ++k) {
    const FlameBox box = out[k];
    if (box.rect.bottom() + kRow > rect.bottom()) continue;
    const FrameRows::Row& at = rows.rows[box.row];
    double x = box.rect.left();
    for (std::size_t child = at.first; child < at.first + at.children; ++child) {
      const double width = box.rect.width() * bytes_of(rows, child) / bytes_of(rows, box.row);
      if (width < kLeast) break;  // those that follow are no larger
      out.push_back({child, {x, box.rect.bottom(), width, kRow}});
      x += width;
    }
  }
  return out;
}

FramesPane* make_frames(ViewState& state) {
  return new Frames(state);
}

}  // namespace stowage
