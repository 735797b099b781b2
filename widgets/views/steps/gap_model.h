// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QAbstractTableModel>

#include "widgets/painters/steps/step_scene.h"

namespace stowage {

/// The candidates for the block at hand, one a row in the order in which the planner goes through them. What became of
/// those not looked at by now is not told.
class GapModel final : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kWhat, kStart, kSize, kVerdict, kColumns };

  using QAbstractTableModel::QAbstractTableModel;

  /// Null: no rows.
  void set_scene(std::shared_ptr<const StepScene> scene);
  /// The row of the step shown, or of the place chosen once the block is put; -1 at other steps.
  [[nodiscard]] int current_row() const;

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  [[nodiscard]] bool shows_gaps() const { return scene_ && scene_->step().kind >= StepKind::merge; }
  [[nodiscard]] bool is_judged(int row) const;
  [[nodiscard]] static QString hint(Column column);
  [[nodiscard]] QString text(int row, Column column) const;

  std::shared_ptr<const StepScene> scene_;
};

}  // namespace stowage
