// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QWidget>

#include "widgets/painters/steps/step_scene.h"

class QLabel;
class QSplitter;

namespace stowage {

class StepCode;
class StepTable;
class StepView;

/// One planner at a step: its sentence, the pseudocode, the table, the picture. Code and table stand below each other
/// beside the picture where there is height for both, beside each other where it is low or the picture is below.
class StepSide final : public QWidget {
 public:
  /// `beside`: of the second planner.
  explicit StepSide(bool beside);

  /// Null: the sentence in place of a picture. The axis of addresses reaches at least to `height`.
  void set_scene(const std::shared_ptr<const StepScene>& scene, Bytes height, const QString& sentence);
  [[nodiscard]] StepView& picture() const { return *picture_; }
  [[nodiscard]] StepTable& table() const { return *table_; }

 private:
  void resizeEvent(QResizeEvent* event) override;

  QLabel* words_;
  StepCode* code_;
  StepTable* table_;
  StepView* picture_;
  QSplitter *split_, *code_and_table_;
  bool moved_ = false;  // the user has moved the split
};

}  // namespace stowage
