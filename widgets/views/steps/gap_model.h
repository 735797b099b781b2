// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "widgets/painters/steps/step_scene.h"
#include "widgets/tables/column_model.h"

namespace stowage {

/// The candidates for the block at hand, one a row in the order in which the planner goes through them. Of those that
/// it has not looked at yet, nothing is said.
class GapModel final : public ColumnModel<int> {
  Q_OBJECT

 public:
  enum Column { kWhat, kStart, kSize, kVerdict };

  explicit GapModel(QObject* parent = nullptr);

  /// Null: no rows.
  void set_scene(std::shared_ptr<const StepScene> scene);
  /// The row of the step shown, or of the place chosen once the block is put; -1 at other steps.
  [[nodiscard]] int current_row() const;

  [[nodiscard]] int at(int row) const override { return row; }

 private:
  [[nodiscard]] int row_count() const override;
  [[nodiscard]] const Look& candidate(int row) const { return scene_->looks()[static_cast<std::size_t>(row)]; }
  [[nodiscard]] QString verdict(int row) const;

  std::shared_ptr<const StepScene> scene_;
};

}  // namespace stowage
