// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/strategies/strategy_panel.h"

#include <algorithm>

#include <QCheckBox>
#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/base/follow_numbers.h"
#include "widgets/controls/range_button.h"
#include "widgets/controls/strategy_toggles.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/time_words.h"
#include "widgets/tables/row_table.h"
#include "widgets/tables/share_bar.h"
#include "widgets/views/strategies/gap_chart.h"
#include "widgets/views/strategies/strategy_table_model.h"

namespace stowage {
namespace {

constexpr int kGapWithBar = 14, kGapAlone = 8, kFootprintDigits = 10;
constexpr int kCellMargin = 12;  // pixels

/// As much of the names of all live strategies as tells them apart: "Breadth, first fit, many…".
int least_for_names(const QFontMetrics& metrics) {
  int widest = 0;
  for (const LayoutStrategy& each : live_strategies()) {
    QStringList words = strategy_name(each).split(' ');
    if (words.size() > 4) words = words.mid(0, 4);
    widest = std::max(widest, metrics.horizontalAdvance(words.join(' ') + QStringLiteral("…")));
  }
  return widest;
}

}  // namespace

StrategyPanel::StrategyPanel(ViewState& state, QWidget* parent)
    : QWidget(parent),
      model_(new StrategyTableModel(this)),
      sorted_(new QSortFilterProxyModel(this)),
      toggles_(new StrategyToggles(this)),
      best_(new QCheckBox(tr("Sho&w the best plan"))),
      run_(new QToolButton),
      table_(new QTableView),
      baseline_line_(new QWidget),
      baseline_(new QLabel),
      gap_chart_(new GapChart) {
  make_table();
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
  rows->addWidget(new WholeNote(state));
  rows->addWidget(baseline_line_);
  auto* split = new QSplitter(Qt::Vertical);
  split->addWidget(table_);
  split->addWidget(gap_chart_);
  split->setStretchFactor(0, 3);
  split->setStretchFactor(1, 1);
  split->setChildrenCollapsible(false);
  rows->addWidget(split, 1);
  setFocusProxy(table_);
  follow_numbers(this, [this] {
    size_columns();
    show_baseline();
  });
  connect(toggles_, &StrategyToggles::chosen, this, &StrategyPanel::choose);
}

void StrategyPanel::make_table() {
  // Rows that come and go move the current one: that is nobody's choice. Before the table hears of it, and after.
  const auto hold = [this] { syncing_ = true; };
  connect(model_, &QAbstractItemModel::rowsAboutToBeInserted, this, hold);
  connect(model_, &QAbstractItemModel::rowsAboutToBeRemoved, this, hold);
  sorted_->setSourceModel(model_);
  sorted_->setSortRole(StrategyTableModel::kSortRole);
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
    run_->setToolTip(tr("Choose a strategy in the table to run it"));
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
  return row < 0 ? nullptr : &model_->rows()[static_cast<std::size_t>(row)];
}

void StrategyPanel::set_follows_best(bool follows) {
  best_->setChecked(follows);
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
  const QString of = plan_name(baseline->strategy);
  QString text = tr("Baseline: %1, %2").arg(of, human_bytes(baseline->footprint));
  QString tip = tr("%1, pinned: %2").arg(of, full_bytes(baseline->footprint));
  const auto& graph = model_->baseline_view()->graph;
  if (const auto makespan = graph ? makespan_of(*graph) : std::nullopt) {
    const QString time = tr("makespan %1").arg(makespan_text(*makespan));
    text = tr("%1, %2").arg(text, time);
    tip = tr("%1, %2").arg(tip, time);
  }
  baseline_->setText(text);
  baseline_->setToolTip(tip);
}

/// As wide as figures get in the units in which they are written; exact ones only as the plans at hand need.
int StrategyPanel::footprint_width() const {
  const QFontMetrics metrics(table_->fontMetrics());
  int width = metrics.horizontalAdvance('0') * kFootprintDigits;
  QFont bold = table_->font();
  bold.setBold(true);  // as optimal plans are written
  for (const StrategyRow& row : model_->rows())
    if (row.footprint)
      width = std::max(width, QFontMetrics(bold).horizontalAdvance(human_bytes(*row.footprint)) + kCellMargin);
  return width;
}

/// Plans came that need more room; what the user made wider stays.
void StrategyPanel::widen_footprints() {
  const int width = footprint_width();
  if (table_->horizontalHeader()->sectionSize(StrategyTableModel::kFootprint) >= width) return;
  table_->horizontalHeader()->resizeSection(StrategyTableModel::kFootprint, width);
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

/// Names take what the figures leave, but are never cut where they differ: first times give way, then the bars of the
/// gaps, then, with a baseline, whose changes are what counts, the gaps; then the table scrolls.
void StrategyPanel::fit_columns() {
  QHeaderView* header = table_->horizontalHeader();
  const int digit = table_->fontMetrics().horizontalAdvance('0'), name = least_for_names(table_->fontMetrics()) + 10;
  const int room = table_->viewport()->width() - name;
  const auto figures = [&] {
    int all = 0;
    for (int column = 1; column < StrategyTableModel::kColumns; ++column) all += header->sectionSize(column);
    return all;
  };
  header->resizeSection(StrategyTableModel::kGap, digit * kGapWithBar);
  for (const auto column : {StrategyTableModel::kGap, StrategyTableModel::kTime})
    table_->setColumnHidden(column, false);
  if (figures() > room) table_->setColumnHidden(StrategyTableModel::kTime, true);
  if (figures() > room) header->resizeSection(StrategyTableModel::kGap, digit * kGapAlone);
  if (figures() > room && model_->baseline()) table_->setColumnHidden(StrategyTableModel::kGap, true);
  const bool roomy = figures() <= room;
  header->setSectionResizeMode(StrategyTableModel::kTitle, roomy ? QHeaderView::Stretch : QHeaderView::Interactive);
  if (!roomy) header->resizeSection(StrategyTableModel::kTitle, name);
}

bool StrategyPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == table_->viewport() && event->type() == QEvent::Resize) fit_columns();
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
  if (index.isValid() && model_->rows()[static_cast<std::size_t>(index.row())].footprint) {
    const StrategyRow& row = model_->rows()[static_cast<std::size_t>(index.row())];
    menu->addAction(tr("Pin %1 as &baseline").arg(StrategyTableModel::short_name(row)), this,
                    [this, strategy = row.strategy] { emit pin_requested(strategy); });
  }
  if (index.isValid() && candidate_ && candidate_ == model_->rows()[static_cast<std::size_t>(index.row())].strategy)
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
  requested_ = strategy;
  emit strategy_chosen(strategy);
  sync();
}

