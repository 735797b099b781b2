// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/edit/factor.h"
#include "widgets/views/structure/section.h"

class QDoubleSpinBox;
class QLineEdit;
class QRadioButton;

namespace stowage {

/// Sizes of all tensors or of the selected ones: doubled, halved, times a factor, or set.
class SizesSection final : public StructureSection {
  Q_OBJECT

 public:
  explicit SizesSection(ViewState& state, QWidget* parent = nullptr);

 protected:
  void refresh() override;
  void update_commands() override;

 private:
  QWidget* make_form();
  void scale(Factor factor);
  void set_size();

  QRadioButton *all_, *selected_;
  QDoubleSpinBox* factor_;
  QLineEdit* size_;
  QAction *double_, *halve_, *scale_, *set_;
};

}  // namespace stowage
