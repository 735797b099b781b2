// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "widgets/painters/lanes/lanes_painter.h"
#include "widgets/painters/model/plan_view.h"
#include "widgets/painters/page/export.h"

namespace stowage {

/// The lanes as a page for export: the steps in view of `geometry`, and all lanes. What `scene` refers to is copied,
/// but for the graph, which `graph` keeps.
[[nodiscard]] Drawing lanes_drawing(const std::shared_ptr<const Graph>& graph, const LanesScene& scene,
                                    const LanesGeometry& geometry);
/// All steps, with nothing lit, or all of the simulated run where operators have durations and `over_time` asks for it.
/// Rules that do not colour operators leave them those of their streams; `bands` are of the view's graph, or null.
[[nodiscard]] Drawing lanes_drawing(const PlanView& view, ColorBy by, std::shared_ptr<const StepBands> bands = nullptr,
                                    bool over_time = false);

}  // namespace stowage
