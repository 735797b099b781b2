// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QCoreApplication>
#include <QScrollArea>

#include "widgets/painters/steps/step_scene.h"

namespace stowage {

/// The pseudocode of a planner, with the line of the step marked and in sight.
class StepCode final : public QScrollArea {
  Q_DECLARE_TR_FUNCTIONS(stowage::StepCode)

 public:
  StepCode();
  /// Null: no words.
  void set_scene(std::shared_ptr<const StepScene> scene);

 private:
  class Page;
  Page* page_;
};

}  // namespace stowage
