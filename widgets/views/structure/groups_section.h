// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "widgets/views/structure/section.h"

class QTreeView;

namespace stowage {

class GroupTreeModel;

/// The contiguous groups and their members; what is selected here are tensors in every view.
class GroupsSection final : public StructureSection {
  Q_OBJECT

 public:
  explicit GroupsSection(ViewState& state, QWidget* parent = nullptr);

 protected:
  void refresh() override;
  void update_commands() override;

 private:
  void make_tree();
  void select_tensors();
  [[nodiscard]] std::vector<TensorId> opened() const;
  /// Moves the current member by that many places in its group.
  void move(int by);
  [[nodiscard]] bool can_move(int by) const;

  GroupTreeModel* model_;
  QTreeView* tree_;
  QAction *make_, *up_, *down_, *take_out_, *dissolve_;
};

}  // namespace stowage
