// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include <QTimer>
#include <QWidget>

#include "widgets/base/latest_job.h"

class QAbstractItemModel;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QTableView;
class QToolButton;
class QVBoxLayout;

namespace stowage {

class FittedColumns;
class PageStack;

/// A sorted table under a line with a filter, a count and the export. A sentence takes their place while there is
/// nothing to list.
/// ```
///  [filter ×] [further fields] 3 of 12 shown  [CSV…]
///  Name        Size        …
/// ```
/// It does not know what is listed: asked() says that other rows are wanted, and its owner finds them, at once or in
/// the background. A table that is not seen asks when it is shown.
class FilteredTable : public QWidget {
  Q_OBJECT

 public:
  struct Names {
    QString parts;        ///< of objects: "moved" for moved_filter, moved_count and moved_nothing
    const char* table;    ///< of the table, as an object
    QString title;        ///< of the table, for screen readers and files
    QString filter;       ///< of the filter, for screen readers
    QString placeholder;  ///< in the empty filter
  };
  explicit FilteredTable(const Names& names, QWidget* parent = nullptr);

  /// Once.
  void set_model(QAbstractItemModel* model);
  [[nodiscard]] FittedColumns* columns() const { return columns_; }
  [[nodiscard]] QTableView* table() const { return table_; }
  [[nodiscard]] QLineEdit* filter() const { return filter_; }
  [[nodiscard]] QLabel* count() const { return count_; }
  /// Behind the fields there are, also for the Tab key; Down goes from each to the rows.
  void add_field(QWidget* field);
  /// Several fields that stay together, once: behind the others, or where it is too narrow for them on a line of their
  /// own, which a button called `title` shows.
  void add_folding_fields(QWidget* fields, const QString& title, const QString& hint);
  /// On a line of its own, above the rows.
  void add_line(QWidget* content);

  [[nodiscard]] QSize minimumSizeHint() const override;

  /// None where rows keep the order of the input.
  [[nodiscard]] std::optional<int> sort_column() const;
  [[nodiscard]] bool descending() const;

  /// Puts the rows that were found into the model: called on the GUI thread.
  using Put = std::function<void()>;
  /// Finds rows: in any thread, until it is asked to stop.
  using Find = std::function<Put(const std::stop_token&)>;
  /// Shows what `find` finds; the rows shown stay until then.
  void find_rows(bool at_once, Find find);
  /// Whether rows should be found now. If not, what is still being found is given up, and asked() follows when the
  /// table is shown.
  [[nodiscard]] bool may_find();
  /// Whether other rows are being found, or are about to be.
  [[nodiscard]] bool busy() const { return job_.busy() || debounce_.isActive(); }

  void show_count(const QString& text);
  void show_sentence(const QString& text);

 public slots:
  /// Other rows are wanted now, or after the last of several keys.
  void ask();
  void ask_soon() { debounce_.start(); }

 signals:
  void asked();
  /// Other rows are shown.
  void rows_changed();

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool event(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void watch(QWidget* field);
  [[nodiscard]] int width_to_fold() const;
  void fold();

  QTableView* table_;
  FittedColumns* columns_ = nullptr;
  PageStack* pages_;
  QLineEdit* filter_;
  QLabel *count_, *sentence_;
  QToolButton* export_;
  QWidget* last_field_;
  QWidget* folding_ = nullptr;
  std::vector<std::pair<QLineEdit*, int>> folding_fields_;  // each with its least width beside the others
  QToolButton* unfold_ = nullptr;
  int least_beside_ = 0;  // pixels of the folding fields, beside the others
  bool folded_ = false;
  QHBoxLayout* bar_;
  QVBoxLayout* lines_;
  QTimer debounce_;
  bool unseen_ = false;  // other rows are wanted, once the table is seen
  LatestJob job_{this};  // last: destroyed first, it waits for what uses the rest
};

}  // namespace stowage
