// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/filtered_table.h"
#include "widgets/controls/elided.h"
#include "widgets/controls/lines.h"
#include "widgets/controls/scrolled.h"
#include "widgets/controls/tool_button.h"

#include <utility>

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/tables/fitted_columns.h"
#include "widgets/tables/row_table.h"
#include "widgets/tables/table_actions.h"

namespace stowage {
namespace {

constexpr int kDebounce = 120;                       // milliseconds after the last key
constexpr int kNarrowField = 44, kNarrowCount = 90;  // pixels
constexpr QMargins kLineMargins{6, 0, 6, 4};

}  // namespace

FilteredTable::FilteredTable(const Names& names, QWidget* parent)
    : QWidget(parent),
      table_(new QTableView),
      pages_(new PageStack),
      filter_(new QLineEdit),
      count_(make_elided_line("")),
      sentence_(new QLabel),
      last_field_(filter_) {
  sentence_->setObjectName(names.parts + "_nothing");
  sentence_->setAlignment(Qt::AlignCenter);
  sentence_->setWordWrap(true);
  sentence_->setMargin(12);
  filter_->setObjectName(names.parts + "_filter");
  filter_->setPlaceholderText(names.placeholder);
  filter_->setAccessibleName(names.filter);
  filter_->setClearButtonEnabled(true);
  filter_->setMinimumWidth(60);
  filter_->setMaximumWidth(300);
  filter_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);  // the count comes first
  filter_->installEventFilter(this);
  count_->setObjectName(names.parts + "_count");
  count_->setContentsMargins({});
  count_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  count_->setMinimumWidth(kNarrowCount);
  set_up_sorted_rows(table_, names.table, names.title);
  export_ = TableActions::of(table_)->make_button();
  bar_ = in_line({{filter_, 1}, {count_, 1}, export_}, {6, 4, 6, 4});
  auto* bar = new QWidget;  // a layout within another has no spacing of its own
  bar->setLayout(bar_);
  auto* full = new QWidget;
  lines_ = in_rows(full, {bar, {table_, 1}});
  pages_->addWidget(sentence_);
  pages_->addWidget(full);
  in_rows(this, {pages_});
  debounce_.setSingleShot(true);
  debounce_.setInterval(kDebounce);
  connect(&debounce_, &QTimer::timeout, this, &FilteredTable::asked);
  connect(filter_, &QLineEdit::textChanged, this, &FilteredTable::ask_soon);
  connect(table_->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, &FilteredTable::ask);
}

void FilteredTable::set_model(QAbstractItemModel* model) {
  table_->setModel(model);
  columns_ = make_fitted_columns(table_);
}

void FilteredTable::add_field(QWidget* field) {
  bar_->insertWidget(bar_->indexOf(count_), field);
  watch(field);
}

void FilteredTable::watch(QWidget* field) {
  if (field->focusPolicy() == Qt::NoFocus) return;
  field->installEventFilter(this);
  setTabOrder(std::exchange(last_field_, field), field);
}

void FilteredTable::add_folding_fields(QWidget* fields, const QString& title, const QString& hint) {
  unfold_ = make_word_button(nullptr, title, hint);
  unfold_->setObjectName(filter_->objectName() + "_more");
  unfold_->setCheckable(true);
  unfold_->setAutoRaise(true);
  unfold_->hide();
  add_field(unfold_);
  folding_ = fields;
  add_field(fields);
  for (QLineEdit* field : fields->findChildren<QLineEdit*>()) {
    watch(field);
    folding_fields_.emplace_back(field, field->minimumWidth());
  }
  connect(unfold_, &QToolButton::toggled, this, &FilteredTable::fold);
}

/// The width of this table below which the folding fields have no room beside the others.
int FilteredTable::width_to_fold() const {
  int out = (folded_ ? least_beside_ : folding_->minimumSizeHint().width()) + bar_->contentsMargins().left() +
            bar_->contentsMargins().right();
  for (int k = 0; k < bar_->count(); ++k) {
    const QLayoutItem* item = bar_->itemAt(k);
    if (item->widget() != folding_ && item->widget() != unfold_) out += item->minimumSize().width() + bar_->spacing();
  }
  return out;
}

/// Fields that narrow the rows stay in sight.
void FilteredTable::fold() {
  if (!folding_) return;
  const bool folded = width() < width_to_fold();
  if (folded != folded_) {
    folded_ = folded;
    if (folded) {
      least_beside_ = folding_->minimumSizeHint().width();
      bar_->removeWidget(folding_);
      lines_->insertWidget(1, folding_);
    } else {
      lines_->removeWidget(folding_);
      bar_->insertWidget(bar_->indexOf(unfold_) + 1, folding_);
    }
  }
  for (const auto& [field, least] : folding_fields_) {
    field->setMinimumWidth(folded ? kNarrowField : least);
    if (folded && !field->text().isEmpty()) unfold_->setChecked(true);
  }
  folding_->setContentsMargins(folded ? kLineMargins : QMargins());
  unfold_->setVisible(folded);
  folding_->setVisible(!folded || unfold_->isChecked());
}

/// The same whether fields are folded or not: a dock that follows them would fold them again, without end.
QSize FilteredTable::minimumSizeHint() const {
  QSize out = QWidget::minimumSizeHint();
  if (folding_ && !folded_)
    out.setWidth(width_to_fold() - folding_->minimumSizeHint().width() + unfold_->sizeHint().width());
  return out;
}

/// A part has another width now.
bool FilteredTable::event(QEvent* event) {
  if (event->type() == QEvent::LayoutRequest) fold();
  return QWidget::event(event);
}

void FilteredTable::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fold();
}

void FilteredTable::add_line(QWidget* content) {
  lines_->insertLayout(1, in_line({content, spring()}, {6, 0, 6, 0}));
  setTabOrder(export_, content);
}

bool FilteredTable::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Down ||
      table_->model()->rowCount() == 0)
    return QWidget::eventFilter(watched, event);
  if (!table_->currentIndex().isValid()) table_->selectRow(0);
  table_->setFocus(Qt::OtherFocusReason);
  return true;
}

std::optional<int> FilteredTable::sort_column() const {
  const int section = table_->horizontalHeader()->sortIndicatorSection();
  return section >= 0 && section < table_->model()->columnCount() ? std::optional(section) : std::nullopt;
}

bool FilteredTable::descending() const {
  return table_->horizontalHeader()->sortIndicatorOrder() == Qt::DescendingOrder;
}

void FilteredTable::ask() {
  debounce_.stop();
  emit asked();
}

bool FilteredTable::may_find() {
  debounce_.stop();
  unseen_ = !isVisible();
  if (unseen_) job_.cancel();
  return !unseen_;
}

void FilteredTable::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (unseen_) ask();
}

void FilteredTable::find_rows(bool at_once, Find find) {
  debounce_.stop();
  unseen_ = false;
  job_.start(at_once, [this, find = std::move(find)](const Task& task) -> LatestJob::Delivery {
    return [this, put = find(task.stop)] {
      put();
      emit rows_changed();
    };
  });
}

void FilteredTable::show_count(const QString& text) {
  pages_->setCurrentIndex(1);
  count_->setText(text);
  export_->setEnabled(table_->model()->rowCount() > 0);
}

void FilteredTable::show_sentence(const QString& text) {
  pages_->setCurrentIndex(0);
  sentence_->setText(text);
}

}  // namespace stowage
