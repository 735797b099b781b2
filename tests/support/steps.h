// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>

#include "core/papers/tables.h"
#include "tests/support/results.h"
#include "widgets/painters/steps/step_scene.h"

namespace stowage::test {

/// What pictures of a strategy's steps are made from.
inline std::shared_ptr<const StepSource> step_source(const PlanView& view, std::string_view id, Bytes alignment = {1}) {
  StepSource out;
  out.view = view;
  out.recording = std::make_shared<const Recording>(
      Recording::make(*find_layout_strategy(id), view.graph, view.conflicts, alignment).value());
  out.coloring = std::make_shared<const Coloring>(view, ColorBy::stream);
  return std::make_shared<const StepSource>(std::move(out));
}

}  // namespace stowage::test
