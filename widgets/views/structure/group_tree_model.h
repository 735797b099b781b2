// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QAbstractItemModel>

#include "core/graph/graph.h"

namespace stowage {

/// The contiguous groups of a graph, each with its members below it in the order in which they lie.
/// ```
///   g1 … g3 (3 tensors)   6 KiB          row of a group: internal id 0
///     g1                  1 KiB          row of a member: internal id 1 + its group
/// ```
class GroupTreeModel final : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { kName, kSize };
  static constexpr int kColumns = 2;

  using QAbstractItemModel::QAbstractItemModel;

  /// May be null.
  void set_graph(std::shared_ptr<const Graph> graph);

  /// The group of a row, or that of a member's row; none for no row.
  [[nodiscard]] GroupId group(const QModelIndex& index) const;
  /// None for the row of a group.
  [[nodiscard]] TensorId member(const QModelIndex& index) const;
  [[nodiscard]] QModelIndex index_of(GroupId group) const;
  /// Invalid for a tensor in no group.
  [[nodiscard]] QModelIndex index_of(TensorId member) const;

  using QAbstractItemModel::parent;
  [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  [[nodiscard]] Bytes size_of(const QModelIndex& index) const;
  [[nodiscard]] QString name_of(const QModelIndex& index) const;

  std::shared_ptr<const Graph> graph_;
};

}  // namespace stowage
