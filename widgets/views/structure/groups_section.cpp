// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/structure/groups_section.h"

#include <utility>

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QTreeView>

#include "widgets/base/view_state.h"
#include "widgets/edit/edits.h"
#include "widgets/tables/table_actions.h"
#include "widgets/views/structure/group_tree_model.h"

namespace stowage {

GroupsSection::GroupsSection(ViewState& state, QWidget* parent)
    : StructureSection(state, parent), model_(new GroupTreeModel(this)), tree_(new QTreeView) {
  make_ = add_command("make_group", tr("Group the selected tensors"),
                      tr("The selected tensors must lie end to end, in the order of the file at first"),
                      [this] { emit edit_requested(edits::make_group(*graph(), this->state().selected_tensors())); });
  up_ = add_command(
      "member_up", tr("Move up"), tr("Move the tensor down in its group"), [this] { move(-1); },
      QKeySequence(Qt::ALT | Qt::Key_Up));
  down_ = add_command(
      "member_down", tr("Move down"), tr("Move the tensor up in its group"), [this] { move(1); },
      QKeySequence(Qt::ALT | Qt::Key_Down));
  take_out_ = add_command(
      "take_out", tr("Take out"), tr("Remove the tensor from its group; the others close up"),
      [this] { emit edit_requested(edits::remove_from_group(*graph(), model_->member(tree_->currentIndex()))); },
      QKeySequence::Delete);
  dissolve_ = add_command(
      "dissolve_group", tr("Dissolve"), tr("Dissolve the group; its tensors may lie anywhere"),
      [this] { emit edit_requested(edits::dissolve_group(*graph(), model_->group(tree_->currentIndex()))); });
  make_tree();
  arrange(tree_, {{up_, down_}, {take_out_, dissolve_}, {make_}});
}

void GroupsSection::make_tree() {
  tree_->setModel(model_);
  tree_->setObjectName("group_tree");
  tree_->setAccessibleName(tr("Contiguous groups"));
  tree_->addActions({up_, down_, take_out_, dissolve_, make_});
  new TableActions(tree_);
  tree_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  tree_->setAlternatingRowColors(true);
  tree_->setFrameShape(QFrame::NoFrame);
  tree_->setUniformRowHeights(true);
  tree_->header()->setStretchLastSection(false);
  tree_->header()->setSectionResizeMode(GroupTreeModel::kName, QHeaderView::Stretch);
  connect(tree_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] { select_tensors(); });
  connect(tree_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] { update_commands(); });
}

void GroupsSection::select_tensors() {
  std::vector<TensorId> tensors;
  for (const QModelIndex& index : tree_->selectionModel()->selectedRows()) {
    const TensorId t = model_->member(index);
    const auto members = graph()->members(model_->group(index));
    if (t.valid())
      tensors.push_back(t);
    else
      tensors.insert(tensors.end(), members.begin(), members.end());
  }
  if (!tensors.empty()) state().select_tensors(std::move(tensors));
}

/// Tensors of the groups that are open, one each.
std::vector<TensorId> GroupsSection::opened() const {
  std::vector<TensorId> out;
  for (int row = 0; row < model_->rowCount(); ++row)
    if (const QModelIndex group = model_->index(row, 0); tree_->isExpanded(group))
      out.push_back(model_->member(model_->index(0, 0, group)));
  return out;
}

/// Groups stay open, and the current row stays: the member where it went, or the group.
void GroupsSection::refresh() {
  const QModelIndex before = tree_->currentIndex();
  const TensorId member = model_->member(before);
  const GroupId group = model_->group(before);
  const std::vector<TensorId> open = opened();
  model_->set_graph(graph());
  for (TensorId t : open) tree_->expand(model_->index_of(t).parent());
  const QModelIndex now = member.valid() ? model_->index_of(member) : model_->index_of(group);
  if (now.isValid()) {
    tree_->scrollTo(now);  // opens its group
    tree_->selectionModel()->setCurrentIndex(now, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  }
  if (!graph())
    sentence()->setText(tr("Nothing is open."));
  else if (model_->rowCount() == 0)
    sentence()->setText(tr("No contiguous groups. Select tensors that must lie end to end, in any view, to make one."));
  else
    sentence()->setText(
        tr("%Ln contiguous group(s): the tensors of each lie end to end, in this order.", nullptr, model_->rowCount()));
}

bool GroupsSection::can_move(int by) const {
  const QModelIndex at = tree_->currentIndex();
  if (!model_->member(at).valid()) return false;
  const int to = at.row() + by;
  return to >= 0 && to < model_->rowCount(at.parent());
}

void GroupsSection::move(int by) {
  if (!can_move(by)) return;
  const GroupId group = model_->group(tree_->currentIndex());
  const auto before = graph()->members(group);
  std::vector<TensorId> members(before.begin(), before.end());
  const auto from = static_cast<std::size_t>(tree_->currentIndex().row());
  std::swap(members[from], members[from + static_cast<std::size_t>(by)]);
  emit edit_requested(edits::reorder_group(*graph(), group, std::move(members)));
}

void GroupsSection::update_commands() {
  const QModelIndex at = tree_->currentIndex();
  make_->setEnabled(graph() && state().selected_tensors().size() >= 2);
  up_->setEnabled(can_move(-1));
  down_->setEnabled(can_move(1));
  take_out_->setEnabled(model_->member(at).valid());
  dissolve_->setEnabled(model_->group(at).valid());
}

}  // namespace stowage
