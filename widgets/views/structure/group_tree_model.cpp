// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/structure/group_tree_model.h"

#include <algorithm>
#include <utility>

#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/tables/text_table.h"

namespace stowage {

void GroupTreeModel::set_graph(std::shared_ptr<const Graph> graph) {
  beginResetModel();
  graph_ = std::move(graph);
  endResetModel();
}

GroupId GroupTreeModel::group(const QModelIndex& index) const {
  if (!index.isValid()) return {};
  return GroupId(index.internalId() == 0 ? static_cast<std::size_t>(index.row())
                                         : static_cast<std::size_t>(index.internalId() - 1));
}

TensorId GroupTreeModel::member(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == 0) return {};
  return graph_->members(group(index))[static_cast<std::size_t>(index.row())];
}

QModelIndex GroupTreeModel::index_of(GroupId group) const {
  return group.index() < static_cast<std::size_t>(rowCount()) ? index(static_cast<int>(group.index()), kName)
                                                              : QModelIndex();
}

QModelIndex GroupTreeModel::index_of(TensorId member) const {
  if (!graph_ || member.index() >= graph_->tensor_count() || !graph_->group(member).valid()) return {};
  const GroupId group = graph_->group(member);
  const auto members = graph_->members(group);
  return index(static_cast<int>(std::ranges::find(members, member) - members.begin()), kName, index_of(group));
}

QModelIndex GroupTreeModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : quintptr{0});
}

QModelIndex GroupTreeModel::parent(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == 0) return {};
  return createIndex(static_cast<int>(index.internalId() - 1), 0, quintptr{0});
}

int GroupTreeModel::rowCount(const QModelIndex& parent) const {
  if (!graph_) return 0;
  if (!parent.isValid()) return static_cast<int>(graph_->group_count());
  const bool has_members = parent.internalId() == 0 && parent.column() == 0;
  return has_members ? static_cast<int>(graph_->members(group(parent)).size()) : 0;
}

int GroupTreeModel::columnCount(const QModelIndex& /*parent*/) const {
  return kColumns;
}

Bytes GroupTreeModel::size_of(const QModelIndex& index) const {
  if (const TensorId t = member(index); t.valid()) return graph_->size(t);
  Bytes sum;
  for (TensorId t : graph_->members(group(index))) sum += graph_->size(t);
  return sum;
}

QString GroupTreeModel::name_of(const QModelIndex& index) const {
  if (const TensorId t = member(index); t.valid()) return text_of(graph_->name(t));
  const auto members = graph_->members(group(index));
  return tr("%1 … %2 (%n tensor(s))", nullptr, static_cast<int>(members.size()))
      .arg(text_of(graph_->name(members.front())), text_of(graph_->name(members.back())));
}

QVariant GroupTreeModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const bool is_size = index.column() == kSize;
  if (role == Qt::DisplayRole) return is_size ? human_bytes(size_of(index)) : name_of(index);
  if (role == kExactRole && is_size) return static_cast<qlonglong>(size_of(index).count);
  if (role == Qt::ToolTipRole) return is_size ? exact_bytes(size_of(index)) : name_of(index);
  if (role == Qt::TextAlignmentRole)
    return static_cast<int>((is_size ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  return {};
}

QVariant GroupTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= kColumns) return {};
  if (role == Qt::DisplayRole) return section == kName ? tr("Group") : tr("Size");
  if (role == Qt::ToolTipRole)
    return section == kName ? tr("Tensors that must lie end to end, in this order")
                            : tr("Bytes of the tensor, or of all tensors of the group");
  if (role == kExactRole) return section == kName ? tr("Tensor") : tr("Size");  // of its members
  if (role == Qt::TextAlignmentRole)
    return static_cast<int>((section == kName ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  return {};
}

}  // namespace stowage
