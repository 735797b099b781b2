// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>

#include <QCheckBox>
#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QSet>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/papers/tables.h"
#include "core/plan/plan.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/controls/elided.h"
#include "widgets/controls/range_button.h"
#include "widgets/controls/tool_button.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/tables/row_table.h"
#include "widgets/views/strategies/strategy_panel.h"
#include "widgets/views/strategies/strategy_table_model.h"

namespace stowage {
namespace {

constexpr int kGapWithBar = 14;
constexpr int kCellMargin = 8;  // pixels

/// How wide the names of all live strategies are; or as much of them as tells them apart: "Breadth, first fit, many…".
int room_for_names(const QFontMetrics& metrics, bool whole) {
  int widest = 0;
  for (const LayoutStrategy& each : live_strategies()) {
    QString name = strategy_name(each);
    if (const QStringList words = name.split(' '); !whole && words.size() > 4)
      name = words.mid(0, 4).join(' ') + QStringLiteral("…");
    widest = std::max(widest, metrics.horizontalAdvance(name));
  }
  return widest + kCellMargin;
}

/// The best plans are written so, and need the most room.
QFontMetrics bold_metrics(QFont font) {
  font.setBold(true);
  return QFontMetrics(font);
}

}  // namespace

/// The rows of the table of strategies, sorted. Strategies that have no plan because nobody has asked for one, or
/// because they cannot plan the graph, are folded away until they are unfolded. Not the one that runs of itself.
class StrategyRows final : public QSortFilterProxyModel {
 public:
  /// `model` must outlive this.
  explicit StrategyRows(StrategyTableModel& model, QObject* parent = nullptr)
      : QSortFilterProxyModel(parent), model_(model) {
    setSourceModel(&model);
    setSortRole(StrategyTableModel::kSortRole);
  }

  [[nodiscard]] bool is_unfolded() const { return unfolded_; }
  void set_unfolded(bool unfolded) {
    if (unfolded_ == unfolded) return;
    unfolded_ = unfolded;
    invalidateRowsFilter();
  }
  /// The row of that strategy is never folded, since the user has selected it; null: of none.
  void keep(const LayoutStrategy* strategy) {
    if (kept_ == strategy) return;
    kept_ = strategy;
    invalidateRowsFilter();
  }
  [[nodiscard]] const LayoutStrategy* kept() const { return kept_; }
  /// How many rows are folded, or would be.
  [[nodiscard]] int foldable() const {
    return static_cast<int>(std::ranges::count_if(model_.rows(), [this](const auto& row) { return folds(row); }));
  }
  /// How many rows there are whatever is selected, runs, or was run.
  [[nodiscard]] int lasting() const {
    return static_cast<int>(
        std::ranges::count_if(model_.rows(), [this](const auto& row) { return unfolded_ || lasts(row); }));
  }

 protected:
  [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& /*parent*/) const override {
    return unfolded_ || !folds(model_.at(row));
  }

 private:
  /// `auto` comes and goes with each edit: what is below must not move then.
  [[nodiscard]] static bool lasts(const StrategyRow& row) {
    return !row.strategy || (!row.refusal && (row.strategy->live || row.strategy->id == "auto"));
  }
  /// Not a run that failed: the row says so.
  [[nodiscard]] bool folds(const StrategyRow& row) const {
    const bool in_use = row.footprint || (!row.refusal && (row.failure || row.state == StrategyRow::State::waiting));
    return !in_use && !lasts(row) && row.strategy != kept_;
  }

