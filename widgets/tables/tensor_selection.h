// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include <QObject>

#include "core/base/id.h"

class QModelIndex;
class QTableView;

namespace stowage {

class ViewState;

/// Makes the selection of a table of tensors the one that all views share; the tensor under the mouse is hovered over
/// everywhere, and Return reveals one. A table that is not seen marks its rows when it is shown.
class TensorSelection final : public QObject {
  Q_OBJECT

 public:
  struct Rows {
    std::function<TensorId(int row)> tensor;          ///< invalid where the graph shown has no such tensor
    std::function<int(TensorId)> row_of;              ///< -1: it is not listed
    std::function<std::vector<TensorId>()> selected;  ///< of the graph that is listed
    std::function<bool()> current{};  ///< whether that is the graph whose tensors are selected; none: it always is
  };
  /// Belongs to the table, which has its model already; `state` must outlive it.
  TensorSelection(QTableView* table, ViewState& state, Rows rows);

  /// Marks the rows of what is selected; to be called when they are others.
  void follow();
  /// Whether the selection changes since the user changes it here.
  [[nodiscard]] bool sharing() const { return syncing_; }
  /// Shows the tensor of a row in all views.
  void reveal(const QModelIndex& at);

 private:
  [[nodiscard]] bool is_current() const { return !rows_.current || rows_.current(); }
  void share();
  bool eventFilter(QObject* watched, QEvent* event) override;

  QTableView* table_;
  ViewState& state_;
  Rows rows_;
  bool syncing_ = false;
  bool unseen_ = false;
};

}  // namespace stowage
