// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLabel;
class QPushButton;
class QTableView;

namespace stowage {

class OpenDocument;
class Planning;
class ViewState;

/// Everything that is wrong with the imported plan for the graph as it is now, kept up to date. All the tensors are
/// selected in every view as soon as they are known; a line, when it is chosen, selects its own and brings them into
/// view.
class ViolationsDialog final : public QDialog {
  Q_OBJECT

 public:
  /// All three must outlive it.
  ViolationsDialog(const OpenDocument& document, const Planning& planning, ViewState& state, QWidget* parent = nullptr);

 private:
  void refresh();
  void select_all();
  void select_rows();
  void showEvent(QShowEvent* event) override;

  const OpenDocument& document_;
  const Planning& planning_;
  ViewState& state_;
  QLabel* verdict_;
  QTableView* table_;
  QPushButton* all_;
};

}  // namespace stowage