  StrategyTableModel& model_;
  bool unfolded_ = false;
  const LayoutStrategy* kept_ = nullptr;
};

StrategyPanel::StrategyPanel(ViewState& state, QWidget* parent)
    : QWidget(parent),
      model_(new StrategyTableModel(this)),
      sorted_(new StrategyRows(*model_, this)),
      best_(new QCheckBox(tr("Sho&w the best plan"))),
      run_(new QToolButton),
      table_(new QTableView),
      more_(new QToolButton),
      list_(new QWidget),
      baseline_line_(new QWidget),
      baseline_(new QLabel),
      found_words_(make_wrapped_line("found_words")) {
  make_table();
  make_more();
  make_best();
  make_run();
  make_baseline_line();
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 4, 0, 0);
  auto* line = new QHBoxLayout;
  line->setContentsMargins(8, 0, 8, 0);
  line->addWidget(best_, 1);
  line->addWidget(run_);
  rows->addLayout(line);
  rows->addWidget(make_range_note(state));
  rows->addWidget(baseline_line_);
  rows->addWidget(list_, 1);
  rows->addWidget(found_words_);
  rows->addStretch();  // below the rows, where the panel is higher than they are
  setFocusProxy(table_);
  follow_numbers(this, [this] {
    size_columns();
    show_baseline();
    show_found();
  });
  show_found();
  show_more();
}

void StrategyPanel::make_table() {
  // Rows that come and go move the current one: that is nobody's choice, from before the table hears of it until the
  // marks are put right.
  const auto hold = [this] {
    sync_soon();
    syncing_ = true;
  };
  connect(model_, &QAbstractItemModel::rowsAboutToBeInserted, this, hold);
  connect(model_, &QAbstractItemModel::rowsAboutToBeRemoved, this, hold);
  connect(sorted_, &QAbstractItemModel::rowsAboutToBeInserted, this, hold);
  connect(sorted_, &QAbstractItemModel::rowsAboutToBeRemoved, this, hold);
  table_->setModel(sorted_);
  set_up_rows(table_, "strategy_view", tr("Strategies"));
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setSortingEnabled(true);
  table_->sortByColumn(StrategyTableModel::kTitle, Qt::AscendingOrder);
  QHeaderView* header = table_->horizontalHeader();
  header->setStretchLastSection(false);
  header->setMinimumSectionSize(48);
  header->setSectionResizeMode(QHeaderView::Interactive);
  header->setSectionResizeMode(StrategyTableModel::kTitle, QHeaderView::Stretch);
  table_->setItemDelegateForColumn(StrategyTableModel::kGap,
                                   new ShareBar(StrategyTableModel::kGapShareRole, QStringLiteral("+100.0%"), table_));
  size_columns();
  table_->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(table_, &QWidget::customContextMenuRequested, this, &StrategyPanel::open_menu);
  table_->viewport()->installEventFilter(this);
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
    if (!syncing_ && now.isValid()) choose_row(sorted_->mapToSource(now).row());
  });
  connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &StrategyPanel::sync_soon);
  connect(model_, &QAbstractItemModel::dataChanged, this, &StrategyPanel::sync);
  connect(model_, &QAbstractItemModel::dataChanged, this, &StrategyPanel::widen_footprints);
  connect(model_, &StrategyTableModel::baseline_changed, this, &StrategyPanel::show_baseline);
}

/// The line below the table that unfolds the strategies that only run when asked to.
void StrategyPanel::make_more() {
  more_->setObjectName("more_strategies");
  more_->setCheckable(true);
  more_->setAutoRaise(true);
  more_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  more_->setToolTip(tr("Strategies that run only when you ask for them"));
  auto* rows = make_rows(list_);
  rows->addWidget(table_, 1);
  rows->addWidget(more_, 0, Qt::AlignLeft);
  connect(more_, &QToolButton::clicked, this, &StrategyPanel::unfold);
}

/// What came is in view, at once where the table has no room for all.
void StrategyPanel::unfold(bool unfolded) {
  QSet<int> before;
  for (int row = 0; row < sorted_->rowCount(); ++row) before << sorted_->mapToSource(sorted_->index(row, 0)).row();
  set_unfolded(unfolded);
  for (int row = 0; row < sorted_->rowCount(); ++row) {
    const QModelIndex first = sorted_->index(row, 0);
    if (before.contains(sorted_->mapToSource(first).row())) continue;
    const auto show = [this, at = QPersistentModelIndex(first)] {
      table_->doItemsLayout();  // its scroll bar does not know of the rows yet
      table_->scrollTo(at, QTableView::PositionAtTop);
    };
    QMetaObject::invokeMethod(this, show, Qt::QueuedConnection);  // its column grows before
    break;
  }
  emit unfolded_changed(unfolded);
}

