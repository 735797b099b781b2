// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

#include "widgets/base/latest_job.h"
#include "widgets/views/orders/moved_operators.h"

class QLabel;
class QLineEdit;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace stowage {

/// The operators that differ between two orders, to filter, sort and pick. Many are looked for in the background.
class MovedOperatorsView final : public QWidget {
  Q_OBJECT

 public:
  explicit MovedOperatorsView(QWidget* parent = nullptr);

  void set_orders(const ComparedOrders& orders);
  /// Marks the rows of these; they are of the graph that the orders are of.
  void select(const std::vector<OperatorId>& operators);
  /// Whether a newer answer is being worked at.
  [[nodiscard]] bool busy() const { return job_.busy() || debounce_.isActive(); }

 signals:
  /// The user selected these rows.
  void picked(const std::vector<stowage::OperatorId>& operators);
  /// Other rows are shown now.
  void rows_changed();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  QWidget* make_bar();
  void make_table();
  [[nodiscard]] MovedOperatorsQuery query() const;
  void work();
  void take(const ComparedOrders& orders, MovedOperators moved);
  void show_count();

  ComparedOrders orders_;
  MovedOperatorsModel* model_;
  QTableView* table_;
  QStackedWidget* pages_;
  QLineEdit* name_ = nullptr;
  QLabel *count_ = nullptr, *nothing_;
  QToolButton* export_ = nullptr;
  QTimer debounce_;
  bool syncing_ = false;
  bool dirty_ = false;   // to be worked out, once it is seen
  LatestJob job_{this};  // last: destroyed first, it waits for what uses the rest
};

}  // namespace stowage
