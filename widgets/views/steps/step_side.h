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
/// beside the picture; beside each other where it is below, or where there is another side below. A narrow side has no
/// room for both above the picture: a table takes the place of the code.
class StepSide final : public QWidget {
 public:
  /// `beside`: of the second planner.
  explicit StepSide(bool beside);

  /// Null: the sentence in place of a picture. The axis of addresses reaches at least to `height`.
  void set_scene(const std::shared_ptr<const StepScene>& scene, Bytes height, const QString& sentence);
  /// Another side stands above or below.
  void set_shares_height(bool shares);
  [[nodiscard]] StepView& picture() const { return *picture_; }
  [[nodiscard]] StepTable& table() const { return *table_; }

 private:
  void resizeEvent(QResizeEvent* event) override;
  void arrange();

  QLabel* words_;
  StepCode* code_;
  StepTable* table_;
  StepView* picture_;
  QSplitter *split_, *code_and_table_;
  bool shares_height_ = false, has_table_ = true, moved_ = false;  // the user has moved the split
};

}  // namespace stowage