void StrategyPanel::show_more() {
  const int count = sorted_->foldable();
  more_->setVisible(count > 0);
  more_->setChecked(sorted_->is_unfolded());
  more_->setArrowType(sorted_->is_unfolded() ? Qt::DownArrow : Qt::RightArrow);
  more_->setText(tr("%Ln more, run when asked", nullptr, count));
  more_->setAccessibleName(more_->text());
  fit_height();
}

bool StrategyPanel::is_unfolded() const {
  return sorted_->is_unfolded();
}

void StrategyPanel::set_unfolded(bool unfolded) {
  sorted_->set_unfolded(unfolded);
  table_->horizontalHeader()->resizeSection(StrategyTableModel::kFootprint, footprint_width());
  fit_columns();
  sync();
}

/// Checked while no strategy was chosen: the views follow the best plan. Unchecked, they keep to the one shown.
void StrategyPanel::make_best() {
  best_->setObjectName("show_best");
  best_->setChecked(true);
  best_->setToolTip(tr("Always show the smallest plan. Turns off when you choose one."));
  connect(best_, &QCheckBox::clicked, this, [this](bool on) {
    if (on) return emit best_requested();
    if (shown_) choose(*shown_);
  });
}

/// Runs the strategy of the row that is marked, or ends that.
void StrategyPanel::make_run() {
  run_->setObjectName("run_strategy");
  run_->setToolButtonStyle(Qt::ToolButtonTextOnly);
  connect(run_, &QToolButton::clicked, this, &StrategyPanel::run);
  connect(table_, &QTableView::doubleClicked, this, &StrategyPanel::run);
  table_->installEventFilter(this);
  show_run();
}

void StrategyPanel::show_run() {
  const StrategyRow* row = row_at(candidate_);
  const bool running = row && row->state == StrategyRow::State::waiting;
  run_->setText(running ? tr("Stop") : tr("&Run"));
  run_->setEnabled(row != nullptr);
  if (!row)
    run_->setToolTip(tr("Select a strategy that was not run yet"));
  else
    run_->setToolTip((running ? tr("Stop %1") : tr("Plan with %1 (Enter)")).arg(StrategyTableModel::short_name(*row)));
  run_->setAccessibleName(row ? run_->toolTip() : tr("Run the strategy of the selected row"));
}

void StrategyPanel::run() {
  const StrategyRow* row = row_at(candidate_);
  if (!row) return;
  if (row->state == StrategyRow::State::waiting) return emit run_cancelled();
  emit run_requested(candidate_);
}

/// Null where that is no strategy of the table.
const StrategyRow* StrategyPanel::row_at(const LayoutStrategy* strategy) const {
  const int row = strategy ? model_->results().row_of(strategy) : -1;
  return row < 0 ? nullptr : &model_->at(row);
}

void StrategyPanel::set_follows_best(bool follows) {
  best_->setChecked(follows);
}

void StrategyPanel::set_found(std::optional<Improvement> found) {
  found_ = found;
  show_found();
}

void StrategyPanel::show_found() {
  found_words_->setVisible(found_.has_value());
  if (!found_) return;
  const QString footprint = human_bytes(found_->footprint);
  if (model_->results().uncounted().any())
    found_words_->setText(tr("At least %1: not everything is counted.").arg(footprint));
  else if (found_->footprint <= found_->lower_bound)
    found_words_->setText(tr("%1: no plan in this order and on these streams is smaller.").arg(footprint));
  else
    found_words_->setText(
        tr("%1, %2 against the bound.").arg(footprint, signed_percent(gap(found_->footprint, found_->lower_bound))));
  found_words_->setToolTip(
      tr("Footprint %1, bound %2").arg(full_bytes(found_->footprint), full_bytes(found_->lower_bound)));
}

