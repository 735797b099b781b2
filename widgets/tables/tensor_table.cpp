// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/tensor_table.h"

#include <algorithm>
#include <utility>

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/base/canvas.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/range_button.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/tables/row_table.h"
#include "widgets/tables/table_actions.h"
#include "widgets/tables/tensor_table_model.h"

namespace stowage {
namespace {

constexpr std::size_t kAtOnce = 4'000;  // tensors filtered without a thread: a few milliseconds
constexpr int kDebounce = 120;          // milliseconds after the last key

constexpr int kNarrowField = 44;  // pixels
constexpr const char* kWidestSize = "1000 MiB";
constexpr const char* kWidestAddress = "0xdddddddd";

bool depends_on_plan(const TensorQuery& query) {
  return query.from_address || query.to_address || query.sort == TensorColumn::offset ||
         query.sort == TensorColumn::end;
}

/// Red letters and the reason as a tooltip, or neither.
void mark_faulty(QLineEdit* edit, const QString& reason) {
  QPalette palette = edit->parentWidget()->palette();
  if (!reason.isEmpty()) {
    const bool dark = is_dark(palette);
    palette.setColor(QPalette::Text, dark ? QColor(255, 140, 130) : QColor(176, 0, 32));
  }
  edit->setPalette(palette);
  edit->setToolTip(reason);
}

}  // namespace

TensorTable::TensorTable(ViewState* state, QWidget* parent)
    : QWidget(parent), state_(state), model_(new TensorTableModel(this)), table_(new QTableView), bar_(new QWidget) {
  make_view();
  make_filter_bar();
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(bar_);
  rows->addLayout(make_range_line());
  rows->addWidget(table_, 1);
  debounce_.setSingleShot(true);
  debounce_.setInterval(kDebounce);
  connect(&debounce_, &QTimer::timeout, this, &TensorTable::run_query);
  connect(state_, &ViewState::selection_changed, this, &TensorTable::selection_from_state);
  connect(state_, &ViewState::time_range_changed, this, &TensorTable::run_query);
  connect(state_, &ViewState::found_changed, this, [this] { model_->set_found(state_->found()); });
  connect(state_, &ViewState::notes_changed, this, [this] {
    model_->set_notes(state_->notes());
    if (query_.sort == TensorColumn::note) run_query();
  });
  show_count();
}

/// A field as wide as `widest`, so that such an entry is seen whole.
QLineEdit* TensorTable::make_limit(const QString& placeholder, const QString& name, const QString& widest) {
  auto* edit = new QLineEdit;
  edit->setPlaceholderText(placeholder);
  edit->setAccessibleName(name);
  // QLineEdit's hint is 17 letters x and its frame; the cursor needs a little more.
  const int frame = edit->sizeHint().width() - 17 * edit->fontMetrics().horizontalAdvance('x') + 4;
  edit->setFixedWidth(edit->fontMetrics().horizontalAdvance(widest) + frame);
  connect(edit, &QLineEdit::textChanged, this, &TensorTable::query_soon);
  return edit;
}

void TensorTable::make_filter_bar() {
  auto* line = new QHBoxLayout(bar_);
  line->setContentsMargins(6, 4, 6, 4);
  name_ = new QLineEdit;
  name_->setObjectName("tensor_filter");
  name_->setPlaceholderText(tr("Name"));
  name_->setAccessibleName(tr("Filter tensors by name"));
  name_->setClearButtonEnabled(true);
  name_->setMinimumWidth(60);
  connect(name_, &QLineEdit::textChanged, this, &TensorTable::query_soon);
  regex_ = new QToolButton;
  regex_->setText(".*");
  regex_->setCheckable(true);
  regex_->setAutoRaise(true);
  regex_->setToolTip(tr("The name is a regular expression"));
  regex_->setAccessibleName(tr("Regular expression"));
  connect(regex_, &QToolButton::toggled, this, &TensorTable::query_soon);
  least_size_ = make_limit(tr("from"), tr("Smallest size"), kWidestSize);
  most_size_ = make_limit(tr("to"), tr("Largest size"), kWidestSize);
  from_address_ = make_limit(tr("from"), tr("Lowest address"), kWidestAddress);
  to_address_ = make_limit(tr("to"), tr("Highest address"), kWidestAddress);
  // Sizes are short: where the window is narrow, these fields give way, those of the addresses do not.
  for (QLineEdit* edit : {least_size_, most_size_}) edit->setMinimumWidth(kNarrowField);
  count_ = new QLabel;
  count_->setObjectName("tensor_count");
  export_ = TableActions::of(table_)->make_button();
  line->addWidget(name_, 1);
  line->addWidget(regex_);
  line->addSpacing(4);
  line->addWidget(new QLabel(tr("Size")));
  line->addWidget(least_size_);
  line->addWidget(most_size_);
  line->addSpacing(4);
  line->addWidget(new QLabel(tr("Address")));
  line->addWidget(from_address_);
  line->addWidget(to_address_);
  line->addSpacing(4);
  line->addWidget(count_);
  line->addWidget(export_);
  for (QLineEdit* field : {name_, least_size_, most_size_, from_address_, to_address_}) field->installEventFilter(this);
}

/// Says that the table is narrowed to some steps; a click ends that, for every view. On a line of its own: beside the
/// fields it would force the window to be wider.
QHBoxLayout* TensorTable::make_range_line() {
  auto* range = new RangeButton(*state_, tr("Only tensors alive in these steps are shown"));
  range->setObjectName("tensor_range");
  auto* line = new QHBoxLayout;
  line->setContentsMargins(6, 0, 6, 0);
  line->addWidget(range);
  line->addStretch();
  return line;
}

void TensorTable::make_view() {
  table_->setModel(model_);
  set_up_sorted_rows(table_, "tensor_view", tr("Tensors"));
  QHeaderView* header = table_->horizontalHeader();
  header->resizeSection(static_cast<int>(TensorColumn::name), 200);
  header->resizeSection(static_cast<int>(TensorColumn::consumers), 180);
  header->resizeSection(static_cast<int>(TensorColumn::producer), 130);
  header->resizeSection(static_cast<int>(TensorColumn::note), 160);
  for (const TensorColumn column : {TensorColumn::life_from, TensorColumn::life_to, TensorColumn::size})
    header->resizeSection(static_cast<int>(column), 84);
  connect(header, &QHeaderView::sortIndicatorChanged, this, &TensorTable::run_query);
  connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &TensorTable::selection_to_state);
  connect(table_, &QTableView::activated, this,
          [this](const QModelIndex& at) { emit state_->reveal_requested(model_->tensor(at.row())); });
  connect(table_, &QTableView::entered, this,
          [this](const QModelIndex& at) { state_->hover(model_->tensor(at.row())); });
  table_->viewport()->installEventFilter(this);
}

