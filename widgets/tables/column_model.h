// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include <QAbstractTableModel>
#include <QApplication>
#include <QFontMetrics>
#include <QSize>
#include <QString>

#include "widgets/painters/style/numbers.h"
#include "widgets/tables/table_actions.h"

namespace stowage {

/// A column of a table: its title, and functions that give what a cell shows.
template <class Row>
struct TableColumn {
  QString title;
  QString hint{};       ///< the tip of the title
  bool number = false;  ///< aligned to the right
  std::function<QString(Row)> text{};
  std::function<QVariant(Row)> exact{};  ///< for files and the clipboard; invalid: an empty field. None: the text
  std::function<QVariant(Row)> key{};    ///< what the column is sorted by; none: the exact value
  std::function<QString(Row)> tip{};     ///< of a cell
  std::optional<QString> exact_title{};  ///< for files and the clipboard; an empty one leaves the column out
  std::function<bool()> blank{};         ///< whether no cell says anything now: the column is hidden then
};

/// A count, a size or an offset as an exact value.
[[nodiscard]] inline QVariant exact_number(std::int64_t number) {
  return QVariant(static_cast<qlonglong>(number));
}

/// How numbers look in cells and their tips.
namespace cell {
inline QString count(std::int64_t number) {
  return QLocale().toString(static_cast<qlonglong>(number));
}
inline QString offset(std::int64_t number) {
  return offset_number(number);
}
inline QString bytes(std::int64_t number) {
  return human_bytes({number});
}
inline QString full_bytes(std::int64_t number) {
  return stowage::full_bytes({number});
}
inline QString exact_bytes(std::int64_t number) {
  return stowage::exact_bytes({number});
}
}  // namespace cell

/// What tables and trees of columns have in common: how cells and titles look. `Base` is the model of Qt.
template <class Row, class Base>
class ModelOfColumns : public Base {
 public:
  using Columns = std::vector<TableColumn<Row>>;
  static constexpr int kSortRole = Qt::UserRole;

  using Base::Base;

  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(columns_.size());
  }