void StrategyPanel::choose_row(int row) {
  choose(model_->rows()[static_cast<std::size_t>(row)].strategy);
  sync_soon();
}

void StrategyPanel::set_shown(const LayoutStrategy* strategy) {
  shown_ = strategy;
  sync();
}

const StrategyRow* StrategyPanel::shown_row() const {
  const int row = shown_ ? model_->results().row_of(*shown_) : -1;
  return row < 0 ? nullptr : &model_->rows()[static_cast<std::size_t>(row)];
}

void StrategyPanel::set_nothing_shown() {
  shown_.reset();
  sync();
}

/// The marks follow what is shown. The toggles run ahead to what was asked for while that is being made, so that it can
/// be put together click by click.
void StrategyPanel::sync() {
  const int asked = requested_ ? model_->results().row_of(requested_) : -1;
  const bool waiting =
      asked >= 0 && model_->rows()[static_cast<std::size_t>(asked)].state == StrategyRow::State::waiting;
  if (!waiting) requested_ = nullptr;
  toggles_->show(waiting ? requested_ : shown_.value_or(nullptr));
  const StrategyRow* candidate = row_at(candidate_);
  if (!candidate || candidate->footprint || candidate->refusal || candidate->state == StrategyRow::State::stopped)
    candidate_ = nullptr;
  const int shown = shown_ ? model_->results().row_of(*shown_) : -1;
  mark_row(candidate_ ? model_->results().row_of(candidate_) : shown);
  show_run();
  emit shown_changed();
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