/// Down, in a field above the rows, goes to them.
bool TensorTable::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress && watched != table_->viewport()) {
    if (static_cast<QKeyEvent*>(event)->key() != Qt::Key_Down || model_->rowCount() == 0) return false;
    if (!table_->currentIndex().isValid()) table_->selectRow(0);
    table_->setFocus(Qt::OtherFocusReason);
    return true;
  }
  if (event->type() == QEvent::Leave) state_->clear_hover();
  return QWidget::eventFilter(watched, event);
}

/// Most views that come are of the same graph, with another plan or bound: then what was found stays true, and so does
/// what is still being looked for.
void TensorTable::set_view(PlanView view) {
  const bool same_lives = view.graph == view_.graph && view.lifetimes == view_.lifetimes;
  const bool answers_hold = same_lives && (view.plan == view_.plan || !depends_on_plan(query_));
  view_ = std::move(view);
  if (!answers_hold) return run_query();
  const PlanView& before = model_->view();
  const bool shown = before.plan == view_.plan && before.lifetimes == view_.lifetimes;
  if (before.graph == view_.graph && !shown) model_->set_plan_view(view_);
  if (!worker_.running() && model_->view().graph != view_.graph) run_query();
}

void TensorTable::add_row_action(QAction* action) {
  table_->addAction(action);
}

void TensorTable::focus_filter() {
  name_->setFocus(Qt::ShortcutFocusReason);
  name_->selectAll();
}

std::optional<Bytes> TensorTable::read_limit(QLineEdit* edit, TensorQuery& query) {
  const std::optional<Bytes> value = parse_bytes(edit->text());
  const bool wrong = !value && !edit->text().trimmed().isEmpty();
  mark_faulty(edit, wrong ? tr("Not an amount such as 4096, 4 KiB or 0x1000") : QString());
  query.unreadable = query.unreadable || wrong;
  return value;
}