/// What is pinned, in words, with a button to let it go.
void StrategyPanel::make_baseline_line() {
  auto* line = new QHBoxLayout(baseline_line_);
  line->setContentsMargins(8, 0, 6, 0);
  baseline_->setObjectName("baseline");
  baseline_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  baseline_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  baseline_->setWordWrap(true);  // where it is narrow: figures are never cut
  auto* unpin = new QToolButton;
  unpin->setObjectName("unpin");
  unpin->setText(tr("Unpin"));
  unpin->setToolTip(tr("Stop comparing with the baseline"));
  unpin->setAutoRaise(true);
  line->addWidget(baseline_, 1);
  line->addWidget(unpin);
  connect(unpin, &QToolButton::clicked, this, &StrategyPanel::unpin_requested);
  show_baseline();
}

void StrategyPanel::show_baseline() {
  const Plan* baseline = model_->baseline();
  baseline_line_->setVisible(baseline != nullptr);
  for (const auto column : {StrategyTableModel::kDelta, StrategyTableModel::kDeltaShare})
    table_->setColumnHidden(column, !baseline);
  fit_columns();
  if (!baseline) return;
  const QString of = plan_name(*model_->baseline_view());
  const auto& graph = model_->baseline_view()->graph;
  const Uncounted left_out = graph ? uncounted(*graph) : Uncounted();
  QString text = tr("Baseline: %1, %2").arg(of, footprint_words(left_out, baseline->footprint));
  QString tip = tr("%1, pinned: %2").arg(of, full_bytes(baseline->footprint));
  if (const auto& makespan = model_->baseline_view()->makespan) {
    const QString time = tr("makespan %1").arg(makespan_text(*makespan));
    text = tr("%1, %2").arg(text, time);
    tip = tr("%1, %2").arg(tip, time);
  }
  baseline_->setText(text);
  baseline_->setToolTip(tip);
}

/// As the texts in a column need, and its header, and `usual`, so that it does not grow often.
int StrategyPanel::figures_width(int column, const QString& usual) const {
  const QFontMetrics bold = bold_metrics(QGuiApplication::font());
  const QString title = model_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
  int width =
      std::max(bold.horizontalAdvance(usual), table_->horizontalHeader()->fontMetrics().horizontalAdvance(title));
  for (int row = 0; row < sorted_->rowCount(); ++row) {
    const QModelIndex at = sorted_->index(row, column);
    width = std::max(width, QFontMetrics(at.data(Qt::FontRole).value<QFont>()).horizontalAdvance(at.data().toString()));
  }
  return width + kCellMargin;
}

int StrategyPanel::footprint_width() const {
  return figures_width(StrategyTableModel::kFootprint, QStringLiteral("00.0 KiB"));
}

/// Without bars.
int StrategyPanel::gap_width() const {
  return figures_width(StrategyTableModel::kGap, QStringLiteral("+00.0%"));
}

/// Plans came that need more room; what the user made wider stays.
void StrategyPanel::widen_footprints() {
  QHeaderView* header = table_->horizontalHeader();
  const int width = footprint_width(), gap = gap_width();
  if (header->sectionSize(StrategyTableModel::kFootprint) >= width && gap == gap_width_) return;
  if (header->sectionSize(StrategyTableModel::kFootprint) < width)
    header->resizeSection(StrategyTableModel::kFootprint, width);
  fit_columns();
}

/// As wide as figures get in the units in which they are written.
void StrategyPanel::size_columns() {
  QHeaderView* header = table_->horizontalHeader();
  const int digit = table_->fontMetrics().horizontalAdvance('0');
  const bool exact = number_format().units == NumberFormat::Units::exact;
  header->resizeSection(StrategyTableModel::kFootprint, footprint_width());
  header->resizeSection(StrategyTableModel::kDelta, digit * (exact ? 33 : 19) / 2);
  header->resizeSection(StrategyTableModel::kDeltaShare, digit * 8);
  header->resizeSection(StrategyTableModel::kTime, digit * 8);
}

