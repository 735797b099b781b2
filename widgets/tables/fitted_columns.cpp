// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/fitted_columns.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include <QCoreApplication>
#include <QEvent>
#include <QHeaderView>
#include <QMenu>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QTableView>
#include <QTimer>

#include "widgets/tables/table_actions.h"

namespace stowage {
namespace {

constexpr int kSample = 100;                              // rows measured at the top, and again all over the table
constexpr std::size_t kLongest = 3;                       // texts of a column whose width is measured: the longest
constexpr int kLeastForWords = 110, kMostForWords = 320;  // pixels

/// Gives `room` to these columns in equal parts, to none more than it wants; what is left over.
int share_out(std::span<int> widths, std::span<const ColumnRoom> columns, int room) {
  for (auto open = static_cast<int>(widths.size()); room > 0 && open > 0;) {
    const int part = std::max(1, room / open);
    open = 0;
    for (std::size_t k = 0; k < widths.size() && room > 0; ++k) {
      const int given = std::min({part, columns[k].wanted - widths[k], room});
      widths[k] += given;
      room -= given;
      open += widths[k] < columns[k].wanted;
    }
  }
  return room;
}

/// The columns: see its header.
class FittingColumns final : public FittedColumns {
  Q_DECLARE_TR_FUNCTIONS(stowage::FittedColumns)

 public:
  explicit FittingColumns(QTableView* table)
      : FittedColumns(table), table_(table), viewport_(table->viewport()), menu_(new QMenu(tr("Co&lumns"), table)) {
    QHeaderView* header = table->horizontalHeader();
    header->setStretchLastSection(false);
    header->setMinimumSectionSize(24);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    header->viewport()->installEventFilter(this);
    viewport_->installEventFilter(this);
    table->addAction(menu_->menuAction());
    connect(menu_, &QMenu::aboutToShow, this, [this] { fill_menu(*menu_); });
    connect(header, &QWidget::customContextMenuRequested, this,
            [this, header](const QPoint& at) { menu_->popup(header->viewport()->mapToGlobal(at)); });
    connect(header, &QHeaderView::sectionResized, this, [this](int section, int, int width) {
      if (dragging_ && !laying_out_) dragged_[section] = width;
    });
    connect(header, &QHeaderView::sortIndicatorChanged, this, [this] { fit(false); });
    const QAbstractItemModel* model = table->model();
    connect(model, &QAbstractItemModel::modelReset, this, [this] { table_->isVisible() ? fit_now() : fit(false); });
    for (const auto changed : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
      connect(model, changed, this, [this] { fit(false); });
    connect(model, &QAbstractItemModel::dataChanged, this, [this] { fit(false); });
    connect(model, &QAbstractItemModel::headerDataChanged, this, [this] { fit(false); });
    connect(table->verticalScrollBar(), &QScrollBar::valueChanged, this, [this] { fit(false); });
    soon_.setSingleShot(true);
    connect(&soon_, &QTimer::timeout, this, &FittingColumns::fit_now);
  }
  void start_again() override { fit(true); }
  void set_filler(int column) override {
    filler_ = column;
    fit(false);
  }
  void set_spare(std::vector<int> columns) override {
    spare_ = std::move(columns);
    fit(false);
  }
  void choose(int column, bool shown) override {
    chosen_[column] = shown;
    fit(false);
  }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    const bool of_table = watched == viewport_;
    switch (event->type()) {
      case QEvent::Show:
        if (of_table && late_) fit_now();
        break;
      case QEvent::Resize:
        if (of_table && !late_) lay_out();
        break;
      case QEvent::FontChange:
      case QEvent::StyleChange:
        if (of_table) fit(true);
        break;
      case QEvent::MouseButtonPress:
      case QEvent::MouseButtonDblClick:
        dragging_ = dragging_ || !of_table;
        break;
      case QEvent::MouseButtonRelease:
        if (std::exchange(dragging_, false)) fit(false);
        break;
      default:
        break;
    }
    return QObject::eventFilter(watched, event);
  }