TensorQuery TensorTable::read_query() {
  TensorQuery query;
  query.name = name_->text();
  query.regex = regex_->isChecked();
  const QRegularExpression pattern(query.regex ? query.name : QString());
  mark_faulty(name_, pattern.isValid() ? QString() : pattern.errorString());
  query.least_size = read_limit(least_size_, query);
  query.most_size = read_limit(most_size_, query);
  if (const auto from = read_limit(from_address_, query)) query.from_address = Offset{from->count};
  if (const auto to = read_limit(to_address_, query)) query.to_address = Offset{to->count};
  const QHeaderView* header = table_->horizontalHeader();
  if (header->sortIndicatorSection() >= 0 && header->sortIndicatorSection() < kTensorColumns)
    query.sort = static_cast<TensorColumn>(header->sortIndicatorSection());
  query.descending = header->sortIndicatorOrder() == Qt::DescendingOrder;
  query.steps = state_->time_range();
  if (query.sort == TensorColumn::note)
    for (const auto& [tensor, text] : state_->notes()) query.noted.push_back(tensor);
  return query;
}

void TensorTable::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (query_unseen_)
    run_query();
  else if (selection_unseen_)
    selection_from_state();
}

void TensorTable::run_query() {
  debounce_.stop();
  query_ = read_query();
  query_unseen_ = !isVisible() && view_.graph;
  if (query_unseen_) {
    worker_.cancel();
    return;
  }
  if (!view_.graph || view_.graph->tensor_count() <= kAtOnce) {
    worker_.cancel();
    take_rows(view_, find_tensors(view_, query_));
    return;
  }
  worker_.start([this, view = view_, query = query_](const Worker::Run& run) {
    auto rows = std::make_shared<std::vector<TensorId>>(find_tensors(view, query, run.task().stop));
    run.post([this, view, rows] { take_rows(view.graph == view_.graph ? view_ : view, std::move(*rows)); });
  });
}

void TensorTable::take_rows(const PlanView& view, std::vector<TensorId> rows) {
  syncing_ = true;
  model_->set_rows(view, std::move(rows));
  syncing_ = false;
  show_count();
  selection_from_state();
  emit rows_changed();
}

void TensorTable::show_count() {
  const int shown = model_->rowCount();
  const int all = view_.graph ? static_cast<int>(view_.graph->tensor_count()) : 0;
  const QString number = QLocale().toString(all), tensors = tr("%Ln tensor(s)", nullptr, all);
  count_->setText(shown == all ? tensors : tr("%1 of %2").arg(QLocale().toString(shown), number));
  count_->setToolTip(shown == all ? QString() : tr("%1 of %2").arg(QLocale().toString(shown), tensors));
  // As wide whatever is shown, so that the window is not forced wider.
  const QFontMetrics metrics = count_->fontMetrics();
  count_->setFixedWidth(
      std::max(metrics.horizontalAdvance(tensors), metrics.horizontalAdvance(tr("%1 of %2").arg(number, number))) + 2);
  export_->setEnabled(shown > 0);
}

void TensorTable::selection_to_state() {
  if (syncing_) return;
  std::vector<TensorId> tensors;
  for (const int row : selected_rows(table_)) tensors.push_back(model_->tensor(row));
  syncing_ = true;
  state_->select_tensors(std::move(tensors));
  syncing_ = false;
}

void TensorTable::selection_from_state() {
  if (syncing_) return;
  selection_unseen_ = !isVisible();
  if (selection_unseen_) return;
  std::vector<int> rows;
  const std::vector<TensorId> lit = view_.graph ? lit_tensors(*view_.graph, *state_).all() : std::vector<TensorId>();
  for (const TensorId t : lit)
    if (const int row = model_->row_of(t); row >= 0) rows.push_back(row);
  const int first = rows.empty() ? -1 : *std::ranges::min_element(rows);
  syncing_ = true;
  mark_rows(table_, std::move(rows));
  if (first >= 0) table_->selectionModel()->setCurrentIndex(model_->index(first, 0), QItemSelectionModel::NoUpdate);
  syncing_ = false;
}

}  // namespace stowage