/// Names take what the figures leave. So that they are whole, times give way first, then the bars of the gaps; with a
/// baseline, whose changes are what counts, the gaps, then the changes in percent. Where names would be cut although
/// they differ there, the table scrolls.
void StrategyPanel::fit_columns() {
  QHeaderView* header = table_->horizontalHeader();
  const QFontMetrics bold = bold_metrics(QGuiApplication::font());
  const int name = room_for_names(bold, true), least = room_for_names(bold, false);
  const int all = table_->viewport()->width();
  const auto left = [&] {
    int out = all;
    for (int column = 1; column < StrategyTableModel::kColumns; ++column) out -= header->sectionSize(column);
    return out;
  };
  gap_width_ = gap_width();
  header->resizeSection(StrategyTableModel::kGap,
                        std::max(gap_width_, table_->fontMetrics().horizontalAdvance('0') * kGapWithBar));
  for (const auto column : {StrategyTableModel::kGap, StrategyTableModel::kTime})
    table_->setColumnHidden(column, false);
  if (left() < name) table_->setColumnHidden(StrategyTableModel::kTime, true);
  if (left() < name) header->resizeSection(StrategyTableModel::kGap, gap_width_);
  if (model_->baseline() != nullptr) {
    table_->setColumnHidden(StrategyTableModel::kDeltaShare, false);
    for (const auto column : {StrategyTableModel::kGap, StrategyTableModel::kDeltaShare})
      if (left() < name) table_->setColumnHidden(column, true);
  }
  const bool roomy = left() >= least;
  header->setSectionResizeMode(StrategyTableModel::kTitle, roomy ? QHeaderView::Stretch : QHeaderView::Interactive);
  if (!roomy) header->resizeSection(StrategyTableModel::kTitle, least);
  fit_height();
}

/// The table ends with its rows, and the panel with what is below them. Rows that come by a run, and go with the next
/// edit, ask for no room: views below would move.
void StrategyPanel::fit_height() {
  const QHeaderView* header = table_->horizontalHeader();
  const bool scrolls = header->length() > table_->viewport()->width();
  const int row = table_->verticalHeader()->defaultSectionSize();
  const int rows = header->sizeHint().height() + std::max(1, sorted_->rowCount()) * row +
                   (scrolls ? table_->horizontalScrollBar()->sizeHint().height() : 0);
  table_->setMaximumHeight(rows);
  const int list = rows + (more_->isHidden() ? 0 : more_->sizeHint().height());
  if (list_->maximumHeight() != list) {
    list_->setMaximumHeight(list);
    list_->layout()->update();  // the change may come while it is being laid out for the height before
  }
  int wanted = list;
  if (!layout()) return;
  int parts = 0;
  for (int k = 0; k < layout()->count(); ++k) {
    QLayoutItem* item = layout()->itemAt(k);
    if (item->isEmpty() || item->spacerItem()) continue;
    ++parts;
    if (item->widget() == list_) continue;
    wanted += item->hasHeightForWidth() ? item->heightForWidth(width()) : item->sizeHint().height();
  }
  const QMargins margins = layout()->contentsMargins();
  wanted += margins.top() + margins.bottom() + std::max(0, parts - 1) * layout()->spacing();
  setMaximumHeight(wanted);
  wanted -= (sorted_->rowCount() - sorted_->lasting()) * row;
  if (std::exchange(wanted_height_, wanted) == wanted) return;
  updateGeometry();
  emit wanted_height_changed();
}

QSize StrategyPanel::sizeHint() const {
  return {QWidget::sizeHint().width(), wanted_height_};
}

/// A part comes or goes, or has more lines.
bool StrategyPanel::event(QEvent* event) {
  const bool done = QWidget::event(event);
  if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize) fit_height();
  return done;
}