 private:
  [[nodiscard]] bool is_number(int column) const {
    const QVariant alignment = table_->model()->headerData(column, Qt::Horizontal, Qt::TextAlignmentRole);
    return Qt::Alignment::fromInt(alignment.toInt()).testFlag(Qt::AlignRight);
  }
  [[nodiscard]] bool is_wanted(int column) const {
    const auto chosen = chosen_.find(column);
    if (chosen != chosen_.end()) return chosen->second;
    return !table_->model()->headerData(column, Qt::Horizontal, kBlankRole).toBool();
  }
  /// A title needs room for its sign only where the table is sorted by it.
  [[nodiscard]] ColumnRoom room_of(int column) const {
    if (const auto dragged = dragged_.find(column); dragged != dragged_.end())
      return {dragged->second, dragged->second};
    const QHeaderView* header = table_->horizontalHeader();
    const bool has_spare_room = header->isSortIndicatorShown() && header->sortIndicatorSection() != column;
    const int sign = has_spare_room ? header->style()->pixelMetric(QStyle::PM_HeaderMarkSize, nullptr, header) : 0;
    const int title = header->sectionSizeHint(column) - sign, content = content_[static_cast<std::size_t>(column)];
    if (is_number(column)) return {std::max(title, content), std::max(title, content)};
    return {std::max(title, std::min(content, kLeastForWords)), std::max(title, std::min(content, kMostForWords))};
  }
  /// What columns have beside a vertical scroll bar, even if there is none: columns that make room for others, and come
  /// back with the room, must not follow a bar that comes and goes with them.
  [[nodiscard]] int least_width() const {
    int around = 2 * table_->frameWidth() + table_->verticalScrollBar()->sizeHint().width();
    if (!table_->verticalHeader()->isHidden()) around += table_->verticalHeader()->width();
    return table_->width() - around;
  }
  /// From left to right.
  [[nodiscard]] std::vector<int> columns_to_show() const {
    const int width = least_width();
    const QHeaderView* header = table_->horizontalHeader();
    std::vector<int> shown;
    int needed = 0;
    for (int at = 0; at < std::min(header->count(), static_cast<int>(content_.size())); ++at) {
      const int column = header->logicalIndex(at);
      if (!is_wanted(column)) continue;
      shown.push_back(column);
      needed += room_of(column).least;
    }
    for (const int column : spare_) {
      if (needed <= width) break;
      if (chosen_.contains(column) || std::erase(shown, column) == 0) continue;
      needed -= room_of(column).least;
    }
    return shown;
  }
  /// Those on screen, the first ones, and some from all over the table.
  [[nodiscard]] std::vector<int> sample_rows() const {
    const int count = table_->model()->rowCount();
    std::vector<int> rows;
    for (int row = 0; row < std::min(count, kSample); ++row) rows.push_back(row);
    const int top = std::max(table_->rowAt(0), 0), bottom = table_->rowAt(table_->viewport()->height() - 1);
    for (int row = top; row <= (bottom < 0 ? count - 1 : bottom) && row < top + kSample; ++row) rows.push_back(row);
    for (int k = 1; k <= kSample; ++k) rows.push_back(static_cast<int>((std::int64_t{count} - 1) * k / kSample));
    std::ranges::sort(rows);
    rows.erase(std::ranges::unique(rows).begin(), rows.end());
    if (count == 0) rows.clear();
    return rows;
  }
  [[nodiscard]] int content_width(int column, const std::vector<int>& rows) const {
    // By letters; numbers are not to be cut, and "356 MiB" is wider than "not run".
    const bool by_letters = !is_number(column);
    const QFontMetrics metrics = table_->fontMetrics();
    std::vector<std::pair<qsizetype, int>> longest;
    for (const int row : rows) {
      const QString text = table_->model()->index(row, column).data().toString();
      longest.emplace_back(by_letters ? text.size() : metrics.horizontalAdvance(text), row);
    }
    const auto most = std::min(longest.size(), kLongest);
    std::ranges::partial_sort(longest, longest.begin() + static_cast<std::ptrdiff_t>(most), std::greater{});
    int width = 0;
    for (std::size_t k = 0; k < most; ++k)
      width = std::max(width, table_->sizeHintForIndex(table_->model()->index(longest[k].second, column)).width());
    return width;
  }
  void measure(bool again) {
    const int columns = table_->model()->columnCount();
    const std::vector<int> rows = sample_rows();
    if (again || static_cast<int>(content_.size()) != columns) content_.clear();
    const bool first = content_.empty();
    content_.resize(static_cast<std::size_t>(columns), 0);
    for (int column = 0; column < columns; ++column) {
      if (!is_wanted(column)) continue;
      int& width = content_[static_cast<std::size_t>(column)];
      if (first || width == 0 || is_number(column)) width = std::max(width, content_width(column, rows));
    }
  }
  /// Once for all changes that come together.
  void fit(bool again) {
    again_ = again_ || again;
    late_ = !table_->isVisible();
    if (!late_) soon_.start();
  }
  void fit_now() {
    soon_.stop();
    late_ = false;
    if (dragging_) return;  // the release fits
    measure(std::exchange(again_, false));
    lay_out();
  }
  /// A number that stands before words keeps away from them: once another column is the next, it needs other room.
  void lay_out() {
    if (!place()) return;
    measure(false);
    place();
  }
  /// Whether other columns are on screen than before.
  bool place() {
    const QScopedValueRollback<bool> guard(laying_out_, true);
    QHeaderView* header = table_->horizontalHeader();
    const int width = table_->viewport()->width();
    const std::vector<int> shown = columns_to_show();
    bool others = false;
    for (int column = 0; column < header->count(); ++column) {
      const bool hide = std::ranges::find(shown, column) == shown.end();
      if (header->isSectionHidden(column) == hide) continue;
      header->setSectionHidden(column, hide);
      others = true;
    }
    std::vector<ColumnRoom> rooms;
    for (const int column : shown) {
      rooms.push_back(room_of(column));
      rooms.back().fills = column == filler_;
    }
    if (!filler_ && !shown.empty()) rooms.back().fills = !is_number(shown.back());
    const std::vector<int> widths = column_widths(rooms, width);
    for (std::size_t k = 0; k < shown.size(); ++k) header->resizeSection(shown[k], widths[k]);
    return others;
  }
  void fill_menu(QMenu& menu) {
    menu.clear();
    const QHeaderView* header = table_->horizontalHeader();
    const QAbstractItemModel* model = table_->model();
    int visible = 0;
    for (int column = 0; column < header->count(); ++column) visible += header->isSectionHidden(column) ? 0 : 1;
    for (int at = 0; at < header->count(); ++at) {
      const int column = header->logicalIndex(at);
      QAction* action = menu.addAction(model->headerData(column, Qt::Horizontal).toString());
      action->setCheckable(true);
      action->setChecked(!header->isSectionHidden(column));
      action->setEnabled(!action->isChecked() || visible > 1);
      connect(action, &QAction::toggled, this, [this, column](bool on) { choose(column, on); });
    }
    menu.addSeparator();
    QAction* reset = menu.addAction(tr("&Reset columns"));
    reset->setEnabled(!chosen_.empty() || !dragged_.empty());
    connect(reset, &QAction::triggered, this, [this] {
      chosen_.clear();
      dragged_.clear();
      fit(true);
    });
  }

