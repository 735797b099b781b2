// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare/moved_pane.h"

#include <algorithm>
#include <utility>

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/base/follow_numbers.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/range_button.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/tables/row_table.h"
#include "widgets/tables/table_actions.h"
#include "widgets/views/compare/moved_model.h"

namespace stowage {
namespace {

constexpr std::size_t kAtOnce = 5'000;  // tensors compared without a thread: a millisecond or two
constexpr int kDebounce = 120;          // milliseconds after the last key

bool same_results(const PlanPair& a, const PlanPair& b) {
  return same_results(a.before, b.before) && same_results(a.after, b.after);
}

}  // namespace

MovedPane::MovedPane(ViewState& state, QWidget* parent)
    : Pane(state, parent),
      model_(new MovedModel(this)),
      table_(new QTableView),
      pages_(new QStackedWidget),
      nothing_(new QLabel) {
  nothing_->setObjectName("moved_nothing");
  nothing_->setAlignment(Qt::AlignCenter);
  nothing_->setWordWrap(true);
  nothing_->setMargin(12);
  make_table();
  auto* full = new QWidget;
  auto* rows = new QVBoxLayout(full);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(make_bar());
  rows->addWidget(table_, 1);
  pages_->addWidget(nothing_);
  pages_->addWidget(full);
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(0, 0, 0, 0);
  all->addWidget(pages_);
  debounce_.setSingleShot(true);
  debounce_.setInterval(kDebounce);
  connect(&debounce_, &QTimer::timeout, this, &MovedPane::work);
  connect(&state, &ViewState::selection_changed, this, &MovedPane::selection_from_state);
  connect(&state, &ViewState::time_range_changed, this, &MovedPane::work);
  follow_numbers(this, [this] { show_count(); });
}

QWidget* MovedPane::make_bar() {
  auto* bar = new QWidget;
  auto* line = new QHBoxLayout(bar);
  line->setContentsMargins(6, 4, 6, 4);
  name_ = new QLineEdit;
  name_->setObjectName("moved_filter");
  name_->setPlaceholderText(tr("Find by name"));
  name_->setAccessibleName(tr("Filter moved tensors by name"));
  name_->setClearButtonEnabled(true);
  name_->setMinimumWidth(60);
  name_->setMaximumWidth(300);
  connect(name_, &QLineEdit::textChanged, this, [this] { debounce_.start(); });
  count_ = new QLabel;
  count_->setObjectName("moved_count");
  export_ = TableActions::of(table_)->make_button();
  line->addWidget(name_, 1);
  auto* range = new RangeButton(state(), tr("Only tensors alive in these steps, in either plan, are shown"));
  range->setObjectName("moved_range");
  line->addWidget(range);
  line->addWidget(count_, 1);
  line->addWidget(export_);
  return bar;
}

void MovedPane::make_table() {
  table_->setModel(model_);
  set_up_sorted_rows(table_, "moved_view", tr("Moved tensors"));
  QHeaderView* header = table_->horizontalHeader();
  header->resizeSection(static_cast<int>(MovedColumn::name), 180);
  connect(header, &QHeaderView::sortIndicatorChanged, this, &MovedPane::work);
  connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &MovedPane::selection_to_state);
  const auto reveal = [this](const QModelIndex& at) {
    if (const TensorId t = model_->one(at.row()).after; t.valid()) emit state().reveal_requested(t);
  };
  connect(table_, &QTableView::clicked, this, reveal);
  connect(table_, &QTableView::activated, this, reveal);
  connect(table_, &QTableView::entered, this, [this](const QModelIndex& at) {
    if (const TensorId t = model_->one(at.row()).after; t.valid()) state().hover(t);
  });
  table_->viewport()->installEventFilter(this);
}

bool MovedPane::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Leave) state().clear_hover();
  return Pane::eventFilter(watched, event);
}

void MovedPane::take_view(const PlanView& view) {
  view_ = view;
  if (!compared_) work();
}

void MovedPane::set_pair(std::optional<PlanPair> pair) {
  compared_ = std::move(pair);
  work();
}

