// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <QAbstractItemModel>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QToolButton>
#include <QTreeView>

#include "core/formats/csv.h"
#include "widgets/tables/row_table.h"
#include "widgets/tables/table_actions.h"

namespace stowage {
namespace {

constexpr std::size_t kAtOnce = 1'000;  // rows read whatever time they take: a few milliseconds
constexpr std::size_t kPiece = 100;     // rows between two looks at the clock
constexpr int kSlice = 8;               // milliseconds

QString quoted_field(const QString& text) {
  if (text.isEmpty()) return {};  // a cell of nothing, not of an empty text
  std::string out;
  append_csv_field(out, text.toStdString());
  return QString::fromStdString(out);
}

QString plain_field(QString text) {
  for (QChar& c : text)
    if (c == '\t' || c == '\n' || c == '\r') c = ' ';
  return text;
}

QString exact_text(const QModelIndex& cell) {
  const QVariant exact = cell.data(kExactRole);
  return (exact.isValid() ? exact : cell.data()).toString();
}

QString exact_title(const QAbstractItemModel& model, int column) {
  const QVariant exact = model.headerData(column, Qt::Horizontal, kExactRole);
  return (exact.isValid() ? exact : model.headerData(column, Qt::Horizontal)).toString();
}

bool has_inner_rows(const QAbstractItemModel& model) {
  return model.headerData(0, Qt::Horizontal, kInnerRowsRole).toBool();
}

bool is_tree(const QAbstractItemModel& model) {
  if (has_inner_rows(model)) return true;  // the first row may have none below it
  for (int row = 0; row < std::min(model.rowCount(), 1); ++row)
    if (model.hasChildren(model.index(row, 0))) return true;
  return false;
}

void add_rows(const QAbstractItemModel& model, const QModelIndex& parent, bool inner, std::vector<QModelIndex>& out) {
  for (int row = 0; row < model.rowCount(parent); ++row) {
    const QModelIndex at = model.index(row, 0, parent);
    if (inner || model.rowCount(at) == 0) out.push_back(at);
    add_rows(model, at, inner, out);
  }
}

/// Rows of a model, found one by one: there may be a million.
struct ModelRows {
  std::size_t count = 0;
  std::function<QModelIndex(std::size_t)> at;
  bool leaves = false;  ///< of a tree: the text of what is above one comes first in its line
};

/// `leaves` of a tree with only one level are rows like all others.
ModelRows rows_of(std::vector<QModelIndex> rows, bool leaves) {
  leaves = leaves && !rows.empty() && rows.front().parent().isValid();
  return {
      .count = rows.size(), .at = [rows = std::move(rows)](std::size_t row) { return rows[row]; }, .leaves = leaves};
}

/// All rows of a model, in its order: of a tree its leaves, unless its inner rows are rows, too. The model must stay as
/// it is meanwhile, and outlive them.
ModelRows all_rows(const QAbstractItemModel& model) {
  if (is_tree(model)) {
    std::vector<QModelIndex> rows;
    add_rows(model, {}, has_inner_rows(model), rows);
    return rows_of(std::move(rows), !has_inner_rows(model));
  }
  return {.count = static_cast<std::size_t>(model.rowCount()),
          .at = [&model](std::size_t row) { return model.index(static_cast<int>(row), 0); }};
}

/// In the order of the view; of a tree the leaves that are selected themselves, or with what is above them.
ModelRows selected(const QAbstractItemView* view) {
  const QAbstractItemModel& model = *view->model();
  if (!qobject_cast<const QTreeView*>(view)) {
    std::vector<int> rows = selected_rows(view);
    rows.erase(std::ranges::unique(rows).begin(), rows.end());
    return {.count = rows.size(), .at = [&model, rows](std::size_t row) { return model.index(rows[row], 0); }};
  }
  const bool inner = has_inner_rows(model);
  std::vector<QModelIndex> rows;
  for (const QModelIndex& each : view->selectionModel()->selectedRows()) {
    const int children = inner ? 0 : model.rowCount(each);
    for (int child = 0; child < children; ++child) rows.push_back(model.index(child, 0, each));
    if (children == 0) rows.push_back(each);
  }
  if (inner) return rows_of(std::move(rows), false);
  std::ranges::sort(rows, {}, [](const QModelIndex& at) { return std::pair(at.parent().row(), at.row()); });
  rows.erase(std::ranges::unique(rows).begin(), rows.end());
  return rows_of(std::move(rows), true);
}

}  // namespace

/// The text of a table, to be written piece by piece: all columns, also those for which a view has no room.
class TableText {
 public:
  /// For files as RFC 4180 wants it, or with tabs between the fields, as spreadsheets take it from the clipboard; a
  /// line break or a tab inside a field is then a space.
  enum class Form { csv, tabs };
  /// The text begins with the header.
  TableText(const QAbstractItemModel& model, ModelRows rows, Form form) : rows_(std::move(rows)), form_(form) {
    if (rows_.leaves) columns_.push_back(kAbove);
    for (int column = 0; column < model.columnCount(); ++column)
      if (!exact_title(model, column).isEmpty()) columns_.push_back(column);
    add_line([&](int column) {
      return column == kAbove ? model.headerData(0, Qt::Horizontal).toString() : exact_title(model, column);
    });
  }
  /// Adds some rows.
  void write(std::size_t rows) {
    for (; rows > 0 && !complete(); --rows, ++next_) {
      const QModelIndex row = rows_.at(next_);
      add_line([&](int column) { return exact_text(column == kAbove ? row.parent() : row.siblingAtColumn(column)); });
    }
  }
  [[nodiscard]] bool complete() const { return next_ == rows_.count; }
  [[nodiscard]] const QString& text() const { return text_; }

