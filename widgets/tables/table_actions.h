// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>

#include <QList>
#include <QMetaObject>
#include <QObject>
#include <QString>
#include <QTimer>

class QAbstractItemView;
class QToolButton;

namespace stowage {

// Roles that tables have beside those of Qt.

/// What a cell holds for files and the clipboard, exactly and without grouping: "1048576", where 1 MiB is shown. Asked
/// of a header, its title there; an empty one leaves the column out. Where a model does not answer, what is shown is
/// taken.
inline constexpr int kExactRole = Qt::UserRole + 64;

/// Asked of the first column's header: whether the rows of a tree that have others below them are rows like these, with
/// a first column that says where they are.
inline constexpr int kInnerRowsRole = kExactRole + 1;

/// Asked of a header: whether no cell of the column says anything, so that the column may be hidden.
inline constexpr int kBlankRole = kInnerRowsRole + 1;

class TableText;

/// What every table and list of the window offers: to copy the selected rows with their header, and to export all rows
/// as CSV, exactly, by key and by context menu. Belongs to its view, whose accessible name is the table's.
///
/// Models are read on their own thread, so very many rows are read a few milliseconds at a time; should the model
/// change meanwhile, from the beginning.
class TableActions final : public QObject {
  Q_OBJECT

 public:
  /// `view` has its model already, or will get it before a row is asked for.
  explicit TableActions(QAbstractItemView* view);
  ~TableActions() override;
  /// Those of that view; null where it has none.
  [[nodiscard]] static TableActions* of(const QAbstractItemView* view);

  [[nodiscard]] QAbstractItemView* view() const { return view_; }
  [[nodiscard]] QString name() const;
  /// All rows as CSV, now or soon; what was still being read is given up.
  void read_all(std::function<void(const QString& csv)> take);
  /// A small button beside the table, to export it.
  [[nodiscard]] QToolButton* make_button();

 signals:
  /// The user wants the table in a file.
  void export_requested();

 private:
  void copy();
  void read(std::unique_ptr<TableText> text, std::function<void(const QString&)> take);
  void go_on();
  void begin_again();

  QAbstractItemView* view_;
  std::unique_ptr<TableText> text_;  ///< being written
  std::function<void(const QString&)> take_;
  bool all_ = false;
  QList<QMetaObject::Connection> watch_;  ///< of the model that is being read
  QTimer next_;
};

}  // namespace stowage