bool StrategyPanel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize && watched == table_->viewport()) fit_columns();
  if (watched == table_ && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    const StrategyRow* row = row_at(candidate_);
    if ((key == Qt::Key_Return || key == Qt::Key_Enter) && row && row->state == StrategyRow::State::idle) {
      run();
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

void StrategyPanel::open_menu(const QPoint& at) {
  const QModelIndex index = sorted_->mapToSource(table_->indexAt(at));
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  if (index.isValid() && model_->at(index.row()).footprint) {
    const StrategyRow& row = model_->at(index.row());
    menu->addAction(tr("Pin %1 as &baseline").arg(StrategyTableModel::short_name(row)), this,
                    [this, strategy = row.strategy] { emit pin_requested(strategy); });
  }
  if (index.isValid() && candidate_ && candidate_ == model_->at(index.row()).strategy)
    menu->addAction(run_->toolTip(), this, &StrategyPanel::run);
  if (model_->baseline()) menu->addAction(tr("&Unpin the baseline"), this, &StrategyPanel::unpin_requested);
  menu->addSeparator();
  menu->addActions(table_->actions());
  menu->popup(table_->viewport()->mapToGlobal(at));
}

void StrategyPanel::choose(const LayoutStrategy* strategy) {
  const StrategyRow* row = row_at(strategy);
  const bool not_run = row && !strategy->live && !row->footprint;
  candidate_ = not_run ? strategy : nullptr;
  if (not_run) return sync();
  emit strategy_chosen(strategy);
  sync();
}

void StrategyPanel::choose_row(int row) {
  choose(model_->at(row).strategy);
  sync_soon();
}

void StrategyPanel::set_shown(const LayoutStrategy* strategy) {
  shown_ = strategy;
  sync();
}

const StrategyRow* StrategyPanel::shown_row() const {
  const int row = shown_ ? model_->results().row_of(*shown_) : -1;
  return row < 0 ? nullptr : &model_->at(row);
}

void StrategyPanel::set_nothing_shown() {
  shown_.reset();
  sync();
}

/// The marks follow what is shown.
void StrategyPanel::sync() {
  const StrategyRow* candidate = row_at(candidate_);
  if (!candidate || candidate->footprint || candidate->refusal || candidate->state == StrategyRow::State::stopped)
    candidate_ = nullptr;
  const int shown = shown_ ? model_->results().row_of(*shown_) : -1;
  mark_row(candidate_ ? model_->results().row_of(candidate_) : shown);
  keep_candidate();
  show_more();
  show_run();
  emit shown_changed();
}

/// Later: the table still handles the click, or the key, that left a row which is to be folded.
void StrategyPanel::keep_candidate() {
  if (sorted_->kept() == candidate_) return;
  const auto later = [this] {
    if (sorted_->kept() == candidate_) return;
    sorted_->keep(candidate_);
    sync();
  };
  QMetaObject::invokeMethod(this, later, Qt::QueuedConnection);
}

/// A click selects its row after all it has caused has been done; so the marks are put right after that.
void StrategyPanel::sync_soon() {
  if (syncing_ || sync_pending_) return;
  sync_pending_ = true;
  const auto later = [this] {
    sync_pending_ = false;
    sync();
  };
  QMetaObject::invokeMethod(this, later, Qt::QueuedConnection);
}

void StrategyPanel::mark_row(int row) {
  syncing_ = true;
  QItemSelectionModel* marks = table_->selectionModel();
  const QModelIndex at = row < 0 ? QModelIndex() : sorted_->mapFromSource(model_->index(row, 0));
  const QModelIndexList selected = marks->selectedRows();
  if (!at.isValid() || !at.flags().testFlag(Qt::ItemIsEnabled))
    marks->clear();
  else if (marks->currentIndex().row() != at.row() || selected.size() != 1 || selected.front().row() != at.row())
    table_->setCurrentIndex(at);
  syncing_ = false;
}

}  // namespace stowage