 private:
  static constexpr int kAbove = -1;  // what is above a leaf of a tree

  template <class Field>
  void add_line(const Field& field) {
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      if (k > 0) text_ += form_ == Form::csv ? ',' : '\t';
      const QString text = field(columns_[k]);
      text_ += form_ == Form::csv ? quoted_field(text) : plain_field(text);
    }
    text_ += form_ == Form::csv ? QLatin1String("\r\n") : QLatin1String("\n");
  }

  ModelRows rows_;
  Form form_;
  std::vector<int> columns_;
  std::size_t next_ = 0;
  QString text_;
};

TableActions::TableActions(QAbstractItemView* view) : QObject(view), view_(view) {
  auto* copy = new QAction(tr("&Copy with header"), view);
  copy->setShortcut(QKeySequence::Copy);
  connect(copy, &QAction::triggered, this, &TableActions::copy);
  auto* save = new QAction(tr("E&xport as CSV…"), view);
  connect(save, &QAction::triggered, this, &TableActions::export_requested);
  for (QAction* action : {copy, save}) {
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    view->addAction(action);
  }
  if (view->contextMenuPolicy() == Qt::DefaultContextMenu) view->setContextMenuPolicy(Qt::ActionsContextMenu);
  next_.setSingleShot(true);
  connect(&next_, &QTimer::timeout, this, &TableActions::go_on);
}

TableActions::~TableActions() = default;

TableActions* TableActions::of(const QAbstractItemView* view) {
  return view->findChild<TableActions*>(QString(), Qt::FindDirectChildrenOnly);
}

QString TableActions::name() const {
  return view_->accessibleName();
}

QToolButton* TableActions::make_button() {
  auto* button = new QToolButton;
  button->setText(tr("CSV…"));
  button->setAccessibleName(tr("Export as CSV"));
  button->setAutoRaise(true);
  button->setToolTip(tr("The rows shown, as a CSV file"));
  connect(button, &QToolButton::clicked, this, &TableActions::export_requested);
  return button;
}

void TableActions::copy() {
  ModelRows rows = selected(view_);
  if (rows.count == 0) return;
  all_ = false;
  read(std::make_unique<TableText>(*view_->model(), std::move(rows), TableText::Form::tabs),
       [](const QString& text) { QApplication::clipboard()->setText(text); });
}

void TableActions::read_all(std::function<void(const QString&)> take) {
  all_ = true;
  const QAbstractItemModel& model = *view_->model();
  read(std::make_unique<TableText>(model, all_rows(model), TableText::Form::csv), std::move(take));
}

void TableActions::read(std::unique_ptr<TableText> text, std::function<void(const QString&)> take) {
  take_ = std::move(take);
  text_ = std::move(text);
  const QAbstractItemModel* model = view_->model();
  for (const QMetaObject::Connection& one : std::exchange(watch_, {})) disconnect(one);
  watch_ = {connect(model, &QAbstractItemModel::modelReset, this, &TableActions::begin_again),
            connect(model, &QAbstractItemModel::layoutChanged, this, &TableActions::begin_again),
            connect(model, &QAbstractItemModel::rowsInserted, this, &TableActions::begin_again),
            connect(model, &QAbstractItemModel::rowsRemoved, this, &TableActions::begin_again),
            connect(model, &QAbstractItemModel::dataChanged, this, &TableActions::begin_again)};
  text_->write(kAtOnce);
  go_on();
}

void TableActions::go_on() {
  if (!text_) return;
  QElapsedTimer clock;
  clock.start();
  while (!text_->complete() && clock.elapsed() < kSlice) text_->write(kPiece);
  if (!text_->complete()) return next_.start();
  for (const QMetaObject::Connection& one : std::exchange(watch_, {})) disconnect(one);
  std::exchange(take_, {})(std::exchange(text_, {})->text());
}

/// What was selected may be gone: then nothing is copied.
void TableActions::begin_again() {
  if (!text_) return;
  text_.reset();
  if (all_)
    read_all(std::exchange(take_, {}));
  else
    copy();
}

}  // namespace stowage
