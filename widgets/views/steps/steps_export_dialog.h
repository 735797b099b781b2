// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QDialog>

#include "widgets/painters/steps/step_painter.h"

class QLabel;
class QPushButton;
class QRadioButton;
class QSpinBox;

namespace stowage {

/// Asks which steps become pictures, and says how many that makes.
class StepsExportDialog final : public QDialog {
  Q_OBJECT

 public:
  /// `closer` as StepSeries has it.
  StepsExportDialog(std::shared_ptr<const StepSource> source, bool closer, QWidget* parent = nullptr);

  [[nodiscard]] const std::shared_ptr<const StepSource>& source() const { return source_; }
  [[nodiscard]] StepSeries series() const;

 private:
  void count();

  std::shared_ptr<const StepSource> source_;
  bool closer_;
  QRadioButton* every_step_;
  QSpinBox *first_, *last_;
  QLabel* count_;
  QPushButton* ok_ = nullptr;
};

}  // namespace stowage