  QTableView* table_;
  QObject* viewport_;  // gets events while the table is being destroyed
  QMenu* menu_;
  std::optional<int> filler_;
  std::vector<int> spare_;
  std::vector<int> content_;    // the widest known of each column
  std::map<int, int> dragged_;  // widths that the user gave
  std::map<int, bool> chosen_;  // columns that the user showed or hid
  bool again_ = true;           // content_ is of other rows
  bool late_ = true;            // to be fitted once the table is seen
  bool dragging_ = false, laying_out_ = false;
  QTimer soon_;
};

}  // namespace

FittedColumns* make_fitted_columns(QTableView* table) {
  return new FittingColumns(table);
}

std::vector<int> column_widths(std::span<const ColumnRoom> columns, int width) {
  std::vector<int> widths;
  int room = width;
  std::size_t whole = 0;  // columns on screen
  for (; whole < columns.size() && (whole == 0 || columns[whole].least <= room); ++whole) {
    widths.push_back(columns[whole].least);
    room -= columns[whole].least;
  }
  room = share_out(widths, columns.first(whole), std::max(room, 0));
  const auto filler = std::ranges::find(columns, true, &ColumnRoom::fills);
  if (whole == columns.size() && filler != columns.end()) {
    widths[static_cast<std::size_t>(filler - columns.begin())] += room;
    return widths;
  }
  // Where not all are on screen, what is left over is less than the next one needs: with it between the others, that
  // one begins behind the edge.
  for (std::size_t k = 0; k < whole; ++k) {
    const int part = room / static_cast<int>(whole - k);
    widths[k] += part;
    room -= part;
  }
  for (std::size_t k = whole; k < columns.size(); ++k) widths.push_back(columns[k].wanted);
  return widths;
}

}  // namespace stowage