PlanPair MovedPane::pair_to_show() const {
  if (compared_) return *compared_;
  if (!view_.baseline) return {};
  return {*view_.baseline, view_, tr("baseline"), tr("now")};
}

MovedQuery MovedPane::query() const {
  MovedQuery query{.name = name_->text(), .steps = state().time_range(), .sort = {}};
  const QHeaderView* header = table_->horizontalHeader();
  if (header->sortIndicatorSection() >= 0 && header->sortIndicatorSection() < kMovedColumns)
    query.sort = static_cast<MovedColumn>(header->sortIndicatorSection());
  query.descending = header->sortIndicatorOrder() == Qt::DescendingOrder;
  return query;
}

void MovedPane::showEvent(QShowEvent* event) {
  Pane::showEvent(event);
  if (dirty_) work();
}

/// Compares anew only where the plans are others; else the query alone is answered.
void MovedPane::work() {
  debounce_.stop();
  const PlanPair pair = pair_to_show();
  dirty_ = pair.complete() && !isVisible();
  if (dirty_ || !pair.complete()) job_.cancel();
  if (dirty_) return;
  if (!pair.complete()) return take({});
  std::shared_ptr<const PlanDifference> known;
  if (model_->difference() && same_results(pair, model_->pair())) known = model_->difference();
  const auto answer = [pair, known, query = query()](const std::stop_token& stop) {
    Answer out{pair, known, {}};
    if (!out.difference)
      out.difference = std::make_shared<const PlanDifference>(
          plan_difference({*pair.before.graph, *pair.before.lifetimes, *pair.before.plan},
                          {*pair.after.graph, *pair.after.lifetimes, *pair.after.plan}));
    out.rows = find_moved(out.pair, *out.difference, query, stop);
    return out;
  };
  if (pair.after.graph->tensor_count() <= kAtOnce) {
    job_.cancel();
    return take(answer({}));
  }
  job_.start([this, answer](const Task& task) -> LatestJob::Delivery {
    return [this, out = std::make_shared<Answer>(answer(task.stop))] { take(std::move(*out)); };
  });
}

void MovedPane::take(Answer answer) {
  syncing_ = true;
  model_->set_rows(std::move(answer.pair), std::move(answer.difference), std::move(answer.rows));
  syncing_ = false;
  show_count();
  selection_from_state();
}

void MovedPane::show_count() {
  const PlanDifference* difference = model_->difference().get();
  pages_->setCurrentIndex(difference && !difference->changed.empty() ? 1 : 0);
  nothing_->setText(difference ? tr("Every tensor is where it was: the two plans are the same.")
                               : tr("Nothing to compare with yet. Open A | B, or pin a plan as the baseline."));
  if (!difference) return;
  const QLocale locale;
  const auto number = [&](std::size_t count) { return locale.toString(static_cast<qulonglong>(count)); };
  const int shown = model_->rowCount();
  QString text = static_cast<std::size_t>(shown) < difference->changed.size()
                     ? tr("%1 of %2 shown").arg(locale.toString(shown), number(difference->changed.size()))
                     : tr("%1 moved (%2)").arg(number(difference->moved), human_bytes(difference->moved_bytes));
  text += tr(" · %1 unmoved").arg(number(difference->kept + difference->resized));
  count_->setText(text);
  export_->setEnabled(shown > 0);
}

void MovedPane::selection_to_state() {
  if (syncing_) return;
  std::vector<TensorId> tensors;
  for (const int row : selected_rows(table_))
    if (const TensorId t = model_->one(row).after; t.valid()) tensors.push_back(t);
  syncing_ = true;
  state().select_tensors(std::move(tensors));
  syncing_ = false;
}

void MovedPane::selection_from_state() {
  if (syncing_) return;
  if (!isVisible()) {
    dirty_ = true;
    return;
  }
  std::vector<int> rows;
  if (const auto& graph = model_->pair().after.graph)
    for (const TensorId t : lit_tensors(*graph, state()).all())
      if (const int row = model_->row_of(t); row >= 0) rows.push_back(row);
  syncing_ = true;
  mark_rows(table_, std::move(rows));
  syncing_ = false;
}

}  // namespace stowage
