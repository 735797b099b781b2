// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/tensor_table.h"

#include <algorithm>
#include <utility>

#include <QHeaderView>
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
#include "widgets/tables/cell_delegates.h"
#include "widgets/tables/fitted_columns.h"
#include "widgets/tables/tensor_selection.h"
#include "widgets/tables/tensor_table_model.h"

namespace stowage {
namespace {

constexpr std::size_t kAtOnce = 4'000;  // tensors filtered without a thread: a few milliseconds

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
    : FilteredTable({.parts = "tensor",
                     .table = "tensor_view",
                     .title = tr("Tensors"),
                     .filter = tr("Filter tensors by name"),
                     .placeholder = tr("Name")},
                    parent),
      state_(state),
      model_(new TensorTableModel(this)) {
  set_model(model_);
  make_fields();
  connect(model_, &QAbstractItemModel::modelReset, this, &TensorTable::place_bytes);
  auto* selection = new TensorSelection(
      table(), *state_,
      {.tensor = [this](int row) { return model_->at(row); },
       .row_of = [this](TensorId t) { return model_->row_of(t); },
       .selected =
           [this] { return view_.graph ? lit_tensors(*view_.graph, *state_).all() : std::vector<TensorId>(); }});
  connect(this, &FilteredTable::asked, this, &TensorTable::run_query);
  connect(this, &FilteredTable::rows_changed, this, &TensorTable::show_shown);
  connect(this, &FilteredTable::rows_changed, selection, &TensorSelection::follow);
  connect(state_, &ViewState::time_range_changed, this, &TensorTable::run_query);
  connect(state_, &ViewState::found_changed, this, [this] { model_->set_found(state_->found()); });
  connect(state_, &ViewState::notes_changed, this, [this] {
    model_->set_notes(state_->notes());
    if (query_.sort == TensorColumn::note) run_query();
  });
  table()->setItemDelegateForColumn(static_cast<int>(TensorColumn::name), new NamesDelegate(table()));
  show_shown();
}

/// Whose bytes a tensor lies in stands beside its name, though not every graph has that column.
void TensorTable::place_bytes() {
  const int bytes = static_cast<int>(TensorColumn::note) + 1;
  if (model_->columnCount() <= bytes) return;
  QHeaderView* header = table()->horizontalHeader();
  header->moveSection(header->visualIndex(bytes), header->visualIndex(static_cast<int>(TensorColumn::name)) + 1);
}

/// A field as wide as `widest`, so that such an entry is seen whole.
QLineEdit* TensorTable::make_limit(const QString& placeholder, const QString& name, const QString& widest) {
  auto* edit = new QLineEdit;
  edit->setPlaceholderText(placeholder);
  edit->setAccessibleName(name);
  // QLineEdit's hint is 17 letters x and its frame; the cursor needs a little more.
  const int frame = edit->sizeHint().width() - 17 * edit->fontMetrics().horizontalAdvance('x') + 4;
  edit->setFixedWidth(edit->fontMetrics().horizontalAdvance(widest) + frame);
  connect(edit, &QLineEdit::textChanged, this, &TensorTable::ask_soon);
  return edit;
}

void TensorTable::make_fields() {
  filter()->setMaximumWidth(QWIDGETSIZE_MAX);
  regex_ = new QToolButton;
  regex_->setText(".*");
  regex_->setCheckable(true);
  regex_->setAutoRaise(true);
  regex_->setToolTip(tr("The name is a regular expression"));
  regex_->setAccessibleName(tr("Regular expression"));
  connect(regex_, &QToolButton::toggled, this, &TensorTable::ask_soon);
  least_size_ = make_limit(tr("from"), tr("Smallest size"), kWidestSize);
  most_size_ = make_limit(tr("to"), tr("Largest size"), kWidestSize);
  from_address_ = make_limit(tr("from"), tr("Lowest address"), kWidestAddress);
  to_address_ = make_limit(tr("to"), tr("Highest address"), kWidestAddress);
  least_size_->setObjectName("tensor_least_size");
  most_size_->setObjectName("tensor_most_size");
  from_address_->setObjectName("tensor_from_address");
  to_address_->setObjectName("tensor_to_address");
  // Sizes are short: where the window is narrow, these fields give way, those of the addresses do not.
  for (QLineEdit* edit : {least_size_, most_size_}) edit->setMinimumWidth(kNarrowField);
  add_field(regex_);
  add_gap();
  add_field(new QLabel(tr("Size")));
  add_field(least_size_);
  add_field(most_size_);
  add_gap();
  add_field(new QLabel(tr("Address")));
  add_field(from_address_);
  add_field(to_address_);
  add_gap();
  // Says that the table is narrowed to some steps. Beside the fields it would force the window to be wider.
  auto* range = new RangeButton(*state_, tr("Only tensors alive in these steps are shown"));
  range->setObjectName("tensor_range");
  add_line(range);
}

/// Most views that come are of the same graph, with another plan or bound: then what was found stays true, and so does
/// what is still being looked for.
void TensorTable::set_view(PlanView view) {
  const bool same_lives = view.graph == view_.graph && view.lifetimes == view_.lifetimes;
  const bool answers_hold = same_lives && (view.plan == view_.plan || !depends_on_plan(query_));
  if (view.graph != view_.graph) columns()->start_again();
  view_ = std::move(view);
  if (!answers_hold) return run_query();
  const PlanView& before = model_->view();
  const bool shown = before.plan == view_.plan && before.lifetimes == view_.lifetimes;
  if (before.graph == view_.graph && !shown) model_->set_plan_view(view_);
  if (!busy() && model_->view().graph != view_.graph) run_query();
}

void TensorTable::add_row_action(QAction* action) {
  table()->addAction(action);
}

void TensorTable::focus_filter() {
  filter()->setFocus(Qt::ShortcutFocusReason);
  filter()->selectAll();
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
  query.name = filter()->text();
  query.regex = regex_->isChecked();
  const QRegularExpression pattern(query.regex ? query.name : QString());
  mark_faulty(filter(), pattern.isValid() ? QString() : pattern.errorString());
  query.least_size = read_limit(least_size_, query);
  query.most_size = read_limit(most_size_, query);
  if (const auto from = read_limit(from_address_, query)) query.from_address = Offset{from->count};
  if (const auto to = read_limit(to_address_, query)) query.to_address = Offset{to->count};
  if (const auto column = sort_column()) query.sort = static_cast<TensorColumn>(*column);
  query.descending = descending();
  query.steps = state_->time_range();
  if (query.sort == TensorColumn::note)
    for (const auto& [tensor, text] : state_->notes()) query.noted.push_back(tensor);
  return query;
}

void TensorTable::run_query() {
  query_ = read_query();
  if (view_.graph && !may_find()) return;
  const bool at_once = !view_.graph || view_.graph->tensor_count() <= kAtOnce;
  find_rows(at_once, [this, view = view_, query = query_](const std::stop_token& stop) {
    return [this, view, rows = find_tensors(view, query, stop)]() mutable {
      model_->set_rows(view.graph == view_.graph ? view_ : view, std::move(rows));
    };
  });
}

void TensorTable::show_shown() {
  const int shown = model_->rowCount();
  const int all = view_.graph ? static_cast<int>(view_.graph->tensor_count()) : 0;
  const QString number = QLocale().toString(all), tensors = tr("%Ln tensor(s)", nullptr, all);
  show_count(shown == all ? tensors : tr("%1 of %2").arg(QLocale().toString(shown), number));
  count()->setToolTip(shown == all ? QString() : tr("%1 of %2").arg(QLocale().toString(shown), tensors));
  // As wide whatever is shown, so that the window is not forced wider.
  const QFontMetrics metrics = count()->fontMetrics();
  count()->setFixedWidth(
      std::max(metrics.horizontalAdvance(tensors), metrics.horizontalAdvance(tr("%1 of %2").arg(number, number))) + 2);
}

}  // namespace stowage
