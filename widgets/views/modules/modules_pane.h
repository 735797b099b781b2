// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "widgets/base/latest_job.h"
#include "widgets/base/pane.h"
#include "widgets/views/modules/module_rows.h"

class QLineEdit;
class QModelIndex;
class QTreeView;

namespace stowage {

class ModuleTreeModel;

/// The operators by phase and module, with bytes. A row that is picked selects its operators in every view; rows that
/// are open here are open in every view.
/// ```
///  ▾ forward      174   61.3 MiB
///    ▸ layer1      31   19.1 MiB
/// ```
class ModulesPane final : public Pane {
  Q_OBJECT

 public:
  explicit ModulesPane(ViewState& state, QWidget* parent = nullptr);

  /// Whether rows are still being found.
  [[nodiscard]] bool busy() const { return job_.busy(); }
  /// Null until there are some.
  [[nodiscard]] const std::shared_ptr<const ModuleRows>& rows() const;
  [[nodiscard]] QSize minimumSizeHint() const override { return {160, 90}; }

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void take_graph(const std::shared_ptr<const Graph>& graph) override;
  void take_view(const PlanView& view) override;
  void make_tree();
  void follow_modules();
  void find();
  void take(std::shared_ptr<const ModuleRows> rows);
  void open_rows();
  void select(const QModelIndex& index);
  void follow_selection();
  void fit_columns();
  [[nodiscard]] bool is_current() const;

  ModuleTreeModel* model_;
  QTreeView* tree_;
  QLineEdit* filter_;
  std::shared_ptr<const Graph> graph_;  // whose operators are selected
  PlanView view_;
  std::vector<std::uint32_t> opened_;  // nodes that the tree shows open
  bool unseen_ = false;                // rows are wanted, once the pane is seen
  bool following_ = false;             // what changes in the tree is not the user's
  bool selecting_ = false;
  LatestJob job_{this};
};

}  // namespace stowage