  [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const final {
    if (!this->checkIndex(index, Base::CheckIndexOption::IndexIsValid)) return {};
    const TableColumn<Row>& column = this->column(index.column());
    Row row = row_at(index);
    switch (role) {
      case Qt::DisplayRole:
        return column.text(row);
      case Qt::ToolTipRole:
        return column.tip ? column.tip(row) : look(row, index.column(), role);
      case Qt::TextAlignmentRole:
        return alignment(column);
      case kExactRole: {
        const QVariant exact = exact_value(column, row);
        return exact.isValid() ? exact : QString();
      }
      case kSortRole:
        return column.key ? column.key(row) : exact_value(column, row);
      default:
        return look(row, index.column(), role);
    }
  }

  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const final {
    if (orientation != Qt::Horizontal || section < 0 || section >= static_cast<int>(columns_.size())) return {};
    const TableColumn<Row>& column = this->column(section);
    switch (role) {
      case Qt::DisplayRole:
        return column.title;
      case Qt::ToolTipRole:
        return column.hint;
      case Qt::TextAlignmentRole:
        return alignment(column);
      case kExactRole:
        return column.exact_title ? *column.exact_title : QVariant();
      case kBlankRole:
        return column.blank && column.blank();
      default:
        return title_look(section, role);
    }
  }

 protected:
  using Words = QString (*)(std::int64_t);
  /// A column of numbers: how they look, what their tips say (null: nothing), and what stands where there is none.
  static TableColumn<Row> number(const QString& title, const QString& hint,
                                 std::function<std::optional<std::int64_t>(Row)> value, Words show, Words tip = nullptr,
                                 const QString& none = QStringLiteral("–")) {
    TableColumn<Row> out{.title = title, .hint = hint, .number = true};
    out.text = [=](Row row) {
      const auto known = value(row);
      return known ? show(*known) : none;
    };
    out.exact = [=](Row row) {
      const auto known = value(row);
      return known ? exact_number(*known) : QVariant();
    };
    if (tip)
      out.tip = [=](Row row) {
        const auto known = value(row);
        return known ? tip(*known) : QString();
      };
    return out;
  }
  /// A column of texts that are their own tips: it may be narrower than they are.
  static TableColumn<Row> words(const QString& title, const QString& hint, std::function<QString(Row)> text) {
    return {.title = title, .hint = hint, .text = text, .tip = text};
  }
  /// Follow it with a reset, or after other titles with headerDataChanged().
  void set_columns(Columns columns) { columns_ = std::move(columns); }
  void rename_column(int column, const QString& title) { columns_[static_cast<std::size_t>(column)].title = title; }
  [[nodiscard]] const TableColumn<Row>& column(int column) const { return columns_[static_cast<std::size_t>(column)]; }
  /// Takes other rows: nothing that is selected or scrolled to stays.
  void reset(const std::function<void()>& take) {
    this->beginResetModel();
    take();
    this->endResetModel();
  }

 private:
  [[nodiscard]] virtual Row row_at(const QModelIndex& index) const = 0;
  /// Colours, fonts and signs, and tips of whole rows: all roles that a column says nothing of.
  [[nodiscard]] virtual QVariant look(Row /*row*/, int /*column*/, int /*role*/) const { return {}; }
  [[nodiscard]] virtual QVariant title_look(int /*column*/, int /*role*/) const { return {}; }

  static QVariant exact_value(const TableColumn<Row>& column, Row row) {
    return column.exact ? column.exact(row) : QVariant(column.text(row));
  }
  static QVariant alignment(const TableColumn<Row>& column) {
    return static_cast<int>((column.number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  }

  Columns columns_;
};

/// A table of rows that are values, or references to values that stay until the next reset. The columns are values,
/// too; a model made from this class says which rows it has, and how cells look.
/// ```
///  class Sizes final : public ColumnModel<TensorId> {
///    Sizes() { set_columns({{.title = tr("Name"), .text = [this](TensorId t) { return name(t); }}, …}); }
///    TensorId at(int row) const override { return tensors_[row]; }
///    int row_count() const override { return tensors_.size(); }
///  };
/// ```
template <class Row>
class ColumnModel : public ModelOfColumns<Row, QAbstractTableModel> {
 public:
  using ModelOfColumns<Row, QAbstractTableModel>::ModelOfColumns;

  /// What a row is of.
  [[nodiscard]] virtual Row at(int row) const = 0;

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const final { return parent.isValid() ? 0 : row_count(); }

 protected:
  /// The same rows say something else. Views look again only at what they show, so that a row costs nothing.
  void all_changed() {
    if (rowCount() > 0) emit this->dataChanged(this->index(0, 0), this->index(rowCount() - 1, this->columnCount() - 1));
  }

 private:
  [[nodiscard]] virtual int row_count() const = 0;
  [[nodiscard]] Row row_at(const QModelIndex& index) const final { return at(index.row()); }
};

/// A tree of rows that are numbered from 0, the rows below one in a piece. Row 0 stands for all: it is the only one at
/// the top, or is not shown. A row is what `at()` makes of its number.
struct TreeRow {
  std::uint32_t parent = 0;               ///< that of row 0 is itself
  std::uint32_t first = 0, children = 0;  ///< rows [first, first + children) are below it
};
template <class Row>
class ColumnTree : public ModelOfColumns<Row, QAbstractItemModel> {
 public:
  /// `shows_all`: whether row 0 is shown. `inner_rows`: kInnerRowsRole.
  ColumnTree(bool shows_all, bool inner_rows, QObject* parent)
      : ModelOfColumns<Row, QAbstractItemModel>(parent), shows_all_(shows_all), inner_rows_(inner_rows) {}

  /// Of no index, that of all.
  [[nodiscard]] static std::uint32_t row_of(const QModelIndex& index) {
    return index.isValid() ? static_cast<std::uint32_t>(index.internalId()) : 0;
  }
  /// Invalid for a row that is not shown.
  [[nodiscard]] QModelIndex index_of(std::uint32_t row) const {
    if (row >= row_count() || (row == 0 && !shows_all_)) return {};
    const std::uint32_t before = row == 0 ? 0 : tree_row(tree_row(row).parent).first;
    return this->createIndex(static_cast<int>(row - before), 0, static_cast<quintptr>(row));
  }

  using QAbstractItemModel::parent;
  [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const final {
    if (!this->hasIndex(row, column, parent)) return {};
    const std::uint32_t first = !parent.isValid() && shows_all_ ? 0 : tree_row(row_of(parent)).first;
    return this->createIndex(row, column, static_cast<quintptr>(first) + static_cast<quintptr>(row));
  }
  [[nodiscard]] QModelIndex parent(const QModelIndex& index) const final {
    return row_of(index) == 0 ? QModelIndex() : index_of(tree_row(row_of(index)).parent);
  }
  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const final {
    if (row_count() == 0 || parent.column() > 0) return 0;
    return !parent.isValid() && shows_all_ ? 1 : static_cast<int>(tree_row(row_of(parent)).children);
  }
  [[nodiscard]] int columnCount(const QModelIndex& /*parent*/ = {}) const final {
    return ModelOfColumns<Row, QAbstractItemModel>::columnCount();
  }

 private:
  /// 0: nothing is shown.
  [[nodiscard]] virtual std::uint32_t row_count() const = 0;
  [[nodiscard]] virtual TreeRow tree_row(std::uint32_t row) const = 0;
  [[nodiscard]] virtual Row at(std::uint32_t row) const = 0;
  [[nodiscard]] Row row_at(const QModelIndex& index) const final { return at(row_of(index)); }
  /// As high as the rows of tables.
  [[nodiscard]] QVariant look(Row /*row*/, int column, int role) const override {
    if (role != Qt::SizeHintRole || column > 0) return {};
    return QSize(0, QFontMetrics(QApplication::font("QTreeView")).height() + 6);
  }
  [[nodiscard]] QVariant title_look(int column, int role) const override {
    return role == kInnerRowsRole && column == 0 ? QVariant(inner_rows_) : QVariant();
  }

  bool shows_all_, inner_rows_;
};

}  // namespace stowage
