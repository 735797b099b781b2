// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QAbstractItemModel>

#include "widgets/views/modules/module_rows.h"

namespace stowage {

/// ModuleRows as a tree, without the row of all. The internal id of an index is its row there.
class ModuleTreeModel final : public QAbstractItemModel {
  Q_OBJECT

 public:
  using QAbstractItemModel::QAbstractItemModel;

  /// May be null.
  void set_rows(std::shared_ptr<const ModuleRows> rows);
  [[nodiscard]] const std::shared_ptr<const ModuleRows>& rows() const { return rows_; }
  /// Into ModuleRows::rows; that of all for no index.
  [[nodiscard]] static std::uint32_t row_of(const QModelIndex& index) {
    return index.isValid() ? static_cast<std::uint32_t>(index.internalId()) : 0;
  }
  /// Into ModuleTree::nodes.
  [[nodiscard]] std::uint32_t node_of(const QModelIndex& index) const { return rows_->rows[row_of(index)].node; }
  /// Invalid where the node is not listed, and for that of all.
  [[nodiscard]] QModelIndex index_of_node(std::uint32_t node) const;

  using QAbstractItemModel::parent;
  [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  [[nodiscard]] QModelIndex index_of_row(std::uint32_t row) const;
  [[nodiscard]] QString name_of(std::uint32_t node) const;

  std::shared_ptr<const ModuleRows> rows_;
};

}  // namespace stowage
